"""What the page computes in JavaScript alone, run by node: the deals of invitations, libsodium."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battle.friend.sodium import PyNaCl, RefusedError
from battle.rules.position import LAST_DEAL, deal

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "battle" / "browser" / "page"
VENDOR = ROOT / "dist" / "page" / "vendor"

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no node")


def run(folder: Path, script: str, given: object) -> Any:
    """Return what a module prints as JSON that gets `given` as `input`."""
    file = folder / "script.mjs"
    file.write_text(f"const input = {json.dumps(given)};\n{script}", encoding="utf-8")
    done = subprocess.run(["node", file], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)


def test_a_deal_is_that_of_python(tmp_path: Path) -> None:
    """The page of an invitation shows the deal that its number has in the program."""
    shutil.copy(PAGE / "deal.js", tmp_path / "deal.mjs")
    random = Random(4)
    numbers = [1, 2, 302, LAST_DEAL, *(random.randint(1, LAST_DEAL) for _n in range(40))]
    script = 'import { deal } from "./deal.mjs"; console.log(JSON.stringify(input.map(deal)));'
    for number, found in zip(numbers, run(tmp_path, script, numbers), strict=True):
        assert found == [[str(kind) for kind in column] for column in deal(number).columns]


_SODIUM = """
import sodium from "./wrappers.mjs";
await sodium.ready;
const { from_hex: bytes, to_hex: hex } = sodium;
const aead = "crypto_aead_xchacha20poly1305_ietf_";
const one = ([secret, other, nonce, words, label, sealed, signature, sign]) => {
  const pair = sodium.crypto_sign_seed_keypair(bytes(secret));
  const opened = (text) => {
    try {
      const parts = [text, label, nonce, secret].map((part) => bytes(part));
      return hex(sodium[aead + "decrypt"](null, ...parts));
    } catch {
      return null;
    }
  };
  return [
    hex(sodium.crypto_scalarmult_base(bytes(secret))),
    hex(sodium.crypto_scalarmult(bytes(secret), bytes(other))),
    hex(pair.publicKey),
    hex(sodium.crypto_sign_detached(bytes(words), pair.privateKey)),
    hex(sodium[aead + "encrypt"](bytes(words), bytes(label), null, bytes(nonce), bytes(secret))),
    opened(sealed),
    opened(sealed.replace(/^../, (first) => (first === "00" ? "01" : "00"))),
    sodium.crypto_sign_verify_detached(bytes(signature), bytes(words), bytes(sign)),
  ];
};
console.log(JSON.stringify(input.map(one)));
"""


@pytest.mark.skipif(not VENDOR.is_dir(), reason="the page is not built")
def test_libsodium_understands_pynacl(tmp_path: Path) -> None:
    """Keys, shared secrets, signatures and sealed words are equal, for random inputs both ways."""
    shutil.copy(VENDOR / "libsodium.js", tmp_path / "libsodium.mjs")
    wrappers = (VENDOR / "libsodium-wrappers.js").read_text("utf-8")
    (tmp_path / "wrappers.mjs").write_text(wrappers.replace("./libsodium.js", "./libsodium.mjs"))
    random, native = Random(9), PyNaCl()
    given, expected = [], []
    for _case in range(60):
        secret, seed, nonce = (random.randbytes(count) for count in (32, 32, 24))
        words, label = random.randbytes(random.choice((0, 1, 300, 40_000))), random.randbytes(40)
        other, sealed = native.box_key(seed), native.encrypt(secret, nonce, words, label)
        signature, sign = native.sign(seed, words), native.sign_key(seed)
        parts = (secret, other, nonce, words, label, sealed, signature, sign)
        given.append([part.hex() for part in parts])
        shown = (native.box_key(secret), native.shared(secret, other), native.sign_key(secret))
        signed = native.sign(secret, words).hex()
        expected.append(
            [*(part.hex() for part in shown), signed, sealed.hex(), words.hex(), None, True]
        )
        with pytest.raises(RefusedError):
            native.decrypt(secret, nonce, bytes([sealed[0] ^ 1]) + sealed[1:], label)
    assert run(tmp_path, _SODIUM, given) == expected
