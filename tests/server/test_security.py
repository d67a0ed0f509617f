"""One test for each promise about bad input, strangers and secrets."""

import asyncio
import json
import logging
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from live_server import Running, Wire, wire
from websockets.exceptions import InvalidStatus

from qwixx.client import Guest
from qwixx.server.guest_hash import guest_hash
from qwixx.server.live.connection import WAITING_BYTES
from qwixx.server.process import http_timeout
from qwixx.server.process.run import Listen
from qwixx.server.protocol import MESSAGE_BYTES, Options
from qwixx.server.settings import Settings
from qwixx.server.store import health
from qwixx.server.store.sqlite import SqliteStore
from qwixx.server.store.store import StoreUnavailable
from qwixx.server.table.clean_text import clean, clean_name
from qwixx.server.table.in_lobby import MOST_MUTED
from qwixx.server.web import tracing
from qwixx.server.web.static_files import STATIC

ROOT = Path(__file__).parents[2]

Talk = Callable[[Wire, str], Awaitable[None]]


def at_a_table(url: str, talk: Talk, options: Options | None = None, start: bool = False) -> None:
    """A guest at a table; with `start` in seat 0 of a running game whose other players do nothing."""

    async def visit() -> None:
        guest, other = [await Guest.arrive(url, name) for name in ("Mallory", "Ann")]
        agreed = options or Options(seats=2)
        table = await guest.create(agreed)
        async with wire(url, guest.cookie) as line, wire(url, other.cookie) as others:
            assert (await line.hello(table))["type"] == "snapshot"
            if start:
                await others.hello(table)
                for seat in range(1, agreed.seats):
                    await others.ask("sit", seat=seat)
                    await others.ask("ready")
                await line.ask("sit", seat=0)
                await line.ask("start")
            await asyncio.wait_for(talk(line, table), 120)

    asyncio.run(visit())


async def three_strikes(line: Wire, say: Callable[[], Awaitable[object]], code: str) -> None:
    for _ in range(3):
        await say()
    heard = [await line.hear() for _ in range(4)]
    assert [(message["type"], message.get("code")) for message in heard] == [("error", code)] * 3 + [
        ("closed", 1008)
    ]


# Invalid messages


def test_unknown_message_gets_a_named_error_and_three_close_the_connection(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        await three_strikes(line, lambda: line.say("cheat"), "unknown-message")

    at_a_table(lasting.url, talk)


def test_malformed_message_gets_a_named_error_and_three_close_the_connection(lasting: Running) -> None:
    bad = iter(['{"type":', '{"type": "sit", "id": "a", "seat": "first"}', "[" * 10_000])

    async def talk(line: Wire, _table: str) -> None:
        await three_strikes(line, lambda: line.socket.send(next(bad)), "malformed")

    at_a_table(lasting.url, talk)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "sit", "id": "mine", "seat": -1}, "malformed"),
        ({"type": "sit", "id": "mine", "seat": 7}, "no-such-seat"),
        ({"type": "cheat", "id": "mine"}, "unknown-message"),
        ({"type": "say", "id": "mine", "text": "x" * MESSAGE_BYTES}, "too-large"),
        ({"type": "sit", "id": "x" * 41, "seat": 1}, "malformed"),
    ],
)
def test_a_bad_message_is_answered_by_its_id(lasting: Running, message: dict[str, Any], code: str) -> None:
    async def talk(line: Wire, _table: str) -> None:
        await line.socket.send(json.dumps(message))
        answer = await line.hear()
        assert (answer["code"], answer.get("id")) == (code, "mine" if message["id"] == "mine" else None)
        if code == "no-such-seat":
            assert answer["detail"] == "seat 7: this table has the seats 0 to 1"

    at_a_table(lasting.url, talk)


