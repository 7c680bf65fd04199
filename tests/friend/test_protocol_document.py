"""A guest made by docs/friend-protocol.md alone: it joins, moves, and is understood."""

from __future__ import annotations

import json
import os
import zlib
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from nacl import bindings as sodium

from battle.friend.games import FriendGames
from battle.friend.meeting import MeetingStage, Terms
from battle.rules.position import move, position
from battle.storage import Places
from tests.support.memory_channel import Meeting, MemoryChannel, MemoryTopic


def derive(key: bytes, purpose: str, *parts: bytes) -> bytes:
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return blake2b(whole, key=key, digest_size=32, person=f"mb-{purpose}".encode()).digest()


def seal(key: bytes, topic: str, place: str, values: dict[str, Any]) -> bytes:
    content = zlib.compress(json.dumps(values).encode())
    plain = (len(content).to_bytes(4, "big") + content).ljust(1024 - 1 - 24 - 16, b"\0")
    nonce, label = os.urandom(24), f"mahjong-battle/1/{topic}/{place}".encode()
    sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, label, nonce, key)
    return b"\x01" + nonce + bytes(sealed)


def unseal(key: bytes, topic: str, place: str, sealed: bytes) -> bytes:
    label = f"mahjong-battle/1/{topic}/{place}".encode()
    plain = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed[25:], label, sealed[1:25], key)
    return bytes(plain[4 : 4 + int.from_bytes(plain[:4], "big")])


def test_a_guest_made_by_the_document_is_understood(tmp_path: Path) -> None:
    """Another program that follows the document joins, moves, talks, and reads the answer.

    When it sends another move in place of its first it reads the proof of its fork.
    """
    place, now = MemoryTopic(), datetime(2026, 1, 1, tzinfo=UTC)
    games = FriendGames(Places.below(tmp_path), lambda where, side: MemoryChannel(place))
    host = games.invite(
        Terms(position("5m5p/5p5m/9s/9s"), host=2), "Ada", broker="mqtt://example.org"
    )
    games.update(now)

    version, topic, word, _ways, _check = str(host.invitation).partition(":")[2].split(".")
    assert version == "1"
    invitation_key = urlsafe_b64decode(word + "=")
    front = place.kept["host"]
    length = int.from_bytes(front[:2], "big")
    offer = unseal(invitation_key, topic, "front", front[2 : 2 + length])
    told = json.loads(zlib.decompress(offer))
    assert told["name"] == "Ada"

    secret = os.urandom(32)
    box_secret = derive(secret, "box")
    box = bytes(sodium.crypto_scalarmult_base(box_secret))
    sign, sign_secret = sodium.crypto_sign_seed_keypair(derive(secret, "sign"))
    joining = {"v": 1, "name": "Ben", "box": box.hex(), "sign": sign.hex()}
    place.put("join", seal(invitation_key, topic, "join", joining))
    host_box, host_sign = bytes.fromhex(told["box"]), bytes.fromhex(told["sign"])
    shared = bytes(sodium.crypto_scalarmult(box_secret, host_box))
    parts = (topic.encode(), invitation_key, host_box, host_sign, box, sign, offer)
    key = derive(shared, "game", *parts)

    entries = [["move", 0, 1_767_225_600, 1, 0, "a1b2", None]]
    digest = sha256(json.dumps(entries, separators=(",", ":")).encode()).hexdigest()
    words = f"mahjong-battle/1/{topic}/guest/0/{digest}".encode()
    signature = sodium.crypto_sign(words, sign_secret)[:64].hex()
    copy = {"v": 1, "side": "guest", "name": "Ben", "epoch": 0, "host": [], "host-signed": ""}
    copy |= {"guest": entries, "guest-signed": signature, "said": [[1, 1_767_225_600, "Hi"]]}
    place.put("guest", seal(key, topic, "guest", copy | {"sent": 1, "heard": 0, "talk": True}))
    for _round in range(3):
        now += timedelta(seconds=5)
        games.update(now)

    assert host.stage is MeetingStage.PLAYING
    assert host.session.game.moves == [move("a1b2")]
    assert [message.text for message in host.chat.said] == ["Hi"]
    host.session.play(move("a2b1"))
    games.update(now + timedelta(seconds=5))
    front = place.kept["host"]
    length = int.from_bytes(front[:2], "big")
    taken = json.loads(zlib.decompress(unseal(invitation_key, topic, "front", front[2:][:length])))
    assert taken["taken"] == derive(box, "mark", sign)[:16].hex()
    notice = f"mahjong-battle/1/{topic}/taken/{taken['taken']}".encode()
    sodium.crypto_sign_open(bytes.fromhex(taken["signed"]) + notice, host_sign)
    answer = json.loads(zlib.decompress(unseal(key, topic, "host", front[2 + length :])))
    assert answer["host"][0][0] == "move"
    assert answer["host"][0][1] == 1
    assert answer["host"][0][3:] == [1, 1, "a2b1", None]
    assert (answer["guest"], answer["heard"]) == (entries, 1)

    entries = [["move", 0, 1_767_225_600, 1, 0, "c1d1", None]]
    digest = sha256(json.dumps(entries, separators=(",", ":")).encode()).hexdigest()
    words = f"mahjong-battle/1/{topic}/guest/0/{digest}".encode()
    signature = sodium.crypto_sign(words, sign_secret)[:64].hex()
    forked = copy | {"guest": entries, "guest-signed": signature}
    place.put("guest", seal(key, topic, "guest", forked | {"sent": 1, "heard": 0, "talk": True}))
    for _round in range(3):
        now += timedelta(seconds=5)
        games.update(now)
    host.claim()
    games.update(now + timedelta(seconds=5))
    front = place.kept["host"]
    length = int.from_bytes(front[:2], "big")
    answer = json.loads(zlib.decompress(unseal(key, topic, "host", front[2 + length :])))
    assert answer["guest"] == [["move", 0, 1_767_225_600, 1, 0, "a1b2", None]]
    word, seen, _at, number, epoch, digest, signature = answer["host"][-1]
    assert (word, seen, number, epoch) == ("fork", 1, 1, 0)
    words = f"mahjong-battle/1/{topic}/guest/0/{digest}".encode()
    sodium.crypto_sign_open(bytes.fromhex(signature) + words, sign)
    logs = [json.dumps(answer["guest"][:end], separators=(",", ":")) for end in range(2)]
    assert digest not in [sha256(log.encode()).hexdigest() for log in logs]


