"""Checks in Firefox, by its Marionette protocol, what most visitors do: the lesson and whole games, games by message, a class, a zoom of 400 %, and live play with
Chromium.

    firefox_check.py PAGE PROGRAM"""

import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time
from shutil import which

from check import GAME, Browser, Page, equal_to_the_program, first_quarter, fits, played_by_clicks
from message_check import Side, a_class, all_against_all, by_message, forks, in_one_room, late_rounds

# Nothing moves, as in Chromium, and nothing is asked of a network: its proxy does not exist.
PREFERENCES = {"ui.prefersReducedMotion": 1, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False, "app.normandy.enabled": False,
               "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9}


class Firefox:
    """The page in a browser of its own, with the interface of `check.Page`."""

    def __init__(self, profile, file, port, is_framed=False):
        pathlib.Path(profile).mkdir()
        pathlib.Path(profile, "user.js").write_text("".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in {**PREFERENCES, "marionette.port": port}.items()))
        env = {**os.environ, "MOZ_HEADLESS": "1", "MOZ_HEADLESS_WIDTH": "500", "MOZ_HEADLESS_HEIGHT": "900", "HOME": profile}
        name = next(name for name in ("firefox-esr", "firefox") if which(name))
        self.process = subprocess.Popen([name, "-marionette", "--no-remote", "--profile", profile], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until, self.socket, self.rest, self.number = time.monotonic() + 60, socket.socket(), b"", 0
        while self.socket.connect_ex(("127.0.0.1", port)):
            assert time.monotonic() < until, "Firefox does not answer"
            time.sleep(0.1)
            self.socket = socket.socket()
        self.hear()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.ask("WebDriver:SetTimeouts", script=600000)
        self.ask("WebDriver:Navigate", url=file.absolute().as_uri())
        if is_framed:
            self.ask("WebDriver:SwitchToFrame", id=0)
        self.wait("window.pasang !== undefined")
        self.run("(window.thrown = [], addEventListener('error', (event) => thrown.push(event.message)), addEventListener('unhandledrejection', (event) => thrown.push(String(event.reason))))")

    def hear(self):
        while b":" not in self.rest or len(self.rest.partition(b":")[2]) < int(self.rest.partition(b":")[0]):
            data = self.socket.recv(1 << 20)
            assert data, "Firefox ended"
            self.rest += data
        size, _, rest = self.rest.partition(b":")
        self.rest = rest[int(size):]
        return json.loads(rest[:int(size)])

    def ask(self, method, **params):
        self.number += 1
        order = json.dumps([0, self.number, method, params]).encode()
        self.socket.sendall(f"{len(order)}:".encode() + order)
        _, _, wrong, result = self.hear()
        assert wrong is None, (method, wrong)
        return result

    def run(self, script):
        """Returns the value of an expression; statements have none, as the page's policy forbids `eval`."""
        for body in (f"return ({script}\n);", script):
            try:
                done = self.ask("WebDriver:ExecuteAsyncScript", args=[], sandbox=None, script=f"const done = arguments[0]; (async () => {{ {body} }})().then((it) => done([it ?? null]), (why) => done(String(why)))")["value"]
            except AssertionError as wrong:
                if "SyntaxError" not in str(wrong) or body == script:
                    raise
                continue
            assert isinstance(done, list), (script, done)
            return done[0]

    def wait(self, script, seconds=60):
        until = time.monotonic() + seconds
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < until, f"waited in vain for {script}: {self.run('window.thrown')}"
            time.sleep(0.02)

    press = Page.press

    def click(self, x, y):
        touches = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.ask("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": touches}])

    def reload(self):
        self.ask("WebDriver:Refresh")
        self.wait("window.pasang !== undefined")

    def ends(self):
        assert self.run("window.thrown ?? []") == [], self.run("window.thrown")
        self.process.terminate()
        self.process.wait(20)


def main(file, program):
    file, begin = pathlib.Path(file), time.monotonic()
    random.seed(71)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        pages = [Firefox(f"{folder}/{port}", file, port) for port in (2871, 2872)]
        page, sides = pages[0], [Side(page) for page in pages]
        equal_to_the_program(page, program, ["search:nodes=150"])
        first_quarter(page)
        played_by_clicks(page, program, "beginner", True)
        by_message(sides, program, 2)
        forks(sides)
        a_class(page)
        late_rounds(page)
        all_against_all(page)
        # Two devices of one room, one with Chromium: whichever invites.
        browser = Browser(f"{folder}/chromium")
        other = Page(browser, file, 390, 844, False)
        other.connects()
        for two in ([Side(other), sides[0]], [sides[0], Side(other)]):
            in_one_room(two)
        other.is_quiet()
        browser.ask("Browser.close")
        browser.process.wait(20)
        for it in pages:
            it.ends()
        # A window of 1280 by 900 at 400 % has 320 by 225 pixels of the page's; Firefox's windows are at least 500 wide, and frames are not.
        for at, (width, height) in enumerate(((320, 225), (568, 320))):
            frame = pathlib.Path(folder, f"{width}.html")
            frame.write_text(f'<iframe style="border:0" width="{width}" height="{height}" src="{file.absolute().as_uri()}"></iframe>')
            page = Firefox(f"{folder}/{width}", frame, 2873 + at, True)
            for view in ("play", "lesson"):
                page.run(f"pasang.start({{ {GAME}, moves: [] }}); pasang.show('{view}')")
                fits(page, view, width, height)
            page.ends()
    print(f"Firefox: {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