def test_oversized_message_gets_a_named_error_and_three_close_the_connection(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        await three_strikes(line, lambda: line.say("say", text="x" * MESSAGE_BYTES), "too-large")

    at_a_table(lasting.url, talk)


def test_a_message_far_beyond_the_limit_closes_the_connection_at_once(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        await line.say("say", text="x" * 200_000)
        assert await line.hear() == {"type": "closed", "code": 1009}

    at_a_table(lasting.url, talk)


def test_too_frequent_messages_get_a_named_error_and_close_the_connection(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        for _ in range(400):
            await line.say("ping")
        errors = []
        while (message := await line.hear())["type"] != "closed":
            errors += [message["code"]] if message["type"] == "error" else []
        assert errors == ["too-fast"] * 3
        assert message["code"] == 1008

    at_a_table(lasting.url, talk)


def test_a_request_that_never_ends_is_given_up(lasting: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    before = httpx2.get(f"{lasting.url}/metrics").text
    monkeypatch.setattr(http_timeout, "REQUEST_SECONDS", 3.0)
    whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    slow = [
        b"",
        whole[:20],
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        whole + whole[:20],
    ]

    async def hold(begin: bytes) -> bytes:
        """Sending a byte now and then does not extend the timeout."""
        reader, writer = await asyncio.open_connection("127.0.0.1", lasting.port)
        writer.write(begin)
        heard = asyncio.create_task(reader.read())
        with suppress(OSError):
            while not heard.done():
                await asyncio.wait([heard], timeout=0.2)
                writer.write(b"x" if begin else b"")
                await writer.drain()
        writer.close()
        with suppress(OSError):
            return await heard
        return b""

    async def run() -> None:
        answers = await asyncio.wait_for(asyncio.gather(*map(hold, slow)), 60)
        assert [answer.count(b"200 OK") for answer in answers] == [0, 0, 0, 1]

    asyncio.run(run())
    after = httpx2.get(f"{lasting.url}/metrics").text
    faults = re.compile(r"qwixx_faults_total (\d+)$", re.MULTILINE)
    assert faults.findall(after) == faults.findall(before)


def test_a_large_body_is_refused(lasting: Running) -> None:
    answer = httpx2.post(f"{lasting.url}/api/me", content=b"x" * (MESSAGE_BYTES + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


# Commands that are not allowed


def refused(
    url: str, code: str, start: bool, command: dict[str, Any], options: Options | None = None
) -> None:
    """The error carries the code, and a new connection sees the table as it was."""

    async def talk(line: Wire, _table: str) -> None:
        before = await line.ask("ping")
        answer = await line.ask(**command)
        assert (answer["type"], answer.get("code")) == ("error", code)
        assert (await line.ask("ping"))["seq"] == before["seq"]

    at_a_table(url, talk, options, start)


def test_a_choice_for_another_guests_seat_is_refused(lasting: Running) -> None:
    choice = {"type": "pass", "seat": 1}
    refused(lasting.url, "not-your-seat", True, {"type": "choose", "turn": 1, "action": 1, "choice": choice})


def test_a_choice_in_the_wrong_turn_is_refused(lasting: Running) -> None:
    choice = {"type": "pass", "seat": 0}
    refused(lasting.url, "too-early", True, {"type": "choose", "turn": 50, "action": 1, "choice": choice})


def test_an_illegal_choice_is_refused_with_the_rules_reason(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        game = (await line.ask("roll", turn=1))["game"]
        before = await line.ask("ping")
        total = sum(game["roll"]["white"])
        wrong = {"type": "cross", "seat": 0, "row": 0, "number": 2 if total != 2 else 3}
        answer = await line.ask("choose", turn=1, action=1, choice=wrong)
        assert (answer["code"], answer["rule"]) == ("not-white-sum", "R3")
        assert (await line.ask("ping"))["seq"] == before["seq"]

    at_a_table(lasting.url, talk, Options(seats=1), start=True)


def test_dice_of_the_clients_own_are_refused_at_a_table_with_the_servers(lasting: Running) -> None:
    dice = {"white": [6, 6], "colours": [6, 6, 6, 6]}
    refused(lasting.url, "server-dice", True, {"type": "roll", "turn": 1, "dice": dice})


def test_only_the_host_configures_and_starts(lasting: Running) -> None:
    async def visit() -> None:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=1))
        async with wire(lasting.url, bob.cookie) as line:
            await line.hello(table)
            for command in (
                {"type": "start"},
                {"type": "clear-seat", "seat": 0},
                {"type": "mute", "guest": "x"},
            ):
                assert (await line.ask(**command))["code"] == "not-host"

    asyncio.run(visit())


@pytest.mark.parametrize("bot", ["os:system", "antigravity:Bot", "gap:skip=-1", "nobody", "this:x"])
def test_bots_that_are_not_installed_under_a_name_are_not_imported(lasting: Running, bot: str) -> None:
    refused(lasting.url, "bad-bot", False, {"type": "seat-bot", "seat": 1, "bot": bot})
    assert not {"antigravity", "this"} & sys.modules.keys()


@pytest.mark.parametrize(
    "options",
    [
        {"visibility": "open"},
        {"variant": "poker"},
        {"variant": "onboard-a", "seats": 5},
        {"variant": "classic", "lucky": [[2, 3], [4, 5]]},
    ],
)
def test_invalid_options_are_refused(lasting: Running, options: dict[str, Any]) -> None:
    refused(lasting.url, "bad-options", False, {"type": "configure", "options": options})


# Strangers


def new_guest(url: str) -> tuple[str, httpx2.Response]:
    answer = httpx2.post(f"{url}/api/me", json={"name": "Eve"})
    return answer.headers["set-cookie"].partition(";")[0], answer


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_origin_is_refused(lasting: Running, origin: str) -> None:
    cookie, _ = new_guest(lasting.url)

    async def visit() -> None:
        async with wire(lasting.url, cookie, Origin=origin):
            pass

    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(visit())
    headers = {"Cookie": cookie, "Origin": origin}
    answer = httpx2.post(f"{lasting.url}/api/tables", json={"options": {}}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_the_own_origin_and_those_named_are_let_in(tmp_path: Path, lasting: Running) -> None:
    cookie, _ = new_guest(lasting.url)

    async def visit(url: str, cookie: str, origin: str) -> None:
        async with wire(url, cookie, Origin=origin) as line:
            assert (await line.ask("ping"))["type"] == "ack"

    asyncio.run(visit(lasting.url, cookie, lasting.url))
    named = Running(
        Settings(database=f"sqlite:///{tmp_path}/db", origins=("https://qwixx.example",), pace=0)
    ).start()
    try:
        cookie, _ = new_guest(named.url)
        asyncio.run(visit(named.url, cookie, "https://qwixx.example"))
        with pytest.raises(InvalidStatus, match="403"):
            asyncio.run(visit(named.url, cookie, named.url))
    finally:
        named.stop()


@pytest.mark.parametrize("cookie", ["", "qwixx=guess", "other=1"])
def test_a_wrong_token_is_refused(lasting: Running, cookie: str) -> None:
    async def visit() -> None:
        async with wire(lasting.url, cookie):
            pass

    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(visit())
    headers = {"Cookie": cookie} if cookie else {}
    assert httpx2.get(f"{lasting.url}/api/games", headers=headers).json()["code"] == "no-guest"


@pytest.mark.timeout(12, func_only=True)
def test_a_hostile_cookie_does_not_keep_the_server_busy(lasting: Running) -> None:
    """Python's own parser takes a quarter of a minute for some of them."""
    headers = {"Cookie": 'qwixx="' + "\\" * 60_000 + '"'}
    assert httpx2.get(f"{lasting.url}/api/me", headers=headers, timeout=60).json() is None


def test_the_token_is_found_among_other_cookies(lasting: Running) -> None:
    cookie, made = new_guest(lasting.url)
    for sent in (f"a=b; {cookie}", f"{cookie};x", f'y="; {cookie}', f"qwixx=;{cookie}"):
        found = httpx2.get(f"{lasting.url}/api/me", headers={"Cookie": sent}).json()
        assert found == made.json(), sent


def test_ids_and_tokens_cannot_be_guessed(lasting: Running) -> None:
    async def visit() -> None:
        guests = [await Guest.arrive(lasting.url, "Ann") for _ in range(5)]
        secrets = {guest.cookie.partition("=")[2] for guest in guests}
        tables = {await guest.create() for guest in guests}
        # Letters of six bits each: 43 of them for a token, 22 for a table.
        assert len(secrets) == len(tables) == 5
        assert all(re.fullmatch(r"[\w-]{43,}", secret) for secret in secrets)
        assert all(re.fullmatch(r"[\w-]{22,}", table) for table in tables)

    asyncio.run(visit())


def test_the_token_is_neither_in_a_url_nor_in_the_database(tmp_path: Path) -> None:
    running = Running(Settings(database=f"sqlite:///{tmp_path}/db", pace=0)).start()
    try:
        cookie, answer = new_guest(running.url)
        secret = cookie.partition("=")[2]
        assert secret not in answer.text
    finally:
        running.stop()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret.encode() not in stored
    from qwixx.server.reference import openapi

    assert "token" not in json.dumps(list(openapi.openapi()["paths"]))


def test_a_private_table_has_no_short_code_and_is_not_listed(lasting: Running) -> None:
    async def visit() -> None:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(visibility="private"))
        async with ann.table(table) as seat:
            await seat.sit(0)
            assert seat.table is not None
            assert len(seat.table.code) >= 22
        assert table not in [found.id for found in await bob.open_tables()]
        assert table not in [found.id for found in await bob.games()]

    asyncio.run(visit())


# The disk


def test_nothing_is_acknowledged_without_the_database_and_play_resumes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "qwixx.db"
    running = Running(Settings(database=f"sqlite:///{path}", pace=0)).start()

    async def talk(line: Wire, _table: str) -> None:
        path.rename(tmp_path / "elsewhere")
        assert httpx2.get(f"{running.url}/healthz").status_code == 503
        answer = await line.ask("sit", seat=0, id="one")
        assert (answer["type"], answer["code"]) == ("error", "storage")
        (tmp_path / "elsewhere").rename(path)
        answer = await line.ask("sit", seat=0, id="one")
        assert answer.get("acks") == ["one"]

    try:
        at_a_table(running.url, talk)
    finally:
        running.stop()


def test_nothing_is_acknowledged_on_a_full_disk_and_play_resumes_with_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "TRY_SECONDS", 0.0)
    path = tmp_path / "qwixx.db"
    running = Running(Settings(database=f"sqlite:///{path}", pace=0)).start()

    async def talk(line: Wire, _table: str) -> None:
        # No file of this process may grow: to the database that is a full disk.
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
        try:
            answer = await line.ask("sit", seat=0, id="one")
            assert httpx2.get(f"{running.url}/healthz").text == "storage\n"
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert (answer["type"], answer["code"]) == ("error", "storage")
        assert httpx2.get(f"{running.url}/healthz").text == "ok\n"
        assert (await line.ask("sit", seat=0, id="one")).get("acks") == ["one"]

    try:
        at_a_table(running.url, talk)
    finally:
        running.stop()


def test_a_lost_database_is_not_reported_as_a_wrong_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise StoreUnavailable

    settings = Settings(database=f"sqlite:///{tmp_path}/qwixx.db", pace=0)
    running = Running(settings).start()
    guest = asyncio.run(Guest.arrive(running.url, "Ann"))
    running.stop()

    async def visit(url: str) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(SqliteStore, "guest", lost)
            async with wire(url, guest.cookie) as line:
                assert await line.hear() == {"type": "closed", "code": 1013}
        async with wire(url, guest.cookie) as line:
            assert (await line.ask("ping"))["type"] == "ack"

    # A server that has just started has no guests in its cache.
    running = Running(settings).start()
    try:
        asyncio.run(visit(running.url))
    finally:
        running.stop()


# Browsers


def test_every_answer_has_the_security_headers(lasting: Running) -> None:
    for path in ("/", "/t/ABCDEF", "/api/tables", "/healthz", "/no-such-file.js"):
        headers = httpx2.get(lasting.url + path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_no_page_has_inline_script_or_style_or_a_foreign_address() -> None:
    pages = [ROOT / "web" / "index.html", *STATIC.rglob("*.html")]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(
            r"<script(?![^>]*\bsrc=)[^>]*>|<\w+[^>]*\son\w+=|<style|\sstyle=|javascript:", text
        )
        assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)


@pytest.mark.parametrize(
    "path", ["/../qwixx.db", "/..%2f..%2fapp.py", "/static/../../app.py", "/%2e%2e/app.py"]
)
def test_no_file_outside_the_pages_is_served(lasting: Running, path: str) -> None:
    answer = httpx2.get(lasting.url + path)
    assert "import" not in answer.text


def test_the_cookie_is_httponly_and_samesite_and_secure_behind_tls(tmp_path: Path) -> None:
    listen = Listen(trusted_proxies="127.0.0.1")
    running = Running(Settings(database=f"sqlite:///{tmp_path}/db"), listen=listen).start()
    try:
        plain = httpx2.post(f"{running.url}/api/me", json={"name": "Ann"}).headers["set-cookie"].lower()
        assert "httponly" in plain
        assert "samesite=lax" in plain
        assert "secure" not in plain
        headers = {"X-Forwarded-Proto": "https"}
        behind = httpx2.post(f"{running.url}/api/me", json={"name": "Ann"}, headers=headers)
        assert "secure" in behind.headers["set-cookie"].lower()
    finally:
        running.stop()


def test_headers_that_need_tls_are_sent_behind_tls_only(tmp_path: Path) -> None:
    listen = Listen(trusted_proxies="127.0.0.1")
    running = Running(Settings(database=f"sqlite:///{tmp_path}/db"), listen=listen).start()
    try:
        assert "cross-origin-opener-policy" not in httpx2.get(f"{running.url}/healthz").headers
        behind = httpx2.get(f"{running.url}/healthz", headers={"X-Forwarded-Proto": "https"})
        assert behind.headers["cross-origin-opener-policy"] == "same-origin"
    finally:
        running.stop()


def test_forwarded_headers_count_only_from_trusted_proxies(lasting: Running) -> None:
    headers = {"X-Forwarded-Proto": "https"}
    answer = httpx2.post(f"{lasting.url}/api/me", json={"name": "Ann"}, headers=headers)
    assert "secure" not in answer.headers["set-cookie"].lower()


# What people write


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ann \t Lee ", "Ann Lee"),
        ("Ａｎｎ", "Ann"),
        ("A\u202ennA", "AnnA"),
        ("Bo\x00b\x1b[31m", "Bob[31m"),
        ("Ze\u200bro", "Zero"),
        ("Rene\u00ad\u0301", "René"),
        ("x" * 99, "x" * 24),
        ("\u202e\u2066", ""),
        ("\u0301", ""),
        ("", ""),
        ("Ελένη", "Ελένη"),
        ("🎲", "🎲"),
        ("\u3164", ""),
        ("\u2800", ""),
        ("\u115f\uffa0", ""),
        ("A\u200dnn", "Ann"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("x" + "\u0335" * 22, "x" + "\u0335" * 3),
    ],
)
def test_names_are_normalised(written: str, kept: str) -> None:
    assert clean_name(written) == kept


def test_a_name_without_a_letter_is_refused(lasting: Running) -> None:
    answer = httpx2.post(f"{lasting.url}/api/me", json={"name": "\u202e"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-name")


def test_chat_is_plain_text_with_limits(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        await line.say("say", text="<b>hi</b>\n\u202ethere")
        message = await line.until(lambda message: message["type"] == "chat")
        assert message["line"]["text"] == "<b>hi</b> there" == clean("<b>hi</b>\n\u202ethere")
        for _ in range(4):
            assert (await line.ask("say", text="again"))["type"] == "ack"
        assert (await line.ask("say", text="once more"))["code"] == "too-fast"

    at_a_table(lasting.url, talk)


def test_a_chat_line_that_is_too_long_is_refused_without_a_strike(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        assert (await line.ask("say", text="x" * 300))["type"] == "ack"
        # The second becomes longer in normal form.
        for text in ("x" * 301, "\ufdfa" * 300, "x" * 5000, "y" * 301):
            answer = await line.ask("say", text=text)
            assert (answer["type"], answer["code"]) == ("error", "chat-too-long")
        assert (await line.ask("ping"))["type"] == "ack"

    at_a_table(lasting.url, talk)


def test_the_number_of_muted_guests_is_limited(lasting: Running) -> None:
    async def talk(line: Wire, _table: str) -> None:
        for number in range(MOST_MUTED):
            await line.ask("mute", guest=f"guest-{number}")
        assert (await line.ask("mute", guest="one-more"))["code"] == "too-large"
        await line.ask("mute", guest="guest-0", muted=False)
        assert len((await line.ask("mute", guest="one-more"))["table"]["muted"]) == MOST_MUTED

    at_a_table(lasting.url, talk)


# Slow readers


def test_a_slow_reader_is_disconnected(server: Running) -> None:
    async def talk(line: Wire, table: str) -> None:
        assert server.loop is not None
        assert server.application.hub is not None
        [connection] = server.application.hub.tables.lives[table].connections
        frame = b'"' + b"x" * 50_000 + b'"'
        # More than the sockets of both sides take, dozens of megabytes on some machines, and than may wait.
        for _ in range((WAITING_BYTES + 64_000_000) // len(frame)):
            server.loop.call_soon_threadsafe(connection.send_frame, frame)
        while not connection.closing:
            time.sleep(0.01)  # without `await`, nothing is read here meanwhile
        heard: object = None
        while not isinstance(heard, dict):
            heard = await line.hear()
        assert heard["type"] == "closed"

    at_a_table(server.url, talk)


# Logs


def test_logs_hold_no_secrets_and_no_addresses(tmp_path: Path) -> None:
    """Runs a server in its own process, with guests, a table, bad messages and an orderly stop."""
    command = [
        sys.executable,
        "-c",
        "from qwixx.cli import main; main()",
        "serve",
        "--port",
        "0",
        "--no-browser",
    ]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[3].rstrip("/")
        for _ in range(200):
            with suppress(httpx2.TransportError):
                if httpx2.get(f"{url}/healthz").text == "ok\n":
                    break
            time.sleep(0.05)

        async def talk(line: Wire, _table: str) -> None:
            await three_strikes(line, lambda: line.say("cheat"), "unknown-message")

        at_a_table(url, talk)
        cookie, _ = new_guest(url)
        process.terminate()
        out, logs = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode in (0, -15)
    assert "127.0.0.1" not in logs
    assert cookie.partition("=")[2] not in out + logs
    assert "Mallory" not in logs
    assert all(json.loads(line)["event"] for line in logs.splitlines())
    lines = [json.loads(line) for line in logs.splitlines()]
    # A second after the start, which may be at any place among the others.
    lines = [line for line in lines if line["event"] != "resumed"]
    assert [line["event"] for line in lines] == [
        *(
            "ready",
            "guest created",
            "guest created",
            "table opened",
            "bad messages",
            "guest created",
            "closing",
        )
    ]
    first, second, opened, bad, third = (line["guest"] for line in lines[1:-1])
    assert len({first, second, third}) == 3
    assert opened in (first, second)
    assert bad in (first, second)
    assert len({line["request"] for line in lines[1:-1]}) == 5


def test_a_request_can_be_found_in_the_log_and_its_address_only_if_the_host_wants_it(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    for log_addresses in (False, True):
        caplog.clear()
        running = Running(Settings(database=database, pace=0, log_addresses=log_addresses)).start()
        try:
            with caplog.at_level("INFO", "qwixx.server"):
                cookie, answer = new_guest(running.url)
                again = httpx2.get(f"{running.url}/api/me", headers={"Cookie": cookie})
        finally:
            running.stop()
        [line] = [record.__dict__ for record in caplog.records if record.message == "guest created"]
        assert line["request"] == answer.headers["x-request-id"] != again.headers["x-request-id"]
        assert line["guest"] == guest_hash(answer.json()["id"])
        assert line.get("address") == ("127.0.0.1" if log_addresses else None)


def test_visitors_cannot_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracing, "LINES_PER_SECOND", 0.0)
    log = tracing.VisitorLog()
    with caplog.at_level("INFO", "qwixx.server"):
        for _ in range(1000):
            log.line("refused")
    assert len(caplog.records) == tracing.LINES_AT_ONCE


def test_unreadable_requests_are_counted_and_cannot_fill_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracing, "LINES_PER_SECOND", 0.0)
    monkeypatch.setattr(tracing, "LINES_AT_ONCE", 3)
    # Without the filters of the other servers in this process.
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "filters", [])
    bad = [b"\x00\xff\x16\x03\x01\r\n\r\n", b"GET /\x80 HTTP/1.1\r\n\r\n", b"x" * 70_000]
    upgrade = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: x\r\nConnection: upgrade, close\r\n\r\n"
    running = Running(Settings(database=f"sqlite:///{tmp_path}/db", pace=0)).start()
    try:
        with caplog.at_level("INFO"):
            for data in [*bad, upgrade] * 3:
                with socket.create_connection(("127.0.0.1", running.port), timeout=30) as line:
                    line.sendall(data)
                    assert line.recv(12).startswith(b"HTTP/1.1")
            metrics = httpx2.get(f"{running.url}/metrics").text
    finally:
        running.stop()
    assert "\nqwixx_unreadable_requests_total 12\n" in metrics
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == []
    assert [record.message for record in caplog.records].count("unreadable request") == 3


@pytest.mark.parametrize(
    ("trusted", "warnings"), [("", 1), ("192.0.2.1", 1), ("127.0.0.1", 0)], ids=["none", "another", "named"]
)
def test_a_proxy_that_is_not_trusted_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, trusted: str, warnings: int
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/db", pace=0)
    running = Running(settings, listen=Listen(trusted_proxies=trusted)).start()
    try:
        with caplog.at_level("WARNING"):
            httpx2.get(f"{running.url}/healthz")
            assert not caplog.records
            for _ in range(3):
                httpx2.get(f"{running.url}/healthz", headers={"X-Forwarded-For": "192.0.2.9"})
    finally:
        running.stop()
    found = [record.message for record in caplog.records if "--trusted-proxies" in record.message]
    assert len(found) == len(caplog.records) == warnings