def test_a_watcher_made_by_the_document_understands(tmp_path: Path) -> None:
    """From the line alone it reads both logs, sees whose they are, and who is there."""
    meeting, now = Meeting(), datetime(2026, 1, 1, tzinfo=UTC)
    ada, ben = (FriendGames(Places.below(tmp_path / name), meeting.open) for name in ("a", "b"))

    def run() -> None:
        nonlocal now
        now += timedelta(seconds=1)
        for games in (ada, ben) * 4:
            games.update(now)

    host = ada.invite(Terms(position("5m5p/5p5m/9s/9s")), "Ada", broker="mqtt://example.org")
    guest = ben.join(str(host.invitation))
    run()
    guest.join("Ben")
    run()
    host.session.play(move("a1b2"))
    line = str(host.let_watch())
    run()
    guest.session.play(move("c1d1"))
    host.say("Hello, all")
    run()

    version, topic, word, _ways, _check = line.partition(":")[2].split(".")
    assert version == "2"
    heard = MemoryChannel(meeting.topics[topic])
    now += timedelta(seconds=20)
    run()
    slots = meeting.topics[topic].kept | {one.slot: one.sealed for one in heard.poll()}
    key, read = urlsafe_b64decode(word + "="), {}
    for side in ("host", "guest", "host-here", "guest-here"):
        content = unseal(key, topic, side, slots[side])
        signs = {"host": content[:32], "guest": content[32:64]}
        found = derive(key, "watch", signs["host"], signs["guest"])[:16]
        assert found == urlsafe_b64decode(topic + "==")
        digest = sha256(content[128:]).hexdigest()
        words = f"mahjong-battle/1/{topic}/watch/{side}/{digest}".encode()
        author = signs[side.removesuffix("-here")]
        assert sodium.crypto_sign_open(content[64:128] + words, author) == words
        read[side] = json.loads(zlib.decompress(content[128:]))
    assert read["host"]["log"][0][:1] + read["host"]["log"][0][3:] == ["move", 1, 0, "a1b2", None]
    assert read["host"]["log"][1][0] == "watch"
    assert read["guest-here"] == {"at": round(now.timestamp() * 1000), "bye": False}
    assert read["guest"]["log"][0][5] == "c1d1"
    assert [read["host"]["name"], read["guest"]["name"]] == ["Ada", "Ben"]
    assert [one[2] for one in read["host"]["said"]] == ["Hello, all"]
    assert read["host"]["terms"]["position"].startswith("5m5p")
