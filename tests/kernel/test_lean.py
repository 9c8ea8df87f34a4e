"""The event loop without what nobody uses, against the event loop as it comes."""

from __future__ import annotations

import subprocess
import sys

START = """
import importlib, sys
from headwater.kernel import lean
lean.install()
import trio
"""


def run(script: str) -> str:
    """What a fresh interpreter prints that loaded the event loop as the server does."""
    command = [sys.executable, "-W", "error", "-c", START + script]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def test_a_name_is_the_same_before_and_after_the_whole_package_is_loaded() -> None:
    script = """
for package in ("trio", "trio.lowlevel"):
    parts = lean.PACKAGES[package]
    module = importlib.import_module(package)
    before = {name: getattr(module, name) for name in parts}
    assert type(module).__name__ == "Waiting", package
    assert not hasattr(module, "no_such_name")
    assert type(module).__name__ == "module", package
    assert {name: getattr(module, name) for name in parts} == before
    missing = {name for name in vars(module) if name[0] != "_"} - set(parts)
    print(package, sorted(name for name in missing if type(vars(module)[name]) is not type(sys)))
"""
    lines = run(script).splitlines()
    assert lines[1] == "trio.lowlevel []"
    assert "DTLSChannel" in lines[0]


def test_what_is_not_in_the_table_is_there_too() -> None:
    script = """
assert trio.DTLSEndpoint.__module__ == "trio"
import trio.testing
print(trio.testing.MockClock().current_time(), trio.Path("/").name == "", type(trio).__name__)
"""
    assert run(script) == "0.0 True module\n"


def test_nothing_of_it_is_loaded_by_threads_sockets_and_timeouts() -> None:
    script = """
async def main():
    door = trio.socket.socket()
    await door.bind(("127.0.0.1", 0))
    door.listen()
    listener = trio.SocketListener(door)
    async with trio.open_nursery() as nursery:
        async def serve():
            async with await listener.accept() as stream:
                await stream.send_all(await trio.to_thread.run_sync(lambda: b"hello"))
        nursery.start_soon(serve)
        client = trio.socket.socket()
        await client.connect(door.getsockname())
        with trio.fail_after(5), trio.CancelScope():
            print(await trio.SocketStream(client).receive_some())
    with trio.open_signal_receiver(2), trio.move_on_after(5):
        await trio.lowlevel.wait_readable(client)
trio.run(main)
late = {"trio._dtls", "trio._ssl", "trio._subprocess", "trio._path", "_ssl", "_lzma"}
print(sorted(late & set(sys.modules)), type(trio).__name__)
"""
    assert run(script) == "b'hello'\n[] Waiting\n"


def test_programs_files_and_encryption_work_when_they_are_used() -> None:
    script = """
async def main():
    done = await trio.run_process([sys.executable, "-c", "print(5)"], capture_stdout=True)
    print(done.stdout)
    async with await trio.open_file("/dev/null") as file:
        print(repr(await file.read()))
import ssl, socket
trio.run(main)
context = ssl.create_default_context()
stream = trio.SSLStream(trio.testing.memory_stream_pair()[0], context, server_hostname="a.test")
print(type(stream).__name__)
import ctypes, ctypes.util
print(ctypes.sizeof(ctypes.c_int), ctypes.util.__name__)
import shutil, hashlib, html, base64, typing_extensions
print(shutil.which("no-such-program"), hashlib.sha256(b"").hexdigest()[:8], html.escape("<"))
"""
    expected = "b'5\\n'\n''\nSSLStream\n4 ctypes.util\nNone e3b0c442 &lt;\n"
    assert run("import trio.testing\n" + script) == expected


def test_where_the_event_loop_is_loaded_already_nothing_changes() -> None:
    script = """
import sys, trio
from headwater.kernel import lean
found = list(sys.meta_path)
lean.install()
print(found == sys.meta_path)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stdout == "True\n"
