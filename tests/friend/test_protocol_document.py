"""A guest made by docs/friend-protocol.md alone: it joins, moves, and is understood."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from nacl import bindings as sodium

from battle.friend.games import FriendGames
from battle.friend.meeting import MeetingStage, Terms
from battle.friend.words import again_words
from battle.rules.position import move, position
from battle.storage import Places
from tests.support.memory_channel import Meeting, MemoryChannel, MemoryTopic


def derive(key: bytes, purpose: str, *parts: bytes) -> bytes:
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return blake2b(whole, key=key, digest_size=32, person=f"mb-{purpose}".encode()).digest()


def seal(key: bytes, topic: str, place: str, values: dict[str, Any], size: int = 1024) -> bytes:
    return seal_content(key, topic, place, zlib.compress(json.dumps(values).encode()), size)


def seal_content(key: bytes, topic: str, place: str, content: bytes, size: int = 1024) -> bytes:
    plain = (len(content).to_bytes(4, "big") + content).ljust(size - 1 - 24 - 16, b"\0")
    nonce, label = os.urandom(24), f"mahjong-battle/1/{topic}/{place}".encode()
    sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, label, nonce, key)
    return b"\x01" + nonce + bytes(sealed)


def unseal(key: bytes, topic: str, place: str, sealed: bytes) -> bytes:
    label = f"mahjong-battle/1/{topic}/{place}".encode()
    plain = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed[25:], label, sealed[1:25], key)
    return bytes(plain[4 : 4 + int.from_bytes(plain[:4], "big")])


def unpack(key: bytes, topic: str, place: str, sealed: bytes) -> dict[str, Any]:
    return dict(json.loads(zlib.decompress(unseal(key, topic, place, sealed))))


def host_slot(place: MemoryTopic) -> tuple[bytes, bytes]:
    """Return the offer or notice in the host's slot, and the host's copy."""
    found = place.kept["host"]
    end = 2 + int.from_bytes(found[:2], "big")
    return found[2:end], found[end:]


def identity() -> tuple[bytes, bytes, bytes, bytes]:
    """Return a secret, its two public keys, and what it signs with."""
    secret = os.urandom(32)
    sign, sign_secret = sodium.crypto_sign_seed_keypair(derive(secret, "sign"))
    return secret, sodium.crypto_scalarmult_base(derive(secret, "box")), sign, sign_secret


def shared_key(secret: bytes, friends_box: bytes, *parts: bytes) -> bytes:
    """Return the key of a game."""
    shared = sodium.crypto_scalarmult(derive(secret, "box"), friends_box)
    return derive(shared, "game", *parts)


def signed_log(topic: str, epoch: int, log: object, sign_secret: bytes) -> str:
    """Return what a guest signs of its log."""
    digest = sha256(json.dumps(log, separators=(",", ":")).encode()).hexdigest()
    words = f"mahjong-battle/1/{topic}/guest/{epoch}/{digest}".encode()
    return sodium.crypto_sign(words, sign_secret)[:64].hex()


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
    offer = unseal(invitation_key, topic, "front", host_slot(place)[0])
    told = json.loads(zlib.decompress(offer))
    assert told["name"] == "Ada"

    secret, box, sign, sign_secret = identity()
    joining = {"v": 1, "name": "Ben", "box": box.hex(), "sign": sign.hex()}
    place.put("join", seal(invitation_key, topic, "join", joining))
    host_box, host_sign = bytes.fromhex(told["box"]), bytes.fromhex(told["sign"])
    parts = (topic.encode(), invitation_key, host_box, host_sign, box, sign, offer)
    key = shared_key(secret, host_box, *parts)

    entries = [["move", 0, 1_767_225_600, 1, 0, "a1b2", None]]
    signature = signed_log(topic, 0, entries, sign_secret)
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
    front, sealed = host_slot(place)
    taken = unpack(invitation_key, topic, "front", front)
    assert taken["taken"] == derive(box, "mark", sign)[:16].hex()
    notice = f"mahjong-battle/1/{topic}/taken/{taken['taken']}".encode()
    sodium.crypto_sign_open(bytes.fromhex(taken["signed"]) + notice, host_sign)
    answer = unpack(key, topic, "host", sealed)
    assert answer["host"][0][0] == "move"
    assert answer["host"][0][1] == 1
    assert answer["host"][0][3:] == [1, 1, "a2b1", None]
    assert (answer["guest"], answer["heard"]) == (entries, 1)

    entries = [["move", 0, 1_767_225_600, 1, 0, "c1d1", None]]
    signature = signed_log(topic, 0, entries, sign_secret)
    forked = copy | {"guest": entries, "guest-signed": signature}
    place.put("guest", seal(key, topic, "guest", forked | {"sent": 1, "heard": 0, "talk": True}))
    for _round in range(3):
        now += timedelta(seconds=5)
        games.update(now)
    host.claim()
    games.update(now + timedelta(seconds=5))
    answer = unpack(key, topic, "host", host_slot(place)[1])
    assert answer["guest"] == [["move", 0, 1_767_225_600, 1, 0, "a1b2", None]]
    word, seen, _at, number, epoch, digest, signature = answer["host"][-1]
    assert (word, seen, number, epoch) == ("fork", 1, 1, 0)
    words = f"mahjong-battle/1/{topic}/guest/0/{digest}".encode()
    sodium.crypto_sign_open(bytes.fromhex(signature) + words, sign)
    logs = [json.dumps(answer["guest"][:end], separators=(",", ":")) for end in range(2)]
    assert digest not in [sha256(log.encode()).hexdigest() for log in logs]


class Met:
    """Ada and Ben, who have met in this program, and the topics of their games."""

    def __init__(self, home: Path, *, host_moves_first: bool = False) -> None:
        self.meeting, self.now = Meeting(), datetime(2026, 1, 1, tzinfo=UTC)
        self.ada, self.ben = (
            FriendGames(Places.below(home / name), self.meeting.open) for name in ("a", "b")
        )
        terms = Terms(position("5m5p/5p5m/9s/9s"), host=1 if host_moves_first else 2)
        self.host = self.ada.invite(terms, "Ada", broker="mqtt://example.org")
        self.guest = self.ben.join(str(self.host.invitation))
        self.run()
        self.guest.join("Ben")
        self.run()

    def run(self, seconds: float = 10, rounds: int = 9) -> None:
        """Let so many seconds pass, so many times."""
        for _round in range(rounds):
            self.now += timedelta(seconds=seconds)
            for games in (self.ada, self.ben) * 4:
                games.update(self.now)


def test_a_watcher_made_by_the_document_understands(tmp_path: Path) -> None:
    """From the line alone it reads both logs, sees whose they are, and who is there."""
    met = Met(tmp_path, host_moves_first=True)
    meeting, host, guest, run = met.meeting, met.host, met.guest, partial(met.run, 1, 1)
    host.session.play(move("a1b2"))
    line = str(host.let_watch())
    run()
    guest.session.play(move("c1d1"))
    host.say("Hello, all")
    run()

    version, topic, word, _ways, _check = line.partition(":")[2].split(".")
    assert version == "2"
    heard = MemoryChannel(meeting.topics[topic])
    met.now += timedelta(seconds=20)
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
    assert read["guest-here"] == {"at": round(met.now.timestamp() * 1000), "bye": False}
    assert read["guest"]["log"][0][5] == "c1d1"
    assert [read["host"]["name"], read["guest"]["name"]] == ["Ada", "Ben"]
    assert [one[2] for one in read["host"]["said"]] == ["Hello, all"]
    assert read["host"]["terms"]["position"].startswith("5m5p")


def test_a_device_made_by_the_document_gives_and_takes_a_game(tmp_path: Path) -> None:
    """It takes Ben's game from this program, plays a move in it, and moves it back.

    After each move the one that gave the game has its secret no more.
    """
    met = Met(tmp_path)
    meeting, host, guest, ben, run = met.meeting, met.host, met.guest, met.ben, met.run
    ben.move(guest)
    line = str(guest.handover.where)
    run()

    # The new device asks, and takes the game.
    version, topic, word, _ways, _check = line.partition(":")[2].split(".")
    assert version == "3"
    link_key, place = urlsafe_b64decode(word + "="), meeting.topics[topic]
    secret, box, sign, sign_secret = identity()
    offer = unseal(link_key, topic, "front", host_slot(place)[0])
    told = json.loads(zlib.decompress(offer))
    assert told["name"] == "Ben"
    assert told["terms"]["position"].startswith("5m5p")
    keys = bytes.fromhex(told["box"]), bytes.fromhex(told["sign"])
    key = shared_key(secret, keys[0], topic.encode(), link_key, *keys, box, sign, offer)
    wish = {"v": 1, "name": "", "box": box.hex(), "sign": sign.hex()}
    place.put("join", seal(link_key, topic, "join", wish))
    place.put("guest", seal(key, topic, "guest", {"v": 1}))
    run()

    def host_says() -> dict[str, Any]:
        return unpack(key, topic, "host", host_slot(place)[1])

    # Both show a word; nothing is sent before the person agrees.
    compared = b32encode(
        sha256(b"compare " + sha256(b"".join((*keys, box, bytes(sign)))).digest()).digest()
    )
    assert ben.opened[guest.invitation.topic].handover.meeting.check_word == "-".join(
        compared.decode()[at : at + 4] for at in (0, 4, 8)
    )
    assert host_says() == {"v": 1}
    guest.confirm_move()
    run()
    game = host_says()["game"]
    own = bytes.fromhex(game["meeting"]["secret"])
    mark = derive(box, "mark", sign)[:16].hex()
    words = f"mahjong-battle/1/{topic}/moved/{mark}".encode()
    public, game_secret = sodium.crypto_sign_seed_keypair(derive(own, "sign"))
    place.put("guest", seal(key, topic, "guest", {"v": 1, "taken": "00" * 64}))
    run()
    assert "game" in host_says()
    taken = sodium.crypto_sign(words, game_secret)[:64].hex()
    place.put("guest", seal(key, topic, "guest", {"v": 1, "taken": taken}))
    run()
    assert host_says() == {"v": 1, "go": True}
    assert own.hex() not in ben.file(guest.invitation.topic).read_text()
    assert not guest.handover.plays
    words = f"mahjong-battle/1/{topic}/plays/{mark}".encode()
    plays = {"v": 1, "plays": sodium.crypto_sign(words, sign_secret)[:64].hex()}
    place.put("join", seal(link_key, topic, "join", plays))
    run()
    assert guest.handover.plays

    # It plays a move in it.
    where, offered = game["meeting"]["invitation"].partition(":")[2].split("."), game["meeting"]
    front = bytes.fromhex(offered["offer"])
    friend = bytes.fromhex(offered["box"]), bytes.fromhex(offered["sign"])
    mine = bytes(sodium.crypto_scalarmult_base(derive(own, "box"))), bytes(public)
    invited = where[1].encode(), urlsafe_b64decode(where[2] + "=")
    game_key = shared_key(own, friend[0], *invited, *friend, *mine, front)
    log = [*game["logbook"]["guest"], ["move", 0, 1_767_225_700, 1, 0, "a1b2", None]]
    signed = signed_log(where[1], 0, log, game_secret)
    copy = game["logbook"] | {"guest": log, "guest-signed": signed}
    meeting.topics[where[1]].put("guest", seal(game_key, where[1], "guest", copy))
    run()
    assert host.session.game.moves == [move("a1b2")]

    # It gives the game back, to the program that it came from.
    place = meeting.topics["A" * 22]
    offer = zlib.compress(json.dumps(told | {"box": box.hex(), "sign": sign.hex()}).encode())
    body = f"3.{'A' * 22}.{word}.{where[3]}"
    check = urlsafe_b64encode(sha256(body.encode()).digest()).decode()[:6]
    sealed = seal_content(link_key, "A" * 22, "front", offer)
    place.put("host", len(sealed).to_bytes(2, "big") + sealed)
    ben.fetch(f"mahjong-battle:{body}.{check}")
    run()
    asked = unpack(link_key, "A" * 22, "join", place.kept["join"])
    new = bytes.fromhex(asked["box"]), bytes.fromhex(asked["sign"])
    parts = ("A" * 22).encode(), link_key, box, sign, *new, offer
    key = shared_key(secret, new[0], *parts)

    def say(values: dict[str, Any]) -> None:
        copy = seal(key, "A" * 22, "host", values, 4096)
        place.put("host", len(sealed).to_bytes(2, "big") + sealed + copy)
        run()

    say({"v": 1, "game": game | {"logbook": copy}})
    answer = unpack(key, "A" * 22, "guest", place.kept["guest"])
    mark = derive(new[0], "mark", new[1])[:16].hex()
    words = f"mahjong-battle/1/{'A' * 22}/moved/{mark}".encode()
    assert sodium.crypto_sign_open(bytes.fromhex(answer["taken"]) + words, bytes(public)) == words
    assert ben.open(where[1]).handover is not None
    say({"v": 1, "go": True})
    assert ben.open(where[1]).handover is None
    told = unpack(link_key, "A" * 22, "join", place.kept["join"])
    words = f"mahjong-battle/1/{'A' * 22}/plays/{mark}".encode()
    assert sodium.crypto_sign_open(bytes.fromhex(told["plays"]) + words, new[1]) == words
    host.session.play(move("a2b1"))
    run()
    ben.open(where[1]).session.play(move("c1d1"))
    run()
    assert len(host.session.game.moves) == 3
    assert not host.forked


def test_a_guest_made_by_the_document_is_let_in_again(tmp_path: Path) -> None:
    """It has lost the game: it is declined once, then let in, reads both logs, and plays on."""
    met = Met(tmp_path)
    meeting, host, guest, ben, run = met.meeting, met.host, met.guest, met.ben, met.run
    guest.session.play(move("a1b2"))
    run()
    ben.close()

    _version, topic, word, _ways, _check = str(host.invitation).partition(":")[2].split(".")
    link_key, place = urlsafe_b64decode(word + "="), meeting.topics[topic]

    def notice() -> dict[str, Any]:
        return unpack(link_key, topic, "front", host_slot(place)[0])

    def signed(words: str, author: bytes, signature: str) -> bool:
        found = sodium.crypto_sign_open(bytes.fromhex(signature) + words.encode(), author)
        return bool(found == words.encode())

    # It reads that somebody was taken, and whose keys the host has; it asks, and shows the word.
    keys = bytes.fromhex(notice()["box"]), bytes.fromhex(notice()["sign"])
    declined = ""
    for agreed in (False, True):
        secret, box, sign, sign_secret = identity()
        mark = derive(box, "mark", sign)[:16].hex()
        assert notice()["taken"] != mark
        wish = {"v": 1, "name": "Ben", "box": box.hex(), "sign": sign.hex(), "again": True}
        while host.asks_again is None:  # ten minutes after a no at the earliest
            place.put("join", seal(link_key, topic, "join", wish))
            run()
        hashed = sha256(b"compare " + sha256(b"".join((*keys, box, sign))).digest()).digest()
        letters = b32encode(hashed).decode()
        assert f"{letters[:4]}-{letters[4:8]}-{letters[8:12]}" in again_words(host)
        host.let_in(agreed)
        run()
        read = notice()
        vouched = f"mahjong-battle/1/{topic}/taken/{read['taken']}/{read['again']}/"
        declined = declined if agreed else mark
        assert (read["declined"], read["again"]) == (declined, int(agreed))
        assert signed(vouched + declined, keys[1], read["again-signed"])
        assert (read["taken"] == mark) == agreed

    # It reads the host's copy, which has the offer and both logs.
    key = shared_key(secret, keys[0], topic.encode(), link_key, *keys, box, sign, b"again")

    def host_says() -> dict[str, Any]:
        return unpack(key, topic, "host", host_slot(place)[1])

    copy = host_says()
    offer = json.loads(zlib.decompress(bytes.fromhex(copy["offer"])))
    assert (bytes.fromhex(offer["box"]), bytes.fromhex(offer["sign"])) == keys
    assert offer["terms"]["position"].startswith("5m5p")
    digest = sha256(json.dumps(copy["host"], separators=(",", ":")).encode()).hexdigest()
    words = f"mahjong-battle/1/{topic}/host/{copy['epoch']}/{digest}"
    assert signed(words, keys[1], copy["host-signed"])
    assert [copy["host"][-1][0], copy["host"][-1][4]] == ["again", sign.hex()]
    assert [entry[:1] + entry[3:] for entry in copy["guest"]] == [["move", 1, 0, "a1b2", None]]

    # It signs the guest's log as a whole, and plays on once the host has moved.
    host.session.play(move("a2b1"))
    run()
    copy = host_says()
    at, seen = round(met.now.timestamp()), len(copy["host"])
    log = [*copy["guest"], ["move", seen, at, 1, 2, "c1d1", None]]
    signature = signed_log(topic, copy["epoch"], log, sign_secret)
    own = copy | {"side": "guest", "name": "Ben", "guest": log, "guest-signed": signature}
    sent = copy["heard"] + 1
    own |= {"said": [[sent, at, "Here I am"]], "sent": sent, "heard": copy["sent"]}
    del own["offer"]
    place.put("guest", seal(key, topic, "guest", own, 4096))
    run()
    assert host.session.game.moves == [move("a1b2"), move("a2b1"), move("c1d1")]
    assert [message.text for message in host.chat.said] == ["Here I am"]
    assert (host.forked, host.refused_by_friend) == (False, 0)
    assert host_says()["guest"] == log
