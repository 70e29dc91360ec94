"""Compares the page with the program, and plays a game on it by clicks, in Chromium, offline.

    check.py PAGE PROGRAM

The program plays whole games of every preset and of bots of every kind; the page must answer each line with the
same bytes. Then by clicks: a game against a bot at three sizes, its review, and a puzzle, with an empty console.
The page's games and estimates of a pattern equal those of `pasang run --setup`."""

import base64
import contextlib
import csv
import fcntl
import functools
import html
import http.server
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
from shutil import which

from bundle import CREWS, class_of, in_book, levels, pair_counts

BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
BOTS = ["random", "greedy", "search:depth=2,solve=8", "search:nodes=150", "mcts:playouts=40"]
# What the browser says of a script whose document it has just left.
GONE = ("navigated or closed", "context was destroyed", "Cannot find context")
# Script that describes the page when a wait times out.
STATE = "window.pasang && (({ game, views: { play } }) => [game.moves, play.undone, play.paused, play.told.textContent].join(' | '))(pasang)"
# A game before its first move.
GAME = "rules: 'brunei-slide', set: {}, setup: pasang.catalogue.setups.get('catalogue-05')"
SIZES = [(1280, 900, False), (390, 844, True), (360, 640, True)]
# Script that brings what a selector finds into view, and returns its centre.
PRESS = """(() => { const found = document.querySelector(%s), hides = found.closest('details'); if (hides && !found.matches('summary')) hides.open = true;
  found.scrollIntoView({ block: 'nearest' }); const at = found.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; })()"""


class Gone(Exception):
    """The document of a script was left before the script had answered."""


class Browser:
    """Chromium, controlled over two pipes by its DevTools protocol."""

    def __init__(self, profile):
        reads, self.orders = os.pipe()
        self.answers, writes = os.pipe()
        name = next(name for name in BROWSERS if which(name))

        def pipes():
            # Uses higher numbers temporarily: a pipe's end may be 3 or 4 itself.
            high = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (reads, writes)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        command = [name, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-features=WebRtcHideLocalIpsWithMdns", f"--user-data-dir={profile}",
                   "--remote-debugging-pipe"]
        self.process = subprocess.Popen(command, preexec_fn=pipes, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self.number, self.rest, self.events, self.thrown = 0, b"", [], []

    def send(self, method, session=None, **params):
        """Sends an order without waiting for its answer."""
        self.number += 1
        order = {"id": self.number, "method": method, "params": params}
        if session:
            order["sessionId"] = session
        data = json.dumps(order).encode() + b"\0"
        while data:
            data = data[os.write(self.orders, data):]

    def ask(self, method, session=None, **params):
        """Sends an order, and returns its answer; answers to those before it are read."""
        self.send(method, session, **params)
        while True:
            said = self.hear()
            if "error" in said and any(gone in said["error"]["message"] for gone in GONE):
                raise Gone(method, said)
            assert "error" not in said, (method, said)
            if said.get("id") == self.number:
                return said["result"]
            self.events.append(said)
            if said.get("method") == "Runtime.exceptionThrown":
                self.thrown.append(said["params"])

    def hear(self):
        while b"\0" not in self.rest:
            data = os.read(self.answers, 1 << 20)
            assert data, "the browser ended"
            self.rest += data
        said, _, self.rest = self.rest.partition(b"\0")
        return json.loads(said)


class Window:
    """Window of a browser."""

    def __init__(self, browser, context=None):
        self.browser = browser
        target = browser.ask("Target.createTarget", url="about:blank", **({"browserContextId": context} if context else {}))["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method, **params):
        return self.browser.ask(method, self.session, **params)

    def run(self, script):
        done = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, (script, done["exceptionDetails"])
        return done["result"].get("value")


class Page(Window):
    """Page in a window of its own."""

    def __init__(self, browser, file, width, height, touch, dark=False, ready="window.pasang !== undefined", context=None):
        super().__init__(browser, context)
        self.touch, self.preferences = touch, {}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        is_file = isinstance(file, pathlib.Path)
        self.connects(not is_file)
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=touch)
        # Nothing moves, and bots answer at once.
        self.prefers(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        self.ask("Page.navigate", url=file.absolute().as_uri() if is_file else file)
        self.wait(ready)

    def connects(self, is_online=True):
        rate = -1 if is_online else 0
        self.ask("Network.emulateNetworkConditions", offline=not is_online, latency=0, downloadThroughput=rate, uploadThroughput=rate)

    def prefers(self, **preferences):
        """Sets what the device prefers, beside what it preferred before."""
        self.preferences |= preferences
        names = {name: ("" if name == "forced_colors" else "prefers-") + name.replace("_", "-") for name in self.preferences}
        self.ask("Emulation.setEmulatedMedia", features=[{"name": names[name], "value": value} for name, value in self.preferences.items()])

    def wait(self, script, seconds=30):
        until = time.monotonic() + seconds
        while True:
            # Not yet, where the browser is about to show another document.
            with contextlib.suppress(Gone):
                if self.run(script):
                    return
            assert not self.browser.thrown, self.browser.thrown
            assert time.monotonic() < until, f"waited in vain for {script}: {self.run(STATE)}"
            time.sleep(0.01)

    def press(self, *selectors, first="", then=""):
        """Runs a script, clicks the centre of the element that each selector finds, with what hides it opened before, and waits for a condition."""
        self.run(first or "1")
        for selector in selectors:
            self.click(*self.run(PRESS % json.dumps(selector)))
        if then:
            self.wait(then)

    def click(self, x, y):
        if self.touch:
            self.browser.send("Input.dispatchTouchEvent", self.session, type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        for kind in ("mouseMoved", "mousePressed"):
            self.browser.send("Input.dispatchMouseEvent", self.session, type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=1)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def reload(self):
        self.run("delete window.pasang")
        self.ask("Page.reload")
        self.wait("window.pasang !== undefined")

    def key(self, *keys):
        """Presses keys of the keyboard."""
        for key, kind in ((key, kind) for key in keys for kind in ("keyDown", "keyUp")):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, **({"text": "\r", "windowsVirtualKeyCode": 13} if key == "Enter" else {}))

    def is_quiet(self, host=None):
        """Asserts that the console is empty, nothing was thrown, and no network request was made but to its own host."""
        for event in self.browser.events:
            method, params = event.get("method"), event.get("params", {})
            assert method not in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"), event
            if method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                assert url.split(":")[0] in ("file", "blob", "data") or (host and url.startswith(host)), event


class Engine:
    """Program that answers for comparison."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "engine"], stdin=pipe, stdout=pipe, text=True)
        self.asked, self.answered = [], []

    def ask(self, order, last=None):
        self.asked.append(order)
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        lines = []
        while last and not (lines and lines[-1].startswith((last, "error"))):
            lines.append(self.process.stdout.readline().rstrip("\n"))
        self.answered.append("\n".join(lines))
        return self.answered[-1]


def whole_game(engine, rules, setup, bot, seed):
    """Plays a game of a bot against itself, and returns its moves."""
    engine.ask(f"set bot {bot}")
    engine.ask(f"set seed {seed}")
    moves = []
    while True:
        engine.ask(f"position rules {rules} setup {setup}" + (" moves " + " ".join(moves) if moves else ""))
        board = engine.ask("board", "board")
        if " over " in board.splitlines()[-1]:
            return moves
        moves.append(engine.ask("go", "bestmove").split()[1])


def equal_to_the_program(page, program, bots=BOTS):
    """Whole games of every preset by bots of every kind; the page answers each line as the program does."""
    engine, games = Engine(program), 0
    presets = json.loads(subprocess.run([program, "rules", "list", "--json"], capture_output=True, check=True).stdout)
    for number, rules in enumerate(presets):
        for place, bot in enumerate(bots):
            setup = "bell-chequer" if rules["game"] == "bell" else f"catalogue-{1 + (7 * number + 3 * place) % 39:02}"
            whole_game(engine, rules["name"], setup, bot, number + place)
            games += 1
    asked = json.dumps(engine.asked)
    page.run(f"window.orders = {asked}")
    told = page.run("(async () => { const [{ thinker }] = [pasang.views.play]; return thinker.ask(orders); })()")
    for order, expected, found in zip(engine.asked, engine.answered, told, strict=True):
        assert expected == found, f"{order}\nprogram: {expected}\npage:    {found}"
    print(f"{games} games, {len(told)} answers: all equal to the program's")


def tapped(page, section, view, move):
    """Makes a move by its points, as a finger or a mouse does."""
    made, points, chosen = page.run(f"{view}.page.game.moves.length"), move["way"] or move["takes"][:1], page.run(f"{view}.path")
    page.press(*[f'#{section} [data-point="{point}"]' for point in points[len(chosen):]])
    if page.run(f"{view}.page.game.moves.length === {made}"):
        # A touch first previews the captures, and asks for one of several lines.
        place = page.run(f"{view}.offered.findIndex(({{ word }}) => word === '{move['word']}')")
        assert place >= 0, move
        page.press(f"#{section} .asks button:nth-of-type({place + 1})")


def named(setup):
    """Script for a game on a setup that the core knows by its name."""
    return f"{{ rules: 'brunei-slide', set: {{}}, setup: {{ name: '{setup}', rows: pasang.core.ask('setup {setup}').split('\\t')[3] }}, moves: [] }}"


# A game that the second player wins with fewer points: the other one is stuck.
STUCK = f"{{ ...{named('fourfold-5-1')}, moves: 'b d a1-b1xe1 c4-d4xe1 b1-b2xw1 d4-e4xn1 b2-a2xn1 e4-c4xn1 a2-a3xe1 c4-e4xs1 a3-b3xn1 e4-b4xn1'.split(' ') }}"


# A game on a small board, which is soon played and reviewed.
SMALL = named("fourfold-7-1")


def played_by_clicks(page, program, level, is_small):
    """A game against a bot, move by move, through the visible controls: stones, targets, the choice of lines."""
    game = SMALL if is_small else f"{{ {GAME}, moves: [] }}"
    page.run(f"pasang.start({game}, ['person', '{level}'], 7)")
    for ply in range(200):
        page.wait("pasang.views.play.now.over || pasang.views.play.person")
        if page.run("Boolean(pasang.views.play.now.over)"):
            break
        made = page.run("pasang.game.moves.length")
        # A different move each time.
        move = page.run(f"(() => {{ const {{ moves }} = pasang.views.play.now; return moves[{ply} * 7 % moves.length]; }})()")
        tapped(page, "play", "pasang.views.play", move)
        found = page.run(f"pasang.game.moves[{made}]")
        assert found == move["word"], (found, move)
        if ply == 3:
            # Waits until the animation of the bot's move is over.
            page.wait("pasang.views.play.person || pasang.views.play.now.over")
            page.press("[data-key='undo']", then=f"pasang.game.moves.length === {made} && pasang.views.play.person")
            page.press("[data-key='redo']", then=f"pasang.game.moves.length > {made}")
            # After an undone move the bot answers another one.
            page.wait("pasang.views.play.person || pasang.views.play.now.over")
            page.press("[data-key='undo']", then="pasang.views.play.person")
            page.run("(() => { const { play } = pasang.views; play.play(play.now.moves.at(-1).word); })()")
            page.wait("pasang.views.play.person || pasang.views.play.now.over")
    # At the end the board asks what is next; the same game is there again afterwards.
    page.press("#play .asks [data-key='change-sides']", first="window.ended = pasang.game")
    assert page.run("pasang.players.slice(0, 2).join()") == f"{level},person" and page.run("pasang.game.moves.length") <= 1
    page.run(f"pasang.start(ended, ['person', '{level}'], 7)")
    text = page.run("pasang.views.play.text()")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([program, "replay", file.name], capture_output=True, text=True)
        assert done.returncode == 0, text + done.stderr
    assert "result: unfinished" not in text, text
    width = page.run("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, f"{width} pixels too wide"
    nameless = page.run("[...document.querySelectorAll('button, select, input, [role=button]')].filter((it) => !it.textContent.trim() && !it.getAttribute('aria-label') && !it.labels?.length).length")
    assert nameless == 0, f"{nameless} things to press without a name"
    return page.run("pasang.game.moves.length")


def explains(page):
    """Why a tap does nothing: of every empty point in reach of the ka, the lines that the page counts decide what is legal."""
    script = """(() => {
      const { core, game, inside: { look, pointsOf, say, whyNot } } = pasang, told = { legal: 0, refused: 0 };
      for (let seed = 1; seed <= 30; seed++) for (let played = { ...game, moves: [] }, ply = 0, now; now = look(core, played), !now.over; played.moves.push(now.moves[(seed * 7919 + ply++ * 104729) % now.moves.length].word)) {
        const legal = new Set(now.moves.map(({ way }) => way.at(-1)));
        for (const { name, sign } of now.phase === "entry" ? pointsOf(now.rows) : []) {
          // A stone that would take nothing stands beside the column, on the own side, and is not legal.
          const [key, { column } = {}] = whyNot(now, name), row = Number(name.slice(1)), isOwn = now.turn === 1 ? row < 6 : row > 6, isBeside = "bw".includes(sign) && isOwn && Math.abs(name.charCodeAt(0) - column.charCodeAt(0)) === 1;
          if (!now.moves.some(({ way }) => way[0] === name) && isBeside !== (key === "why-entry-nothing")) return [name, key, now];
        }
        for (const { name, sign } of now.phase === "main" ? pointsOf(now.rows) : []) {
          const why = whyNot(now, name), isOdd = why?.[0].startsWith("why-even") && [why[1].n, why[1].m].some((n) => n % 2);
          if (legal.has(name) ? why?.[0] !== "why-no-line" && !isOdd : sign !== String(now.turn) && (!why || isOdd)) return [name, why, legal.has(name), now];
          if (!legal.has(name) && sign !== String(now.turn)) say(...why);
          told[legal.has(name) ? "legal" : "refused"] += legal.has(name) || sign !== String(now.turn) ? 1 : 0;
        }
      }
      return told;
    })()"""
    # With the right to change sides there is a move that takes no column.
    page.press('#play [data-point="a1"]', first="pasang.start({ ...pasang.game, rules: 'brunei-slide', set: { 'swap-sides': 'true' }, moves: ['c'] }, ['person', 'person'])", then="document.querySelector('#play .why') !== null")
    # The cursor reaches the ka itself.
    page.run("pasang.start({ ...pasang.game, set: {}, moves: ['c', 'j', 'd2-c2xe1w2', 'k9-j9xw1'] }, ['person', 'person'])")
    assert page.run("(() => { const { board } = pasang.views.play; board.focus('c2'); return document.activeElement.tagName; })()") == "rect"
    found = page.run(script)
    assert isinstance(found, dict) and found["legal"] > 1000 and found["refused"] > 10000, found


def learns(page):
    """The lesson by clicks, from the first visit to the won ending."""
    lesson = "pasang.views.lesson"

    def go(*points):
        page.press(*[f'#lesson [data-point="{point}"]' for point in points])
        if page.run(f"!{lesson}.isDone && document.querySelectorAll('#lesson .asks button').length"):
            page.press("#lesson .asks button")
        return page.run(f"{lesson}.isDone !== null")

    page.run(f"Object.assign({lesson}, {{ at: 0, wait: 1e9 }}); pasang.show('lesson')")
    # A legal move instead of the previewed one is no refusal, and another language keeps a finished step.
    page.press("#lesson [data-point='a2']", "#lesson [data-point='e1']", first=f"{lesson}.begin(4)")
    assert page.run(f"{lesson}.offered.length === 1 || {lesson}.isDone !== null"), page.run(f"{lesson}.asks.textContent")
    page.run(f"{lesson}.begin(0)")
    assert go("c1")
    for _ in range(2):
        page.press("#language")
        assert page.run(f"{lesson}.isDone !== null && !{lesson}.next.disabled")
    page.run(f"{lesson}.begin(0)")
    # Each step's points, after one that is refused or not asked for.
    for other, *points in (["a1", "c1"], ["e1", "b1", "c1"], ["a2", "e1"], ["b1", "e1"], ["a2", "e1"], ["e1", "a5"], ["a4", "a1"], ["c5", "f5"], ["c5", "g5"], ["c5", "b5", "b4"]):
        assert not go(other), (other, page.run(f"{lesson}.at"))
        assert go(*points), (points, page.run(f"[{lesson}.at, {lesson}.asks.textContent]"))
        page.press("#lesson [data-key='lesson-next']")
        # The next task has the focus on the board, and is announced.
        assert page.run("document.activeElement.dataset.point !== undefined && document.getElementById('told').lastChild.textContent.includes(document.querySelector('#lesson .rule').textContent)")
    # A step that is done goes on by itself, and what it has shown is said again.
    page.press("#lesson [data-point='e1']", first=f"{lesson}.wait = 0; {lesson}.begin(2)", then=f"{lesson}.at === 3")
    assert page.run("document.querySelector('#lesson .rule .right').textContent.trim() === pasang.inside.say('lesson-three-done')")
    page.run(f"{lesson}.begin(10)")
    # A reload stays at the step.
    page.reload()
    assert page.run(f"pasang.view === 'lesson' && {lesson}.at === 10")
    # The result leaves the board where it is.
    top = "document.querySelector('#lesson .board').getBoundingClientRect().top + scrollY"
    was = page.run(top)
    for again in range(9):
        while True:
            page.wait(f"{lesson}.now.over || {lesson}.person")
            if page.run(f"Boolean({lesson}.now.over)"):
                break
            page.run(f"{lesson}.play({lesson}.now.moves.at({again} % {lesson}.now.moves.length).word)")
        if page.run(f"{lesson}.isDone !== null"):
            break
        page.press("#lesson [data-key='play-again']")
    assert page.run(top) == was, "the result moves the board"
    page.press("#lesson [data-key='lesson-play']", first="pasang.game.moves.length = 0")
    assert page.run("[pasang.view, pasang.game.setup.name, pasang.players[1]].join()") == "play,fourfold-5-1,beginner"
    # One thing is asked, and nothing else is there to press; after the first move two buttons stand before the others.
    pressed = "[...document.querySelectorAll('#play .side button, #play summary')].filter((it) => it.checkVisibility()).map((it) => it.dataset.key ?? it.tagName)"
    assert page.run(pressed) == [], page.run(pressed)
    assert page.run("document.activeElement.dataset.point !== undefined && document.getElementById('told').lastChild.textContent === document.querySelector('#play .rule').textContent"), "the first thing to be done is not announced"
    page.run("pasang.views.play.play('c')")
    page.wait("pasang.views.play.person")
    assert page.run(pressed)[:5] == ["undo", "hint", "new", "tab-games", "SUMMARY"], page.run(pressed)


def resumes(page):
    """Another tab keeps the moves that were taken back; the cursor starts on the mover's own ka."""
    play = "pasang.views.play"
    page.press("#play [data-key='undo']", first=f"pasang.start({{ {GAME}, moves: ['c', 'j', 'd2-c2xe1w2', 'k9-j9xw1'] }}, ['person', 'person'])")
    page.press("#play [data-key='redo']", first="pasang.show('puzzles'); pasang.show('play')")
    assert page.run("pasang.game.moves.length") == 4
    for _ in range(2):
        mover = page.run(f"String({play}.now.turn)")
        assert page.run(f"{play}.board.element.querySelector('[tabindex=\"0\"]').dataset.point === {play}.now.moves[0].way[0]"), mover
        page.run(f"{play}.play({play}.now.moves[0].word)")


def contrast(*colours):
    """The contrast of two colours as `rgb(..)`, by WCAG 2.2."""
    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        return sum(weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4) for weight, part in zip((0.2126, 0.7152, 0.0722), parts))
    low, high = sorted(map(light, colours))
    return (high + 0.05) / (low + 0.05)


def chooses_a_line(page):
    """Of two lines that a point offers, each has its letter and colour, in view with its button; a tap on a stone takes it."""
    moves = ["k", "d", "j2-k2xw1", "e8-d8xe1"]

    def stands_out(*kinds):
        for kind in kinds:
            mark, wood, opacity = page.run(f"(({{ stroke, fill, opacity }}, wood) => ['{kind}' === '.target' ? fill : stroke, wood.fill, opacity])(getComputedStyle(document.querySelector('#play {kind}')), getComputedStyle(document.querySelector('#play .wood')))")
            assert contrast(mark, wood) >= 3 and opacity == "1", (kind, mark, opacity)

    for place, (point, word) in enumerate((("i3", "k2-i2xn1"), ("i1", "k2-i2xs1"))):
        page.run(f"pasang.start({{ {GAME}, moves: {moves} }}, ['person', 'person'])")
        stands_out(".target", ".start")
        page.press("#play [data-point='i2']")
        seen = page.run("[...document.querySelectorAll('#play .asks button, #play .letter')].map((it) => [it.textContent, it.getBoundingClientRect().bottom <= innerHeight])")
        assert seen == [["A", True], ["B", True], ["A+2", True], ["B+1", True]] or seen == [["A+2", True], ["B+1", True], ["A", True], ["B", True]], seen
        assert page.run(f"getComputedStyle(document.querySelectorAll('#play .choice')[{place}]).stroke") == ["rgb(168, 67, 0)", "rgb(0, 101, 159)"][place]
        # Each mark stands out from the wood, 3 to 1; each stone says its line, and the letters are not read as well; trays look like the board.
        stands_out(".choice")
        assert page.run("['i3', 'i1'].map((it) => document.querySelector(`#play [data-point=${it}]`).getAttribute('aria-label').split(', ').at(-1))") == page.run("['A', 'B'].map((letter) => pasang.inside.say('of-line', { letter }))")
        hidden, tray, wood = page.run("[document.querySelector('#play .marks').getAttribute('aria-hidden'), getComputedStyle(document.querySelector('#play .tray')).backgroundColor, getComputedStyle(document.querySelector('#play .wood')).fill]")
        assert hidden == "true" and tray == wood, (hidden, tray, wood)
        page.press(f"#play [data-point='{point}']")
        assert page.run("pasang.game.moves.at(-1)") == word
    page.run(f"pasang.start({{ {GAME}, moves: [] }}, ['person', 'person']); pasang.views.play.tap('c1', true)")
    stands_out(".takes", ".start")


def turns_and_sounds(page):
    """Of two at one board each sees their own side below, and the arrow keys follow; sounds are off until asked for."""
    play = "pasang.views.play"
    below = "(() => { const [one, other] = ['a1', 'a11'].map((point) => document.querySelector(`#play [data-point=${point}]`).getBoundingClientRect().top); return one > other ? 1 : 2; })()"
    page.run(f"pasang.start({{ {GAME}, moves: [] }}, ['person', 'person'])")
    assert page.run("pasang.store.get('sound') !== 'on' && pasang.store.get('turn') !== 'on'")
    page.press("#play [data-key='turn']", "#play [data-key='sound']")
    page.run("window.tones = 0; { const { sound } = pasang, tone = sound.tone; sound.tone = (...more) => { tones += 1; tone.apply(sound, more); }; }")
    assert page.run(below) == 1
    page.run(f"{play}.play({play}.now.moves[0].word)")
    assert page.run(f"[{below}, {play}.now.turn, tones]") == [2, 2, 5]
    page.run(f"{play}.board.focus('b11')")
    page.key("ArrowLeft")
    assert page.run("document.activeElement.dataset.point") == "c11"
    page.run(f"{play}.play({play}.now.moves[0].word)")
    assert page.run(below) == 1
    # Alone, the second player sees that side below all the time.
    page.run("pasang.start({ ...pasang.game, moves: ['c'] }, ['beginner', 'person'])")
    assert page.run(below) == 2
    page.press("#play [data-key='turn']", "#play [data-key='sound']")
    assert page.run(below) == 1
    made = page.run("tones")
    page.run(f"{play}.play({play}.now.moves[0].word)")
    assert page.run("tones") == made


def reviewed(page, program):
    """The review of the played game has the program's values for each move."""
    page.press("#play .more [data-key='tab-review']", first="pasang.show('play'); pasang.views.play.toBoard()")
    page.wait("pasang.views.review.review !== null", 120)
    assert page.run("document.activeElement.matches('#review .curve')"), "the review has no focus"
    found, command = page.run("pasang.views.review.review"), [program, "review", "-", "--json", "--positions", "10000"]
    done = subprocess.run(command, input=page.run("pasang.views.play.text()"), capture_output=True, text=True, check=True)
    expected = json.loads(done.stdout)
    for place, point in enumerate(expected["points"]):
        assert abs(found["points"][place]["chance"] - 1000 * point["chance"]) < 0.5, place
    for ply, other in zip(expected["plies"], found["plies"], strict=True):
        better = (ply["better"] or {}).get("move")
        assert (ply["played"]["move"], better) == (other["played"]["word"], (other["better"] or {}).get("word")), ply
    assert expected["moments"] == found["moments"]
    for player, (choices, good, share, points) in zip(expected["players"], found["choices"], strict=True):
        assert (player["choices"], player["good"]) == (int(choices), int(good)), player
        assert player["accuracy"] == (int(share) / 1000 if share else None), player
        assert player["points_lost"] == (int(points) / 100 if points else None), player
    assert expected["proved_from"] == found["proved"] + 1 and page.run("document.querySelectorAll('.moment:not(.seen)').length") == len(found["moments"])
    review = "pasang.views.review"
    # The same chance as in Play.
    for at in (0, len(found["plies"]) // 2):
        chance = page.run(f"(pasang.core.ask(pasang.inside.orderOf(pasang.game, {at})), pasang.core.ask('chance 10000'))")
        assert int(chance.split("\t")[1]) == found["points"][at]["chance"], (at, chance)
    # Keys step, taps on the curve go there, the ring is around what was taken.
    page.run(f"{review}.showAt(2)")
    assert page.run(f"document.querySelectorAll('#review .takes').length") == found["plies"][2]["played"]["stones"]
    page.key("ArrowRight", "ArrowLeft", "ArrowLeft")
    assert page.run(f"{review}.at") == 1
    # What is shown is announced.
    last = "document.getElementById('told').lastChild.textContent === document.querySelector('#review .caption').textContent"
    for key in ("forth", "back", "show-line")[:2 + bool(found["moments"])]:
        page.press(f"#review [data-key='{key}']", first="document.getElementById('told').replaceChildren()")
        assert page.run(last), key
    page.press("#review .curve")
    assert abs(page.run(f"{review}.at") - len(found["plies"]) / 2) <= 1
    for number in found["moments"]:
        # What did not matter is under another heading.
        below = page.run(f"[...document.querySelectorAll('#review h2, #review [data-ply]')].map((it) => it.dataset.ply ?? it.textContent)")
        heading, mattered = [it for it in below[:below.index(str(number))] if not it.isdigit()][-1], page.run("pasang.inside.say('moments')")
        assert (heading == mattered) == (found["plies"][number - 1]["lost"] >= 50), (heading, number)
        assert len(page.run(f"document.querySelector('[data-ply=\"{number}\"]').closest('.moment').querySelector('.why-so').textContent")) > 20
    # What is estimated is about so much, and never all; what is proved says so.
    told = page.run("[...document.querySelectorAll('#review [data-ply], #review .caption')].map((it) => it.textContent)")
    assert all(any(word in it for word in ("about", "99 %", "proved", "kira-kira", "terbukti", "1 %")) and "100 %" not in it for it in told if "Move" in it or "Langkah" in it), told
    if found["moments"]:
        # The better line is shown on the board, and played on from there.
        first = found["moments"][0] - 1
        page.press("#review [data-key='show-line']")
        assert page.run(f"{review}.movesHere().length === {first + 1} && {review}.movesHere().at(-1)") == found["plies"][first]["better"]["word"]
        page.key("ArrowRight")
        assert page.run(f"{review}.line.step") == min(2, page.run(f"{review}.line.words.length"))
        page.press("#review [data-key='try-it']")
        assert page.run(f"pasang.view === 'puzzles' && pasang.views.puzzles.solve.page.game.moves.length === {first}")
        page.run("pasang.views.puzzles.list(); pasang.show('review')")
        page.wait("pasang.views.review.review !== null", 120)


def gives_reasons(page):
    """What a move left open and gave up, counted by hand on a position of the puzzles."""
    told = page.run("""(() => { const { game } = pasang.views.puzzles.puzzles[13], { core, inside: { reasonsOf } } = pasang;
      const seen = (word, worth) => ({ word, worth, line: [] });
      return [reasonsOf(core, game, 57, { by: 2, played: seen('e10-e3xw1', 'proved loss -1'), better: seen('e10-b10xs3', 'proved win +1') }),
        reasonsOf(core, game, 56, { by: 1, played: seen(game.moves[56], 'points +1.00'), better: seen('j4-b4xn1s2', 'points +1.00') })];
    })()""")
    # What is proved, or stuck by the search, is never without a reason.
    worths = [("stuck loss", "points +1.00", "After it Player 2 gets stuck, as the search sees it."), ("proved loss +3", "points +1.00", "After it Player 2 gets stuck: that is proved."),
              ("proved loss -3", "points +1.00", "After it the game is lost: that is proved."), ("points +1.00", "stuck win", "After e10-b10xs3 Player 1 gets stuck, as the search sees it.")]
    for worth, better, reason in worths:
        because = page.run(f"""(() => {{ const {{ game }} = pasang.views.puzzles.puzzles[13], seen = (word, worth) => ({{ word, worth, line: [] }});
          return pasang.inside.reasonsOf(pasang.core, game, 57, {{ by: 2, played: seen('e10-e3xw1', '{worth}'), better: seen('e10-b10xs3', '{better}') }}); }})()""")
        assert because[0] == reason, because
    costs = page.run("[['proved win +1', 'proved loss -1', 1000], ['points +1.00', 'stuck loss', 1000], ['points +1.00', 'points -1.00', 123]].map(([better, played, lost]) => pasang.inside.costOf({ better: { worth: better }, played: { worth: played }, lost }))")
    assert costs == ["the win, as is proved", "more than 99 %", "about 12 %"], costs
    assert told == [["It turned a win into a loss: both are proved.", "Player 2 took 1 white stone, 2 points, where 3 white stones could be taken, 6 points."],
                    ["It left 3 white stones open to Player 2: e10-b10xs3 takes 6 points. After j4-b4xn1s2 the most would be 3.",
                     "Player 1 took 3 black stones, 3 points, where 3 white stones could be taken, 6 points."]], told


def tells_pupils(page, program):
    """After three games against a bot the page says the program's level of a player; two at one board get the code of the result."""
    play, texts, engine = "pasang.views.play", [], Engine(program)
    page.run("for (const key of pasang.store.keys('kept-')) pasang.store.set(key, '')")
    for seed in range(3):
        assert page.run("document.querySelector('#play [data-key=your-level]') === null")
        page.run(f"pasang.start({{ {GAME}, moves: {whole_game(engine, 'brunei-slide', 'catalogue-05', 'slip:precision=0.4', seed)} }}, ['beginner', 'person']); pasang.isTouched = true; {play}.refresh()")
        texts.append(page.run(f"{play}.text()"))
    page.press("#play [data-key='your-level']")
    done = subprocess.run([program, "level", "--player", "second", "--json", "-"], input="\n\n".join(f"game: {at}\n{text}" for at, text in enumerate(texts, 1)), capture_output=True, text=True, check=True)
    (told,) = json.loads(done.stdout)
    level, end = told["level"], lambda key: "…" if told["level"][key] is None else f"{told['level'][key]:g}"
    # The Elo of the levels is that of experiments/ladder-levels.toml.
    name = min(zip((87, 295, 621, 954, 1308), ("beginner", "easy", "medium", "good", "strong")), key=lambda it: abs(it[0] - level["elo"]))[1]
    expected = page.run(f"pasang.inside.say('level-is', {{ level: pasang.inside.say('short-{name}'), n: 3, low: '{end('low')}', high: '{end('high')}' }})")
    page.wait(f"document.querySelector('dialog p').textContent === {json.dumps(expected)}", 60)
    page.press("dialog [data-key='close']")
    page.press("#play [data-key='class-code']", first=f"pasang.players[0] = 'person'; {play}.refresh()")
    page.run("(() => { const table = document.querySelector('dialog input'); table.value = 7; table.dispatchEvent(new Event('input')); })()")
    winner = page.run(f"{play}.now.over.winners")
    assert page.run("document.querySelector('dialog .code').textContent").startswith(f"7-{1 if len(winner) == 2 else 2 * (winner == [1])}")
    page.press("dialog [data-key='close']")


def first_quarter(page):
    """From the first visit to the end of the first game: taps on the board and on buttons, counted, and a second tap is asked for in words."""
    page.run("for (const key of ['learnt', 'game', 'id', ...pasang.store.keys('kept-')]) pasang.store.set(key, ''); sessionStorage.clear()")
    page.reload()
    lesson, play, taps = "pasang.views.lesson", "pasang.views.play", 0
    # The same bots each time.
    page.run(f"{lesson}.wait = 0; pasang.seed = 7; {{ let at = 7; Math.random = () => (at = at * 16807 % 2147483647) / 2147483647; }}")

    def tap(selector):
        nonlocal taps
        taps += 1
        page.press(selector)

    for step, points in enumerate((["c1"], ["b1", "c1"], ["e1"], ["e1"], ["e1"], ["a5"], ["a1"], ["f5"], ["g5"], ["b5", "b4"])):
        page.wait(f"pasang.view === 'lesson' && {lesson}.at === {step}")
        for point in points:
            tap(f'#lesson [data-point="{point}"]')
    page.wait(f"{lesson}.at === 10")
    for view, section in ((lesson, "lesson"), (play, "play")):
        while True:
            page.wait(f"{view}.now.over || {view}.person")
            if page.run(f"Boolean({view}.now.over)"):
                break
            move = page.run(f"{view}.now.moves.reduce((best, move) => (move.points > best.points ? move : best))")
            made, chosen = page.run(f"[{view}.page.game.moves.length, {view}.path.length]")
            for point in (move["way"] or move["takes"][:1])[chosen:]:
                tap(f'#{section} [data-point="{point}"]')
            if page.run(f"{view}.page.game.moves.length") == made:
                assert page.run(f"{view}.offered.length > 1 || {view}.asks.textContent.includes(pasang.inside.say('tap-again'))")
                tap(f'#{section} [data-point="{move["takes"][-1] if page.run(f"{view}.offered.length") > 1 else (move["way"] or move["takes"])[-1 if move["way"] else 0]}"]')
        if section == "lesson":
            tap(f"#lesson [data-key='{'lesson-play' if page.run(f'{lesson}.isDone !== null') else 'play-again'}']")
    # What is next is the one main button.
    assert taps <= 40 and page.run("document.querySelectorAll('#play .asks .main').length === 1 && !/[a-k]\\d-/.test(document.getElementById('play').innerText)"), taps
    page.run(f"{lesson}.wait = 1e9")
    print(f"{taps} taps from the first visit to the end of the first game")


def kinds_of_puzzles(page, program):
    """Openings and moves that avoid being stuck are proved by the program; captures have the same best move by its searches. A run counts what is right."""
    engine, values = Engine(program), {}
    puzzles = [it for it in page.run("pasang.views.puzzles.puzzles.map(({ game, solution, keeps }) => ({ setup: game.setup.name, moves: game.moves, solution, keeps }))") if it["keeps"] not in ("win", "draw")]
    for it in puzzles:
        if it["keeps"] == "best":
            engine.ask("set bot search:depth=5")
            engine.ask(f"position rules brunei-slide setup {it['setup']} moves {' '.join(it['moves'])}")
            assert engine.ask("go", "bestmove").split()[1] == it["solution"], it
            continue
        engine.ask("set bot search:nodes=300000,solve=26")
        asked = lambda moves: engine.ask(f"position rules brunei-slide setup {it['setup']}" + (f" moves {' '.join(moves)}" if moves else ""))
        asked(it["moves"])
        legal = [line.split()[1] for line in engine.ask("board", "board").splitlines()[:-1]]
        for word in legal:
            asked([*it["moves"], word])
            values[word] = re.search(r"value proved (\w+) (\S+)", engine.ask("go", "bestmove"))
        right = [word for word in legal if values[word][1] == "loss" or it["keeps"] == "live" and values[word][1] == "draw"]
        assert right == [it["solution"]] and len(legal) > 2, (it, right)
        assert it["keeps"] == "open" or all(int(values[word][2]) <= 0 for word in legal if word not in right), (it, "not stuck")
    page.press("#puzzles [data-key='run-go']", first="pasang.views.puzzles.open = null; pasang.show('puzzles'); pasang.store.set('run', '')")
    solve = "pasang.views.puzzles.solve"
    page.run(f"{solve}.play(pasang.views.puzzles.puzzles.find(({{ game }}) => game.moves.join() === {solve}.page.game.moves.join() && game.setup.name === {solve}.page.game.setup.name).solution)")
    page.wait("pasang.views.puzzles.run.right === 1 && pasang.views.puzzles.solve.state === 'asked'")
    page.press("#puzzles [data-key='run-stop']")
    assert page.run("document.querySelector('dialog p').textContent === pasang.inside.say('run-record', { n: 1 }) && pasang.store.get('run') === '1'")
    page.press("dialog [data-key='ok']")


def near(found, row, names):
    """Asserts that the page's figures are those of a row of the program's tables."""
    for figure, name in zip(found, names, strict=True):
        assert abs(figure - float(row[name])) < 1e-5, (name, found, row)


def same_statement(found, row):
    """Whether the page's size and direction are those of a row, which leaves empty what is not shown."""
    return [found["size"], found["direction"]] == [(row[key] or "open").replace(" ", "-") for key in ("size", "direction")]


def equal_to_the_tables(found, folder, cell="0"):
    """The page's estimates are those of the program's tables."""
    def rows(name):
        return [row for row in csv.DictReader(open(folder / name)) if row["cell"] == cell]

    (row,) = rows("balance.csv")
    assert same_statement(found, row), (found, row)
    assert same_statement(found["value"], {key.removeprefix("value_"): text for key, text in row.items() if key.startswith("value_")}), (found, row)
    near(found["score"], row, ["score", "score_low", "score_high"])
    near(found["unseen"], row, ["unseen_low", "unseen_high"])
    near(found["value"]["score"], row, ["value", "value_low", "value_high"])
    firsts = {row["move"]: row for row in rows("columns.csv") if row["side"] == "first"}
    assert sorted("/".join(it["words"]) for it in found["firsts"]) == sorted(firsts), (found, firsts)
    for it in found["firsts"]:
        near([it["best"], *it["value"]], firsts["/".join(it["words"])], ["best", "value", "value_low", "value_high"])


# A pattern of the full board that is not known.
UNKNOWN = "fourfold-11-7"


def fair_in_the_program(program, folder):
    """Begins the program's answer on a pattern that is not known: its games go into a folder."""
    return subprocess.Popen([program, "run", "--setup", UNKNOWN, "--threads", "1", "--json", "--out", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def crew_sums(folder):
    """The score sums of each crew's pairs of first columns."""
    sums = {}
    for row in pair_counts(folder):
        sums.setdefault(row["bots"].removeprefix("crew:"), []).append([round(12 * row["score"]), row["games"]])
    return sums


def fair_at_each_level(page, answer, folder):
    """From the program's games the page has the program's figures of every level, and its words."""
    expected = json.loads(answer.communicate()[0])["joint"]["balance"]
    found = page.run(f"pasang.inside.levelsOf(pasang.core, pasang.inside.orderOf({named(UNKNOWN)}, 0), {json.dumps(crew_sums(folder))})")
    for level, row in zip(found, expected, strict=True):
        assert (level["crew"], level["isPredicted"]) == (row["class"], row["games"] == 0) and same_statement(level, row), (level, row)
        near(level["score"], row, ["score", "score_low", "score_high"])
    said = (folder / "report.html").read_text()
    assert page.run(f"pasang.inside.statementOf({json.dumps(found)})") in html.unescape(said)
    told = lambda *statements: page.run(f"pasang.inside.statementOf({json.dumps([{'crew': crew, 'size': size, 'direction': direction} for crew, (size, direction) in zip(CREWS, statements)])})")
    even, ahead, unknown = ("within-10", "open"), ("within-10", "first"), ("open", "open")
    assert told(even, even, ahead, unknown, unknown, ("beyond-10", "second")) == ("Up to easy within 10 percentage points of even, neither side shown; for medium the first player's, within 10 percentage points; "
        "from quick to club open: these games show neither size nor side; for strong the second player's, by more than 10 percentage points.")
    assert told(*[unknown] * 6) == "Open: these games show neither size nor side, at every level."
    assert told(("within-5", "open")) == "Yes: within 5 percentage points of even, neither side shown." and told(ahead).startswith("Nearly: ")


def images_are_known(page):
    """A pattern that is turned or mirrored has the answer of the known one; with the colours exchanged it is another."""
    turned, mirrored = lambda rows: ["".join(column) for column in zip(*rows)][::-1], lambda rows: [row[::-1] for row in rows]
    exchanged = lambda rows: [row.translate(str.maketrans("bw", "wb")) for row in rows]
    kept = lambda rows: page.run(f"pasang.isFair({{ rules: 'brunei-slide', set: {{}}, moves: [], setup: {{ name: 'mine', rows: '{'/'.join(rows)}' }} }}); JSON.stringify(pasang.views.fair.known)")
    for name, image in ("catalogue-04", turned), ("catalogue-04", mirrored), ("catalogue-25", mirrored), ("catalogue-25", lambda rows: rows[::-1]):
        rows = page.run(f"pasang.catalogue.setups.get('{name}').rows").split("/")
        assert image(rows) != rows and kept(exchanged(rows)) == "[]" and kept(image(rows)) == kept(rows) != "[]", name
        kept(image(rows))
        assert page.run(f"document.getElementById('fair').textContent.includes(pasang.inside.say('fair-image', {{ name: pasang.inside.say('pattern-number', {{ n: {int(name[-2:])} }}) }}))"), name


def draws_codes(page):
    """QR codes have the sizes of ISO/IEC 18004, tables 1 and 7, at the lowest level of correction."""
    code = lambda length: page.run(f"pasang.core.ask('qr\\n' + 'a'.repeat({length}))")
    for length, side in (17, 21), (18, 25), (230, 53), (231, 57), (271, 57):
        assert [len(row) for row in code(length).split("/")] == [side] * side, length
    assert code(272) == "error the text is too long", code(272)


def fair(page, program):
    """The page plays the games that the program plays."""
    page.run("pasang.start({ rules: 'brunei-slide', set: {}, setup: pasang.catalogue.setups.get('catalogue-07'), moves: [] })")
    page.run("pasang.show('fair')")
    # It begins with the answer, where it is known, and else with the question.
    begins = "document.querySelector('#fair h2 + div').textContent.startsWith(%s) && !document.querySelector('#fair details').open"
    if has_book(page):
        assert page.run(begins % "pasang.inside.statementOf(pasang.views.fair.known)") and page.run("document.querySelectorAll('#fair .classes tbody tr').length") == len(CREWS)
        images_are_known(page)
    page.run(f"pasang.isFair({SMALL})")
    assert page.run(begins % "pasang.inside.say('fair-question')")
    page.press("#fair [data-key='fair-go']")
    played, levels = "pasang.views.fair.played", "document.querySelectorAll('#fair .levels').length"
    page.wait(f"{played}?.games > 0", 300)
    page.wait("/about \\d+ (s|min) left|kira-kira \\d+ (saat|minit) lagi/.test(document.querySelector('#fair h3').textContent)")
    # A reload keeps the games.
    page.reload()
    page.wait(f"pasang.view === 'fair' && {played}?.games > 0", 300)
    # They go on where another tab, or Stop, interrupted them.
    page.press("#fair [data-key='stop']", first="pasang.show('play'); pasang.show('fair')")
    some = page.run(f"{played}.games")
    page.press("#fair [data-key='fair-go']")
    page.wait(f"{played}.games > {some}", 300)
    # The first answer comes after a third.
    page.wait(f"{levels} === 1", 300)
    assert page.run(f"3 * {played}.games >= {played}.all && {played}.games < {played}.all")
    page.wait(f"{played}.games === {played}.all", 600)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder, "out")
        subprocess.run([program, "run", "--setup", "fourfold-7-1", "--out", folder], capture_output=True, check=True)
        assert page.run(f"{played}.sums") == crew_sums(folder)
        equal_to_the_tables(page.run(f"{played}.best"), folder, "2")
        # The picture is that of the program but for words.
        subprocess.run([program, "balance", folder, "--svg", folder / "drawn"], capture_output=True, check=True)
        marks = lambda svg: [line for line in svg.splitlines() if line.startswith(("<path class", "<rect class", "<g"))]
        svg = page.run("pasang.views.fair.shared().svg")
        assert all(len(line) < 93 for line in re.findall(r"<text[^>]*>([^<]*)", svg)), svg
        drawn = marks(svg)
        assert drawn == marks((folder / "drawn/card-fourfold-7-1.svg").read_text()) and sum("circle" in line for line in drawn) >= 3, drawn
        assert page.run("(({ complete, naturalWidth, alt }) => complete && naturalWidth > 0 && alt.length > 20)(document.querySelector('#fair img.levels'))")
    # It survives a switch of tabs.
    page.run("pasang.show('play'); pasang.show('fair')")
    assert page.run(levels) == 1


# Script that drops a file on the part for tables of any game.
DROP = """(() => { const data = new DataTransfer(); data.items.add(new File([Uint8Array.from(%s)], 'games.csv')); const { part } = pasang.views.fair.any; part.open = true; part.lastChild.replaceChildren();
  part.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })); })()"""
ANSWERED = "pasang.views.fair.any.part.lastChild.childElementCount > 0"


def tables_of_any_game():
    """Yields tables, as bytes, with options of rules: counts with options; three seats, with games without result; unequal players, who sit in both seats or in one;
    few games; six patterns without classes; openings."""
    yield (pathlib.Path(__file__).parents[2] / "examples/connect.csv").read_bytes(), "drop,line"
    places = lambda at: "-;-;-" if at % 40 == 0 else ("2;1;3", "1;2;2", "1;3;2")[at % 3]
    yield ("\ufeffmap;ai;place_1;place_2;place_3\n" + "".join(f"<{at % 6}>;a{at % 3};{places(at)}\n" for at in range(300))).encode(), ""
    for seats in ("{0},{1}", "{1},{0}"), ("{0},{1}",) * 2:
        yield ("bot_1,bot_2,winner\n" + "".join(f"{seats[at % 2].format('ann', 'b & <o>')},{('1-0', '0-1', '1/2-1/2', '*', '1-0')[at * at % 5]}\n" for at in range(90))).encode(), ""
    yield b"winner\nfirst\nsecond\nfirst\n", ""
    yield ("position,winner,games\n" + "".join(f"{at},{word},{games}\n" for at in range(6) for word, games in (("first", 30 + 9 * at), ("second", 40), ("draw", 5)))).encode(), ""
    yield ("map,opening,winner,games\n" + "".join(f"{at % 2},<{at // 2}>,{seat},{60 + 9 * at * (seat - 1)}\n" for at in range(6) for seat in (1, 2))).encode(), ""


def written(row, seats, heads):
    """The cells of a row of the program's JSON: numbers as a list, words as a text."""
    numbers = lambda *keys: [100 * row[key] for key in keys if row.get(key) is not None]
    shown = ", ".join(filter(None, [row.get("size"), row.get("direction")])) or "open"
    cells = {"pattern": row.get("pattern"), "option": f"{row.get('option')} {row.get('value')}", "first": row.get("first"), "best": numbers("best"), "than": row.get("than"), "class": row["class"], "seat": str(row.get("seat")) if seats > 2 else "",
             "score": numbers("score", *(() if row.get("lack") else ("score_low", "score_high"))), "shown": "no interval" if row.get("lack") else shown, "one_more": numbers("one_more_low", "one_more_high"),
             "over_such": numbers("over_such_low", "over_such_high"), "more": numbers("more", "more_low", "more_high"), "effect": numbers("effect", "effect_low", "effect_high"), "joint": numbers("joint_low", "joint_high"), "games": str(row.get("games"))}
    return [cells[head] for head in heads]


def same_cells(found, rows):
    """Whether the page's cells are these; a column without text is not shown."""
    kept = [at for at in range(len(rows[0])) if any(row[at] for row in rows)]
    assert len(found) == len(rows), (found, rows)
    for cells, row in zip(found, rows):
        for cell, expected in zip(cells, [row[at] for at in kept], strict=True):
            numbers = [float(it) for it in re.findall(r"[+-]?\d+\.\d", cell)]
            assert cell == expected if isinstance(expected, str) else len(numbers) == len(expected) and all(abs(one - other) < 0.0501 for one, other in zip(numbers, expected)), (cells, row)


def any_game(page, program, folder):
    """A table that is chosen or dropped has all figures of `pasang balance`; a wrong one is refused in the core's words."""
    page.run("pasang.show('fair')")
    path, (columns, factors) = folder / "games.csv", (f"pasang.views.fair.any.fields[{at}]" for at in range(2))
    for number, (table, options) in enumerate(tables_of_any_game()):
        path.write_bytes(table)
        expected = json.loads(subprocess.run([program, "balance", path, "--json", *(["--factor", options] if options else [])], capture_output=True, check=True).stdout)
        page.run(f"{factors}.value = {json.dumps(options)}; pasang.views.fair.any.part.lastChild.replaceChildren()")
        if number:
            page.run(DROP % json.dumps(list(table)))
        else:
            page.ask("DOM.setFileInputFiles", files=[str(path)], objectId=page.ask("Runtime.evaluate", expression="pasang.views.fair.any.part.querySelector('input')")["result"]["objectId"])
        page.wait(ANSWERED)
        found = page.run("[...pasang.views.fair.any.part.querySelectorAll('table')].map((it) => [...it.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)))")
        seats, rows = expected["seats"], expected["balance"]
        farthest = sorted(rows, key=lambda row: -round(abs(row["score"] - 1 / seats), 5))[:12]
        options = sorted(expected["options"], key=lambda row: -abs(row["effect"]))[:12]
        openings = sorted(expected["openings"], key=lambda row: -max(row["effect_low"], -row["effect_high"]))[:12]
        wanted = [(expected["classes"], "class seat score shown one_more over_such more games"), *([(farthest, "pattern class seat score shown games")] if len({row["pattern"] for row in rows}) > 1 else []),
                  *([(options, "option than class effect joint games")] if options else []), *([(openings, "first pattern class effect best")] if openings else [])]
        for cells, (rows, heads) in zip(found, wanted, strict=True):
            same_cells(cells, [written(row, seats, heads.split()) for row in rows])
        said = page.run("pasang.views.fair.any.part.lastChild.textContent")
        assert re.findall(r"\d+", said)[1:5] == [str(expected[key]) for key in ("games", "seats", "without_result", "without_rating")], said
        assert all(note in said for note in [*expected["notes"], *{row["lack"] for row in expected["classes"] if row["lack"]}]), said
    for table, called in (b"map,who\n1,2\n", ""), (b"winner\nfirst\nnone of it\n", ""), (b"winner\n\xff\n", ""), (b"\xff\xfew\0", ""), (b"", ""), (b"a;winner\n1\n", ""), (b"winner\n1\n", "who"), (b"winner\n1\n", "pattern=<b>"):
        path.write_bytes(table)
        refused = subprocess.run([program, "balance", path, *(["--columns", called] if called else [])], capture_output=True, text=True, check=False)
        page.run(f"{columns}.value = {json.dumps(called)}; {factors}.value = ''; {DROP % json.dumps(list(table))}")
        page.wait(ANSWERED)
        place = re.compile(r"^error: (?:`[^`]*games\.csv`(?:, (line \d+))?: )?")
        said = place.sub(lambda it: f"{it[1]}: " if it[1] else "", refused.stderr.replace("\n |\n = help: ", "; "))
        assert refused.returncode == 2 and page.run("document.querySelector('#fair .wrong').textContent").split() == said.split(), refused.stderr
    # In Malay nothing of an answer is English; what stood in the form stays.
    page.run(f"{columns}.value = ''; document.documentElement.lang === 'ms' || document.getElementById('language').click(); {columns}.value = 'class=bot_1'; document.getElementById('language').click(); document.getElementById('language').click()")
    assert page.run(f"{columns}.value") == "class=bot_1"
    for table, _ in [*tables_of_any_game()][1:]:
        page.run(f"{columns}.value = ''; {DROP % json.dumps(list(table))}")
        page.wait(ANSWERED)
        told = page.run("pasang.views.fair.any.part.innerHTML")
        assert "lang=" not in told and not re.search(" (games|open|would|interval|with) ", told), (table[:60], page.run("JSON.stringify([pasang.views.fair.any.fields.map((it) => it.value), pasang.views.fair.any.table.size])"), told)
    page.run("document.getElementById('language').click()")


def mends(page):
    """The result is in view as soon as games begin; a pattern that is not fair is mended at a level by a small symmetric change, and Stop works."""
    view = "pasang.views.fair"
    # A pattern of 24 stones, so that it takes seconds.
    page.press("#fair [data-key='fair-go']", first=f"pasang.isFair({named('fourfold-5-1')})", then="Boolean(document.querySelector('#fair .result h3'))")
    assert page.run("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('#fair h3').getBoundingClientRect())"), "the result is not in view"
    assert page.run("document.activeElement.dataset.key") == "stop"
    page.wait(f"{view}.played?.games === {view}.played?.all && {view}.halt.hidden", 120)
    assert page.run("document.getElementById('told').lastChild.textContent === document.querySelector('#fair h3').textContent"), "the answer is not announced"
    assert page.run(f"{view}.mend.hidden === {view}.levels.every(({{ size }}) => size.startsWith('within'))")
    page.press("#fair [data-key='mend']", first=f"{view}.mend.hidden = false")
    page.wait(f"/ left/.test({view}.mending?.told?.textContent)", 60)
    page.press("#fair [data-key='stop']")
    page.wait(f"{view}.mending === null && document.activeElement.dataset.key === 'fair-go'", 5)
    page.press("#fair [data-key='mend']", first=f"{view}.mend.hidden = false; document.querySelector('#fair .form select').value = 'medium'; document.querySelector('#fair .form select').dispatchEvent(new Event('change'))")
    page.wait(f"Boolean({view}.mending?.result)", 120)
    assert page.run(f"{view}.mending.crew") == "medium" and "(medium, " in page.run("document.querySelector('#fair .mended').textContent")
    found = page.run(f"{view}.mending.result")
    assert found["isMended"] == found["found"]["size"].startswith("within"), found
    # Turned by quarters the pattern stays, and so do its counts.
    rows = found["game"]["setup"]["rows"].split("/")
    assert ["".join(column) for column in zip(*rows[::-1])] == rows and "".join(rows).count("b") == 12, rows
    assert page.run("document.querySelectorAll('#fair .mended .takes').length") == len(found["points"]) and page.run("document.querySelectorAll('#fair .mended .range').length") == 2
    page.press("#fair .mended [data-key='share']", then="document.querySelector('dialog img.preview')?.naturalWidth > 0")
    assert page.run("document.querySelector('dialog img').alt.startsWith(document.querySelector('#fair .mended h3').textContent)")
    page.press("dialog [data-key='close']")
    # Another tab keeps the answer.
    page.run("pasang.show('play'); pasang.show('fair')")
    assert page.run("document.querySelectorAll('#fair .mended .range').length") == 2
    # Without any symmetry one stone of each colour changes.
    assert page.run("pasang.inside.changesOf(['bbwbb', 'bwwwb', 'ww_ww', 'bwwwb', 'bbwbb'].map((row, at) => (at ? row : 'wbbbb'))).every((points) => points.length === 2)")


def in_the_rules(page):
    """Each toggle of the core and each of its values has its words in Malay, and none is cut off."""
    page.run("document.documentElement.lang === 'ms' || document.getElementById('language').click()")
    for rules in ("brunei-slide", "bell"):
        setup = "bell-chequer" if rules == "bell" else "catalogue-05"
        page.run(f"pasang.start({{ rules: '{rules}', set: {{}}, setup: pasang.catalogue.setups.get('{setup}'), moves: [] }}, ['person', 'person']); pasang.views.play.ask(); document.querySelector('details.rules').open = true")
        cut = page.run("""(() => { const pen = document.createElement('canvas').getContext('2d'), { toggles, rules } = pasang.catalogue, kind = rules.get(pasang.game.rules).game;
          return toggles[kind].flatMap(({ name, words }) => {
            const of = document.querySelector(`[data-toggle="${name}"]`), select = of.querySelector('select');
            const [title, about] = [of.querySelector('label span').textContent, of.lastChild.textContent];
            const style = select && getComputedStyle(select), room = select && select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
            if (select) pen.font = style.font;
            const texts = select ? [...select.options].map((it) => it.text) : [];
            return [title === name && name, of.scrollWidth > of.clientWidth && name, about.length < 10 && name, texts.length !== words.length && name, ...texts.filter((text) => pen.measureText(text).width > room || words.some(([word]) => word === text))].filter(Boolean);
          }); })()""")
        assert not cut, cut
    page.run("pasang.show('play'); document.getElementById('language').click()")
    # In Malay no text is the English one, but for names and numbers.
    same = page.run("pasang.inside.sameInBoth().filter((key) => key.startsWith('toggle-'))")
    assert not same, same


def in_pictures(page):
    """The rules with pictures; a position as a picture; what is copied is in view; all tabs are seen."""
    page.press("#play .how summary", first="pasang.start({ ...pasang.game, rules: 'brunei-slide', set: {}, setup: pasang.catalogue.setups.get('catalogue-05'), moves: ['c', 'j', 'd2-c2xe1w2', 'k9-j9xw1'] }, ['person', 'person'])")
    page.wait("document.querySelectorAll('#play .how figure').length === 9")
    assert page.run("[...document.querySelectorAll('#play .how figure')].every((it) => it.querySelector('.takes, .taken, .choice') !== null)")
    page.press("#play .how summary")
    page.press("#play [data-key='share']", first=SAVES, then="document.querySelector('dialog img')?.naturalWidth > 0")
    # The names of rows and columns are smaller than the stones.
    shown = "Object.assign(document.createElement('div'), { innerHTML: decodeURIComponent(document.querySelector('dialog img').src.replace(/^[^,]*,/, '')) })"
    high = page.run(f"(() => {{ const place = document.body.appendChild({shown}), all = [...place.querySelectorAll('.names text')].map((it) => it.getBBox().height); place.remove(); return all; }})()")
    assert len(high) == 22 and max(high) < 1, high
    page.press("dialog [data-key='save-svg']", "dialog [data-key='save-png']")
    assert page.run("saved.map(({ type }) => type).join()") == "image/svg+xml,image/png"
    page.press("dialog [data-key='close']")
    width, height, kinds = page.run("createImageBitmap(saved[1]).then((image) => { const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0); return [image.width, image.height, new Set(pen.getImageData(0, 0, image.width, image.height).data).size]; })")
    assert width >= 1000 and height > width and kinds > 50, (width, height, kinds)
    page.press("#play [data-key='position']", then="pasang.views.play.told.querySelector('input')?.value.length > 0")
    page.wait("(({ top, bottom }) => top >= 0 && bottom <= innerHeight + 1)(pasang.views.play.told.getBoundingClientRect())", 3)
    # Every tab is seen, and none is cut off.
    page.run("scrollTo(0, 0)")
    hidden = page.run("[...document.querySelectorAll('#tabs button')].filter((it) => { const { left, right, bottom } = it.getBoundingClientRect(); return left < 0 || right > innerWidth || bottom > 160 || it.scrollWidth > it.clientWidth; }).map((it) => it.textContent)")
    assert not hidden and page.run("document.querySelectorAll('#tabs button').length") == 5, hidden
    page.reload()


# Script that catches what is saved in place of a download.
SAVES = """window.saved = []; if (!window.catches) { window.catches = true; const { createObjectURL } = URL, { click } = HTMLAnchorElement.prototype;
  URL.createObjectURL = (blob) => { saved.push(blob); return createObjectURL(blob); }; HTMLAnchorElement.prototype.click = function () { if (!this.download) click.call(this); }; }"""


def shared_link(page, place):
    """Returns the link that Share at a place copies."""
    page.press(f"{place} [data-key='share']", then="document.querySelector('dialog img')?.naturalWidth > 0")
    page.press("dialog [data-key='link']", then="Boolean(document.querySelector('dialog input'))")
    link = page.run("document.querySelector('dialog input').value")
    page.press("dialog [data-key='close']")
    return link


def keeps_clear(page):
    """What the board asks and says never covers it: on a phone on its side, and with text of twice the size. Trays are whole."""
    covered = """((section) => { const [asks, board] = ['.asks', '.board'].map((it) => document.querySelector(`#${section} ${it}`).getBoundingClientRect());
      return asks.left < board.right && asks.right > board.left && asks.top < board.bottom - 1 && asks.bottom > board.top; })"""
    seats = """((section) => [...document.querySelectorAll(`#${section} .seat`)].every((seat) => {
      const parts = [...seat.children].filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect());
      const apart = parts.every((one, at) => parts.slice(at + 1).every((other) => one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1));
      return apart && seat.querySelector('.tray').checkVisibility() && seat.scrollWidth <= seat.clientWidth; }))"""
    ended = "pasang.start({ rules: 'brunei-slide', set: {}, setup: { name: 'x', rows: '' }, word: '2..../....b/.._.b/....b/1....:main:1:0-0:brunei-slide', moves: [] }, ['person', 'person']); while (!pasang.views.play.now.over) pasang.views.play.play(pasang.views.play.now.moves[0].word)"
    for width, height, size in ((740, 360, ""), (360, 640, "200%"), (360, 640, "")):
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        page.run(f"document.documentElement.style.fontSize = '{size}'")
        for go in (f"{TWO_LINES}; pasang.views.play.tap('a11', true)", f"{TWO_LINES}; pasang.views.play.tap('i2', true)", ended):
            page.run(go)
            page.wait("document.querySelector('#play .asks').childElementCount > 0")
            assert not page.run(f"{covered}('play')"), (width, size, go)
            assert page.run("(({ top, bottom }) => top >= -1 && bottom <= innerHeight + 1)(document.querySelector('#play .asks').getBoundingClientRect())"), (width, size, go)
        page.press("#lesson [data-point='b1']", "#lesson [data-point='c1']", first="document.getElementById('language').click(); Object.assign(pasang.views.lesson, { wait: 0 }).begin(1); pasang.show('lesson')", then="pasang.views.lesson.at === 2")
        assert size or page.run("document.querySelector('#lesson .rule').getBoundingClientRect().top >= 0"), (width, "the next task is above the screen")
        page.run("document.getElementById('language').click(); Object.assign(pasang.views.lesson, { wait: 1e9 }).begin(9); pasang.show('lesson'); pasang.views.lesson.tap('b5', true)")
        assert not page.run(f"{covered}('lesson')"), (width, size)
        if size == "":
            assert page.run(f"{seats}('lesson')"), (width, "a tray of the lesson")
            page.run("pasang.views.puzzles.open = null; pasang.show('puzzles'); document.querySelector('.sheet .pick').click()")
            assert page.run(f"{seats}('puzzles')"), (width, "a tray of the puzzles")
    page.run("pasang.views.puzzles.open = null; pasang.show('play')")


def flies_and_decides(page):
    """Captured stones fly to their owner's tray, unless the device is set to less motion; the end of a game on points says what decided."""
    play, start = "pasang.views.play", f"pasang.start({{ {GAME}, moves: ['c', 'j', 'd2-c2xe1w2', 'k9-j9xw1'] }}, ['person', 'person'])"
    flying = f"(pasang.views.play.play({play}.now.moves[0].word), document.querySelectorAll('#play .ghosts > g').length)"
    page.run(start)
    assert page.run(flying) == 0
    page.prefers(reduced_motion="no-preference")
    assert set(page.run(f"(pasang.start({STUCK}, ['person', 'person']), document.getAnimations().map(({{ effect }}) => effect.target.getAttribute('class')))")) == {"won", "spark"}, "more than the board moves at the end"
    page.run(start)
    assert page.run(flying) > 0
    off = page.run("""(() => { const tray = document.querySelector('#play .s1 .tray').getBoundingClientRect();
      return [...document.querySelectorAll('#play .ghosts > g')].map((ghost) => { const [flight] = ghost.getAnimations(); flight.pause(); flight.currentTime = flight.effect.getComputedTiming().duration - 0.01;
        const at = ghost.getBoundingClientRect(); return Math.max(Math.abs(at.x + at.width / 2 - tray.x - tray.width / 2), Math.abs(at.y + at.height / 2 - tray.y - tray.height / 2)); }); })()""")
    assert max(off) < 5, off
    page.prefers(reduced_motion="reduce")
    # The last move after which the winner on points stayed ahead, by adding up the moves.
    told = 0
    for seed in range(12):
        page.run(f"pasang.start({{ ...{SMALL}, set: {{ stuck: 'score-decides' }} }}, ['person', 'person'])")
        page.run(f"for (let ply = 0; !{play}.now.over; ply++) {play}.play({play}.now.moves[({seed} * 7919 + ply * 104729) % {play}.now.moves.length].word)")
        trace, scores, said = page.run(f"[{play}.trace.map(({{ turn, move }}) => [turn, move.points, move.word]), {play}.now.scores, {play}.rule.textContent]")
        if scores[0] == scores[1]:
            continue
        winner, lead, last = 1 if scores[0] > scores[1] else 2, 0, 0
        for number, (turn, points, word) in enumerate(trace, 1):
            before, lead = lead, lead + (points if turn == winner else -points)
            last = number if before <= 0 < lead else last
        assert f"ahead for good with move {last}, worth {trace[last - 1][1]} point" in said, (said, last)
        # The winner's points first.
        assert f"{max(scores)}–{min(scores)}" in said, (said, scores)
        told += 1
    assert told > 3, told
    # The player's own points stand first; the end is seen within a second, and of a ka that is stuck each way with the lines that shut it.
    for people, sparks in ((["beginner", "person"], 10), (["person", "beginner"], 0)):
        page.prefers(reduced_motion="no-preference")
        page.run(f"pasang.start({STUCK}, {people})")
        scores, said, won, bright, far, numbers = page.run(f"[{play}.now.scores, {play}.rule.textContent, document.querySelectorAll('#play circle.won').length, document.querySelectorAll('#play .spark').length, Math.max(0, ...[...document.querySelectorAll('#play .won, #play .spark')].flatMap((it) => it.getAnimations().map((it) => it.effect.getComputedTiming().endTime))), [...document.querySelectorAll('#play text.shut')].map((it) => Number(it.textContent))]")
        own = scores if sparks == 0 else scores[::-1]
        assert said.startswith(f"You {'win' if sparks else 'lose'}, {own[0]}–{own[1]}."), said
        assert page.run("document.querySelector('#play .asks .main').dataset.key") == ("larger-board" if sparks else "play-again")
        assert won == 1 and bright == sparks and 0 < far <= 1000, (won, bright, far)
        assert numbers and not any(number % 2 for number in numbers) and "The numbers show" in said, numbers
        page.prefers(reduced_motion="reduce")
        assert page.run("document.querySelector('#play circle.won').getAnimations().length") == 0
    # Three wins in a row offer the next level; a game from a position given does not count.
    games = lambda winners, link="#rules=x": json.dumps([{"link": link, "players": ["person", "easy"], "over": {"scores": [1, 2], "winners": it}} for it in winners])
    assert page.run(f"[{games([[1], [2], [1, 2], [1], [1], [1]])}, {games([[1]], '#given=3')}].map((it) => pasang.inside.recordOf(it, 'easy'))") == [{"won": 4, "drawn": 1, "lost": 1, "row": 3}, {"won": 0, "drawn": 0, "lost": 0, "row": 0}]
    page.run(f"{games([[1], [1], [1]])}.forEach((game, at) => pasang.store.set(`kept-${{at}}`, JSON.stringify({{ ...game, at: Date.now() }}))); pasang.start({{ rules: 'brunei-slide', set: {{}}, setup: {{ name: 'x', rows: '' }}, word: '2..../....b/.._.b/....b/1....:main:1:0-0:brunei-slide', moves: [] }}, ['person', 'easy']); {play}.play({play}.now.moves.find(({{ takes }}) => takes.length === 3).word)")
    assert page.run("[document.querySelector('#play .asks .main').dataset.key, document.querySelector('#play .asks .main').textContent.split(' ').at(-1)]") == ["next-level", "medium"]


def in_a_word(page, program):
    """A position string, as the program formats it: copied, opened, and sent in a link; a game from there is saved and read."""
    page.press("[data-key='position']", first="pasang.start({ rules: 'pasang-emas', set: { stuck: 'score-decides', values: '0/3' }, setup: pasang.catalogue.setups.get('catalogue-11'), moves: ['c', 'j'] }, ['person', 'person'])")
    page.wait("Boolean(document.querySelector('.told input'))")
    word = page.run("document.querySelector('.told input').value")
    asked = [program, "moves", "--json", "--position", word]
    known = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    assert known["position"] == word and ":entry-c-j:1:" in word and word.endswith(":values=0/3"), word
    page.press("[data-key='open']", then="Boolean(document.querySelector('.dialog textarea'))")
    assert page.run("document.documentElement.scrollWidth - innerWidth") <= 0, "the dialog is too wide"
    page.press(".dialog [data-key='ok']", first=f"document.querySelector('.dialog textarea').value = {json.dumps(word)}", then="pasang.game.word !== undefined")
    words = page.run("pasang.views.play.now.moves.map(({ word }) => word)")
    assert words == [move["move"] for move in known["moves"]], words
    page.run(f"pasang.views.play.play({json.dumps(words[0])})")
    text = page.run("pasang.views.play.text()")
    said = subprocess.run([program, "replay", "-", "--words"], input=text, capture_output=True, text=True, check=True).stdout
    # What cannot be opened elsewhere is not copied; Open takes it.
    link = shared_link(page, "#play")
    assert link.startswith("#word="), link
    page.press("[data-key='open']", first="pasang.start({ ...pasang.pattern(), moves: [] })")
    page.press(".dialog [data-key='ok']", first=f"document.querySelector('.dialog textarea').value = {json.dumps(f'look: {link}')}", then="pasang.game.word !== undefined && pasang.game.moves.length === 1")
    page.run("window.link = pasang.inside.linkOf(pasang.game); pasang.start({ ...pasang.pattern(), moves: [] }); location.hash = ''")
    page.run("location.hash = link")
    page.wait("pasang.game.word !== undefined && pasang.game.moves.length === 1")
    assert page.run("location.hash") == "", "a reload would take the link again"
    assert [page.run("pasang.game.word"), page.run("(pasang.core.ask('word'), (() => { const it = pasang.views.play; it.position(); return it.told.querySelector('input').value; })())")] == said.split(), said


def has_book(page):
    """Returns whether results of crews are kept: without them the page has no book."""
    return page.run("pasang.book.length > 0")


def equal_to_the_results(page):
    """Every pattern of the kept results has its games in the book, and what the program knows of its levels; a pattern under each rule set
    by each crew has the estimates of the results."""
    book, known = {(it["setup"], it["rules"], it["crew"]): it for it in page.run("pasang.book.map(({ setup, rules, crew, level, sums }) => ({ setup, rules, crew, level, sums }))")}, levels()
    assert known and book.keys() == known.keys()
    for key, it in book.items():
        size, direction, *figures = known[key].split()
        level = it["level"]
        assert (level["size"], level["direction"]) == (size, direction) and [round(10_000 * figure) for figure in level["score"]] == [int(figure) for figure in figures[:3]], (key, it)
    # A small version of an experiment stands after it.
    played = {}
    for table in sorted(pathlib.Path("experiments/results").glob("balance*/counts.jsonl"), reverse=True):
        if in_book(table.parent.name):
            of_table = {}
            for row in pair_counts(table.parent):
                key = row["setup"], row["rules"], class_of(row["bots"].removeprefix("crew:"))
                of_table.setdefault(key, []).append([round(12 * row["score"]), row["games"]])
                played[key] = of_table[key]
    assert {key: it["sums"] for key, it in book.items() if it.get("sums")} == played


def in_the_book(page):
    """A pattern from the gallery: its figures by class, its first columns by replies, and a game to step through."""
    patterns = "pasang.views.patterns"
    page.run(f"{patterns}.chosen = null; pasang.show('patterns')")
    choose = lambda at, value: page.run(f"(() => {{ const select = document.querySelectorAll('#patterns select')[{at}]; select.value = '{value}'; select.dispatchEvent(new Event('change')); }})()")
    known = levels()
    for level, order, far in (("beginner", "balance", lambda score: abs(score - 5000)), ("club", "score", lambda score: -score), ("strong", "number", lambda score: 0)):
        choose(0, level)
        choose(1, order)
        expected = sorted((far(int(known[key].split()[2])), key[0]) for key in known if key[1:] == ("brunei-slide", level))
        assert page.run("[...document.querySelectorAll('.gallery .pick')].map((it) => it.dataset.setup)") == [setup for _, setup in expected], (level, order)
    # The figure in the gallery is that of the pattern's own view.
    card = page.run("document.querySelector('.gallery .pick:nth-child(7)').textContent.match(/07 (.*?)(\\d+)\u00a0% (\\(.*\\))/).slice(1)")
    page.press(".gallery .pick:nth-child(7)")
    assert page.run(f"{patterns}.chosen.setup") == "catalogue-07"
    # The focus goes to the heading, and back to the card.
    assert page.run("document.activeElement.matches('#patterns h2')"), "the pattern has no focus"
    page.press("#patterns [data-key='patterns-all']")
    assert page.run("document.activeElement.dataset.setup") == "catalogue-07"
    page.press(".gallery .pick:nth-child(7)")
    # Its puzzles open from here.
    page.press("#patterns .of-pattern .pick")
    assert page.run("pasang.view === 'puzzles' && pasang.views.puzzles.solve.page.game.setup.name") == "catalogue-07"
    assert page.run("document.activeElement.dataset.point !== undefined && document.getElementById('told').textContent.includes(pasang.views.puzzles.solve.task.asks)"), "the question is not announced"
    page.run("pasang.views.puzzles.open = null; pasang.show('patterns')")
    shown = page.run(f"{patterns}.shown")
    assert page.run("document.querySelectorAll('#patterns .classes tbody tr').length") == len(CREWS)
    row = page.run(f"[3, 2].map((at) => document.querySelector(`#patterns .classes tbody tr:nth-child({CREWS.index('strong') + 1}) > :nth-child(${{at}})`).textContent)")
    assert row == [card[0], f"{card[1]} {card[2]}"], (row, card)
    likely = [it for place, it in enumerate(shown["firsts"]) if not place or it["best"] >= 0.05]
    assert page.run("document.querySelectorAll('.columns li').length") == len(likely)
    page.press("#patterns [data-key='typical']")
    replay = f"{patterns}.replay"
    page.wait(f"{replay}.game.moves.length > 2")
    assert page.run(f"{replay}.game.moves[0]") in shown["firsts"][0]["words"]
    page.press("#patterns [data-key='forth']")
    page.key("ArrowRight", "ArrowRight")
    assert page.run(f"{replay}.at") == 3 and "3 " in page.run(f"{replay}.caption.textContent")
    page.run(f"{replay}.step(1000)")
    assert page.run(f"Boolean(pasang.inside.look(pasang.core, {replay}.game).over)") and page.run("document.querySelectorAll('.book tbody tr').length") > 4
    page.press(".book tbody tr:nth-child(3) button", then="Boolean(document.querySelector('#patterns [data-key=from-here]'))")
    page.press("#patterns [data-key='from-here']", then="pasang.view === 'play' && pasang.game.moves.length === 2")


def keeps_patterns(page, program):
    """A pattern that was drawn is kept by name on the device: for a new game, which is saved with its rows, until it is deleted."""
    page.run("pasang.show('pattern')")
    page.press("#pattern [data-key='keep-pattern']", first="document.querySelector('#pattern .keep input').value = 'kampung'")
    assert [it["name"] for it in page.run("pasang.inside.ownPatterns(pasang.store)")] == ["kampung"]
    # A storage that refuses holds texts for the visit; a damaged pattern is none.
    assert page.run("""(() => {
      const { store, inside: { ownPatterns, say } } = pasang, { setItem } = Storage.prototype, kept = store.get("patterns");
      Storage.prototype.setItem = () => { throw new Error("full"); };
      const found = [store.set("patterns", JSON.stringify([{ name: "x", rows: "bw" }])), ownPatterns(store).length, (pasang.show("games"), document.getElementById("games").textContent.includes(say("games-held")))];
      Storage.prototype.setItem = setItem;
      store.set("patterns", kept);
      return found;
    })()""") == [False, 0, True] and page.run("pasang.store.lasts")
    page.run("pasang.inside.keepOwn(pasang.store, pasang.inside.ownPatterns(pasang.store)[0])")
    page.press("#patterns .own-pattern [data-key='play-this']", first="pasang.views.patterns && (pasang.views.patterns.chosen = null, pasang.show('patterns'))")
    assert page.run("pasang.view === 'play' && pasang.game.setup.name") == "kampung"
    page.run("pasang.views.play.play('c')")
    subprocess.run([program, "replay", "-"], input=page.run("pasang.views.play.text()"), capture_output=True, text=True, check=True)
    page.press("#play [data-key='new']")
    assert page.run("[...document.querySelectorAll('#play .pick')].some((it) => it.getAttribute('aria-label') === 'kampung')")
    page.press("#patterns .own-pattern [data-key='drop']", first="pasang.show('patterns')")
    assert page.run("document.querySelector('#patterns .own-pattern') === null")
    # A damaged text holds no pattern.
    assert page.run("(pasang.store.set('patterns', '{]'), pasang.inside.ownPatterns(pasang.store).length)") == 0
    page.run("pasang.store.set('patterns', '[]')")


def puzzled(page):
    """A puzzle: a wrong move is rejected, the puzzle's own is right."""
    page.run("pasang.show('puzzles')")
    assert page.run("document.querySelectorAll('.sheet .pick').length") == 30
    # On two sheets of paper, and the solutions on a third.
    sheet = base64.b64decode(page.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
    assert sheet.count(b"/Type /Page\n") == 3, sheet.count(b"/Type /Page\n")
    solve = "pasang.views.puzzles.solve"

    def answer(is_right, solution):
        """Taps a move on the board; a wrong one is answered there, and may be tried again."""
        page.wait(f"{solve}.person")
        made, sign = page.run(f"{solve}.page.game.moves.length"), "===" if is_right else "!=="
        tapped(page, "puzzles", solve, page.run(f"{solve}.now.moves.find(({{ word }}) => word {sign} {json.dumps(solution)})"))
        page.wait(f"{solve}.outcome !== null")
        assert page.run(f"{solve}.outcome.isRight") == is_right and page.run(f"{solve}.page.game.moves.length") == made + (1 if is_right else 2) and page.run("Boolean(document.querySelector('#puzzles .rule .right'))") == is_right

    solution = page.run("pasang.views.puzzles.puzzles[2].solution")
    page.press(".sheet .pick:nth-child(3)")
    answer(False, solution)
    page.press("#puzzles [data-key='solve-end']")
    assert page.run("Boolean(document.activeElement.dataset.point)"), "the board has no focus"
    page.wait(f"{solve}.now.over")
    page.press("#puzzles [data-key='solve-again']")
    answer(True, solution)
    # The day's, by the date alone; the days in a row are kept.
    page.press("#puzzles [data-key='puzzle-all']")
    assert page.run("document.activeElement.matches('.sheet .pick:nth-child(3)')"), "the puzzle has no focus"
    count = page.run("pasang.views.puzzles.count")
    day = page.run(f"pasang.inside.puzzleOf(pasang.inside.dayOf(new Date()), {count})")
    page.press(".today .pick")
    answer(True, page.run(f"pasang.views.puzzles.puzzles[{day}].solution"))
    page.press("#puzzles [data-key='puzzle-all']")
    assert "1" in page.run("document.querySelector('.today p').textContent")
    # Opened among the endings, it counts as well, for the day on which it was opened.
    page.run(f"pasang.store.set('streak', ''); pasang.views.puzzles.taskOf({day}, pasang.views.puzzles.today).solved()")
    counted = page.run("pasang.store.get('streak')")
    page.run(f"pasang.views.puzzles.taskOf({day}, pasang.views.puzzles.today - 1).solved(); pasang.views.puzzles.taskOf({(day + 1) % count}, pasang.views.puzzles.today).solved()")
    assert counted.endswith(" 1") and page.run("pasang.store.get('streak')") == counted, counted
    days = page.run(f"(({{ puzzleOf }}) => [0, 1, 700].map((round) => new Set([...Array({count}).keys()].map((day) => puzzleOf({count} * round + day, {count}))).size))(pasang.inside)")
    assert days == [count] * 3, days
    rows = page.run("(({ solvedOn, streakOn }) => [solvedOn(null, 5), solvedOn('5 1', 6), solvedOn('6 2', 6), solvedOn('6 2', 5), solvedOn('5 3', 7), streakOn('5 3', 6), streakOn('5 3', 7)])(pasang.inside)")
    assert rows == ["5 1", "6 2", "6 2", "6 2", "7 1", 3, 0], rows
    page.wait("pasang.views.puzzles.grades !== null")
    grades = page.run("pasang.views.puzzles.grades.join('')")
    assert [grades.count(grade) for grade in "123"] == [26, 66, 28], grades
    page.press("#puzzles [data-key='puzzles-more']")
    assert page.run("document.querySelectorAll('.sheet .pick').length") == 60 and page.run("document.activeElement.matches('.sheet .pick:nth-child(31) ')")
    page.run("pasang.views.puzzles.listed = 30; pasang.views.puzzles.list()")
    # The costliest moves of the game that was reviewed; not those before the position from which it began.
    later = page.run("(({ review }) => [0, 4, 1000].map((given) => pasang.inside.costliestOf(review, [1, 2], given).every((at) => at >= given)))(pasang.views.review)")
    assert later == [True, True, True], later
    dear = page.run("(({ review }) => pasang.inside.costliestOf(review, [1]).map((at) => review.plies[at]))(pasang.views.review)")
    page.press("#puzzles [data-key='own-find']", then="document.querySelector('.own [role=status]') === null")
    assert page.run("document.querySelectorAll('.own .pick').length") == len(dear) <= 3
    if dear:
        page.press(".own .pick")
        page.run(f"{solve}.play({json.dumps(dear[0]['played']['word'])})")
        page.wait(f"{solve}.outcome?.isRight === false")
        page.press("#puzzles [data-key='solve-again']")
        answer(True, dear[0]["better"]["word"])
        page.press("#puzzles [data-key='puzzle-all']")


def keeps_the_game(page):
    """A running game is kept: the fairness test leaves it alone, and a new game leaves it among the player's games."""
    page.run("pasang.start({ ...pasang.game, moves: [] }, ['person', 'person'])")
    page.run("for (let ply = 0; ply < 3; ply++) pasang.views.play.play(pasang.views.play.now.moves[0].word)")
    played = "JSON.stringify(pasang.game)"
    kept = page.run(played)
    for name in ["pattern", "patterns"][:1 + has_book(page)]:
        page.press("#tabs [data-view='patterns']", f"#parts [data-view='{name}']")
        page.press(f"#{name} [data-key='fair-this']", first="if (pasang.view === 'patterns') pasang.views.patterns.open(pasang.book.find(({ setup }) => setup === 'catalogue-22'))")
        page.wait("pasang.view === 'fair' && document.querySelector('#fair h2') !== null")
        asked, named = page.run("document.querySelector('#fair h2').textContent"), {"pattern": ("Your own pattern", "Corak anda sendiri"), "patterns": ("Pattern 22", "Corak 22")}[name]
        assert any(word in asked for word in named), asked
        page.press("#tabs [data-view='play']")
        assert page.run(played) == kept, f"asked of {name}, the game is gone"
    page.press("#tabs [data-view='puzzles']", ".sheet .pick")
    link = page.run("pasang.inside.linkOf(pasang.game)")
    page.press("#puzzles [data-key='play-this']")
    assert page.run("pasang.view === 'play' && pasang.views.play.told.textContent === pasang.inside.say('game-kept')")
    # It is among the player's games, and goes on from there.
    page.press("#play [data-key='tab-games']")
    assert page.run("pasang.inside.gamesIn(pasang.store).at(-1).link") == link
    page.press("#games [data-game] [data-key='games-go-on']")
    assert page.run(played) == kept
    page.press("#tabs [data-view='puzzles']", "#puzzles [data-key='play-this']")
    # The moves before the position from which a game began are not the players'; a reload keeps their number.
    for act in (lambda: None, page.reload, lambda: page.run("pasang.views.play.undo(); pasang.views.play.toBoard()")):
        act()
        assert page.run("pasang.game.given === pasang.game.moves.length"), page.run("pasang.game")
    on_board = "pasang.view === 'play' && Boolean(document.activeElement.dataset.point)"
    assert page.run(on_board), "the board has no focus"
    page.press("#play [data-key='new']", "#play .pick:nth-child(3)")
    assert page.run("document.activeElement.matches('.pick[aria-pressed=true]')"), "the pattern chosen has no focus"
    page.press("#play .main[data-key='begin']")
    assert page.run(on_board), "the board has no focus in a new game"


def refuses_in_malay(page):
    """Errors in a text are shown in Malay, without advice to type a command. No level's name is cut off."""
    page.press("#language")
    assert page.run("document.documentElement.lang") == "ms"
    page.run("pasang.show('fair'); pasang.views.fair.mend.hidden = false")
    cut = page.run("""(() => { const crew = document.querySelector('#fair select'), style = getComputedStyle(crew), pen = document.createElement('canvas').getContext('2d');
        pen.font = style.font;
        const room = crew.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
        return [...crew.options].filter((it) => pen.measureText(it.text).width > room).map((it) => it.text); })()""")
    assert not cut, cut
    page.run("pasang.show('play')")
    rows = page.run("pasang.catalogue.setups.get('catalogue-05').rows")
    for text, said in [
        ("", "tiada permainan atau corak"),
        (rows.replace("b", "w", 1).replace("/", "\n"), "ada 59 buah hitam dan 61 buah putih, sepatutnya 60 dan 60"),
        ("setup: catalogue-99\nmoves: c", "baris 1, lajur 8: corak `catalogue-99` tidak dikenali"),
        ("setup: catalogue-05\nmoves: c z", "langkah 2, `z`, tidak sah; antara yang sah: `g`"),
    ]:
        page.press("#play [data-key='open']")
        page.press("#play .dialog [data-key='ok']", first=f"document.querySelector('#play textarea').value = {json.dumps(text)}")
        told = page.run("document.querySelector('#play .dialog .wrong').textContent")
        assert said in told and "pasang " not in told, told
        page.press("#play .dialog [data-key='cancel']")
    # Each refusal has its words, and one term for one level.
    for text in (rows.replace("/", "\n").replace("_", "b"), rows.replace("b", ".", 1).replace("/", "\n"), rows.replace("/", "\n")[:-3], f"position: {rows}:main:1:0-0:brunei-slide", f"position: {rows}:opening:3:0-0:brunei-slide", "setup: catalogue-05\nmoves: c {x",
                 "setup: catalogue-05\nsetup: catalogue-05", "setup: catalogue-05\nset: stuck = loses\nset: stuck = loses\nmoves: c", "setup: catalogue-05\nset: players = 3", '{"a": 1}', "position: 2..../....b/.._.b/....b/1....:foo:1:0-0:brunei-slide", "position: 2..../....b/.._.b/....b/1....:main:1:5-x:brunei-slide"):
        told = page.run(f"pasang.inside.reason(pasang.core.ask({json.dumps(f'read{chr(10)}{text}')}))")
        assert told and "bahasa Inggeris" not in told and "expected" not in told, (text, told)
    assert page.run("Object.keys(pasang.catalogue.levels).filter((level) => pasang.book.some(({ crew }) => crew === level)).every((level) => pasang.inside.say(`level-${level}`) === `komputer: ${pasang.inside.say(`short-${level}`)}`)")
    # A person is asked whether others may study the game; without the tick the text does not say so.
    page.run(TWO_LINES)
    for agrees in (False, True):
        page.press("#play [data-key='save']")
        if agrees:
            page.run("document.querySelector('#play .dialog input').click()")
        page.press("#play .dialog [data-key='copy-game']")
        assert ("consent: study and publish" in page.run("document.querySelector('#play .told textarea').value")) == agrees
    page.press("#play .dialog [data-key='cancel']")


# Each state of the page: its name, a script that leads there, and what to wait for.
TWO_LINES = f"pasang.start({{ {GAME}, moves: ['k', 'd', 'j2-k2xw1', 'e8-d8xe1'] }}, ['person', 'person'])"
STATES = [
    ("lesson", "pasang.show('lesson')"), ("about", "document.getElementById('about').open = true"), ("invite", "document.getElementById('about').open = false; pasang.views.message.open(null)"), ("live", "document.querySelector('#message [data-key=live]').click()", "document.querySelector('dialog .code-picture')"), ("code", "document.querySelector('#message [data-key=live-read]').click()"),
    ("by message", "document.querySelector('#message [data-key=message-go]').click()"), ("sent", "document.querySelector('#message .asks .main').click()", "document.querySelector('#message .told textarea')"),
    ("class", "pasang.views.class.tournament = null; pasang.show('class')"), ("round", "document.querySelector('#class textarea').value = 'Siti, Muhammad Al-Muhtadee Billah, Ali'; document.querySelector('#class .main').click()"), ("result", "document.querySelector('#class [data-result]').click()"), ("play", TWO_LINES), ("lines", "pasang.views.play.tap('i2', true)"), ("how", "pasang.views.play.how.open = true", "document.querySelector('.figures')"),
    ("won", f"pasang.start({STUCK}, ['strongest', 'person'])"), ("two", f"pasang.start({STUCK}, ['person', 'person'])"), ("result code", "document.querySelector('#play [data-key=class-code]').click()"), ("projector", f"document.documentElement.requestFullscreen = undefined; {TWO_LINES}; pasang.views.play.enlarge()"), ("new", "pasang.views.play.enlarge(); pasang.views.play.ask()"), ("rules", "document.querySelector('details.rules').open = true"),
    ("open", "pasang.show('play'); pasang.views.play.open()"), ("save", "pasang.views.play.askToSave()"), ("chances", "pasang.show('play'); pasang.views.play.showBar()", "pasang.views.play.bar.textContent"), ("share", "document.querySelector('#play [data-key=share]').click()", "document.querySelector('dialog img')"),
    ("review", "pasang.views.play.showBar(); pasang.show('review')", "pasang.views.review.review"), ("pattern", "pasang.show('pattern')"),
    ("patterns", "if (pasang.book.length) { pasang.views.patterns.chosen = null; pasang.show('patterns'); }"), ("a pattern", "document.querySelector('.gallery .pick')?.click()"), ("fair", f"pasang.isFair({SMALL})"), ("table", DROP % [*b"map,winner,games\n1,first,30\n1,second,40\n2,second,90\n"], ANSWERED), ("puzzles", "pasang.views.puzzles.open = null; pasang.show('puzzles')", "pasang.views.puzzles.grades"), ("kinds", "document.querySelector('#puzzles .kinds details').open = true", "document.querySelector('#puzzles .kinds .pick')"),
    ("solve", "document.querySelector('#puzzles .today .pick').click()"), ("games", "pasang.views.puzzles.open = null; pasang.start({ ...pasang.game, moves: [] }, ['person', 'person']); pasang.views.play.play(pasang.views.play.now.moves[0].word); pasang.show('games')"), ("dialog", "document.querySelector('#games [data-key=drop]').click()"),
]


def axe():
    """Returns the script of axe-core; None where it is not installed (.ci/run installs it)."""
    found = importlib.util.find_spec("axe_playwright_python")
    return found and pathlib.Path(found.origin).with_name("axe.min.js").read_text()


# What axe finds; views that are hidden, and stones of all but a few patterns, which are alike, are taken out while it looks.
VIOLATIONS = """(async () => { const spare = [...document.querySelectorAll('main > section[hidden], .pick:nth-child(n+4) > svg')].map((it) => [it, [...it.childNodes]]);
  for (const [it] of spare) it.replaceChildren();
  const { violations } = await axe.run({ exclude: ['.mini'] }, { resultTypes: ['violations'] });
  for (const [it, nodes] of spare) it.replaceChildren(...nodes);
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => [html.slice(0, 120), failureSummary])]); })()"""


def is_accessible(page, is_small, with_axe):
    """In each state: no violation that axe finds, targets of 44 pixels, and room for text of twice the size."""
    script = axe() if with_axe else ""
    assert script or not with_axe or os.environ.get("PASANG_AXE") != "required", "axe-core is not installed"
    if script:
        page.run(f"{script}; 1")
    for name, go, *waits in STATES:
        page.run(f"document.querySelector('dialog')?.close(); {go}; 1")
        for wait in waits:
            page.wait(f"Boolean({wait})", 120)
        for size in ("", "200%")[:1 + is_small]:
            page.run(f"document.documentElement.style.fontSize = '{size}'")
            width = page.run("document.documentElement.scrollWidth - innerWidth")
            assert width <= 0, f"{name}: {width} pixels too wide with text of {size or '100%'}"
            assert page.run("[...document.querySelectorAll('.seat, .level')].every((it) => it.scrollWidth <= it.clientWidth)"), f"{name}: a score or a level is cut off"
        page.run("document.documentElement.style.fontSize = ''")
        ids = page.run("document.body.innerText.match(/(brunei|catalogue|fourfold)-\\w+|pasang-emas/)?.[0]")
        assert not ids, f"{name}: {ids} is no name that a child reads"
        small = page.run("""[...document.querySelectorAll('button, select, input, summary, textarea')].filter((it) => it.checkVisibility())
            .map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()]).filter(([, { width, height }]) => Math.min(width, height) < 44).map(([html]) => html)""")
        assert not small, (name, small[:3])
        for scheme in ("light", "dark") if script else ():
            page.prefers(color_scheme=scheme)
            found = page.run(VIOLATIONS)
            assert not found, (name, scheme, found)
    page.run("document.querySelector('dialog')?.close()")
    return {"": "no target too small", None: "axe-core is not installed"}.get(script, f"axe finds nothing in {len(STATES)} screens, light and dark")


def fits(page, name, width, height):
    """Tabs and seats beside one another, and a board that fits, or, where the window is tiny, is as wide as it."""
    assert page.run("document.documentElement.scrollWidth - innerWidth") <= 0, (name, width)
    lies = page.run(f"[...document.querySelectorAll('#tabs button, #{name} .seat')].map((it) => it.getBoundingClientRect()).some((one, at, all) => one.right > innerWidth || all.slice(at + 1).some((other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1))")
    assert not lies, (name, width, "a tab lies on another")
    board, least, top, bottom, inner = page.run(f"(() => {{ const all = [...document.querySelectorAll('#{name} [data-point]')].map((it) => it.getBoundingClientRect()); return [document.querySelector('#{name} .board').getBoundingClientRect().width, Math.min(...all.map((it) => it.width)), Math.min(...all.map((it) => it.top)), Math.max(...all.map((it) => it.bottom)), innerHeight]; }})()")
    assert least >= 24 or height < 300, (name, width, least)
    assert 0 <= top and bottom <= inner if height >= 300 else board >= 0.85 * width, (name, width, board, bottom)
    assert width != 1920 or board >= 0.98 * height, board


def on_its_side(page):
    """On a phone on its side all rows of the board are in view, of at least 24 pixels; on a projector the board has the height of the screen; zoomed to 400 % no tab
    lies on another, and the board has the width of the screen."""
    for width, height in ((740, 360), (568, 320), (480, 320), (1920, 1080), (320, 225)):
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width != 1920)
        for name in ("play", "lesson", "puzzles")[:3 if width < 1000 else 1]:
            page.run(f"pasang.start({{ {GAME}, moves: [] }}, ['person', 'person']); pasang.views.puzzles.open = null; pasang.show('{name}'); scrollTo(0, 0)")
            if width == 1920:
                page.run("document.documentElement.requestFullscreen = undefined; pasang.views.play.enlarge()")
            # What is tapped far down in a list opens at its top.
            page.run("pasang.view === 'puzzles' && (scrollTo(0, 1e4), document.querySelector('.sheet .pick:nth-child(9)').click())")
            fits(page, name, width, height)
        # Whoever leaves the full screen by the browser's own key leaves the large board.
        page.run("document.dispatchEvent(new Event('fullscreenchange'))")
        assert not page.run("document.body.matches('.big')")
    page.ask("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=1, mobile=True)


def by_keys(page):
    """Tabs by arrow keys, and a whole game on a small board; both moves are announced, one after the other."""
    page.run("pasang.show('play'); document.querySelector('#tabs [tabindex=\"0\"]').focus()")
    page.key("End", "ArrowRight", "ArrowLeft", "Enter")
    assert page.run("document.getElementById('tab-patterns').ariaSelected === 'true' && ['patterns', 'pattern', 'fair'].includes(pasang.view) && document.querySelectorAll('#tabs [tabindex=\"0\"]').length === 1")
    play = "pasang.views.play"

    def go(point):
        if point:
            right, up = page.run(f"(([from, to]) => [to.charCodeAt(0) - from.charCodeAt(0), to.slice(1) - from.slice(1)])([document.activeElement.dataset.point, '{point}'])")
            for key, count in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowUp", up), ("ArrowDown", -up)):
                for _ in range(count):
                    page.key(key)
        page.key("Enter")

    page.run(f"pasang.start({named('fourfold-5-1')}, ['person', 'beginner'], 3)")
    while True:
        page.wait(f"{play}.now.over || {play}.person")
        if page.run(f"Boolean({play}.now.over)"):
            break
        assert page.run("Boolean(document.activeElement.dataset.point)"), "the board has lost the focus"
        move, made = page.run(f"{play}.now.moves[0]"), page.run("pasang.game.moves.length")
        # The cursor is on something that can be chosen.
        assert page.run("/can be chosen|boleh dipilih/.test(document.activeElement.getAttribute('aria-label'))")
        for point in (move["way"] or move["takes"][:1])[len(page.run(f"{play}.path")):]:
            go(point)
        if page.run(f"pasang.game.moves.length === {made}"):
            # The same point again, or a stone of one of several lines.
            go(page.run(f"{play}.offered.length") > 1 and move["takes"][-1])
        assert page.run(f"pasang.game.moves[{made}]") == move["word"]
        page.wait(f"{play}.now.over || {play}.person")
        told = page.run("[...document.querySelectorAll('#told p')].map((it) => it.textContent).filter((it) => it !== document.querySelector('#play .rule').textContent)")
        moves = page.run(f"pasang.game.moves.slice({made})")
        for word, said in zip(moves, told[-len(moves):], strict=True):
            assert f" {word}, " in said, (moves, told)
    # With forced colours the board keeps its own.
    page.prefers(forced_colors="active")
    page.run("pasang.start({ ...pasang.game, moves: [] })")
    assert page.run("['.stone.b', '.stone.w'].map((it) => getComputedStyle(document.querySelector(`#play ${it}`)).fill)") == ["rgb(28, 26, 24)", "rgb(251, 250, 245)"]
    page.prefers(forced_colors="none")


def sent(browser, file, folder):
    """The page of `pasang review --html`: it opens with the review of its game, and leaves the running game alone."""
    text, review = "first: Ali & <Siti>\nsetup: catalogue-05\nmoves: c h {two; \"good\"}", pathlib.Path(folder) / "review.html"
    review.write_text(file.read_text().replace("</head>", f'<meta name="game" data-positions="500" content="{html.escape(text)}">\n</head>', 1))
    page = Page(browser, review, 1280, 800, False)
    page.wait("document.querySelector('#review .curve svg') !== null")
    assert page.run("pasang.game.moves.join(' ')") == "c h" and page.run("localStorage.getItem('game')") != "c h"
    page.is_quiet()


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(browser, folder):
    """The folder to be served: a browser may install it, it works without the server from the second visit on, and links carry
    who played; a broken one says so."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"http://127.0.0.1:{server.server_port}/"
    browser.events.clear()
    page = Page(browser, host, 390, 844, True)
    page.wait("navigator.serviceWorker.controller !== null")
    manifest = page.ask("Page.getAppManifest")
    assert manifest["url"] == f"{host}manifest.webmanifest" and not manifest["errors"], manifest
    hindrances = page.ask("Page.getInstallabilityErrors")["installabilityErrors"]
    assert not hindrances, hindrances
    page.run(f"pasang.start({{ {GAME}, moves: ['c', 'j'] }}, ['person', 'strong'])")
    link = shared_link(page, "#play")
    assert link.startswith(f"{host}#rules=") and "players=person+strong" in link, link
    server.shutdown()
    server.server_close()
    page.reload()
    # Another visitor opens the link.
    page.run(f"pasang.start({{ {GAME}, moves: ['k'] }}, ['person', 'person'])")
    page.run(f"location.hash = {json.dumps(link.partition('#')[2] + '&x=1')}")
    page.wait("pasang.game.moves.length === 2")
    assert page.run("location.hash") == "", "a reload would take the link again"
    assert page.run("pasang.players.slice(0, 2).concat(pasang.game.moves.slice(0, 2)).join(' ')") == "person strong c j"
    for hash in ("rules=brunei-slide&moves=c", "rows=bw&moves=c", link.partition("#")[2].replace("moves=c+j", "moves=c+z")):
        page.run(f"location.hash = {json.dumps(hash)}")
        page.wait("document.querySelector('dialog') !== null")
        # A second broken link replaces the dialog.
        page.run("location.hash = 'rows=w'")
        page.wait("location.hash === ''")
        assert page.run("document.querySelectorAll('dialog').length") == 1
        assert page.run("document.querySelector('dialog').textContent.includes(pasang.inside.say('broken-link', { why: '' }).trim())"), hash
        page.press("dialog [data-key='ok']", then="document.querySelector('dialog') === null")
    page.is_quiet(host)


def main(file, program):
    file, begin = pathlib.Path(file), time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser, answer = Browser(profile), fair_in_the_program(program, f"{profile}/levels")
        for number, (width, height, touch) in enumerate(SIZES):
            page = Page(browser, file, width, height, touch, dark=bool(number % 2))
            # The first visit.
            assert number or page.run("pasang.view") == "lesson"
            only, of = (lambda place, *checks: checks if place == number else ()), (lambda check, *more: lambda page: check(page, *more))
            book = [*only(0, equal_to_the_results), in_the_book, of(keeps_patterns, program)] if has_book(page) else []
            for check in (*only(0, of(equal_to_the_program, program), draws_codes), learns, resumes, chooses_a_line, turns_and_sounds, *only(0, explains, gives_reasons, of(tells_pupils, program)), of(played_by_clicks, program, "beginner", number > 0),
                          of(reviewed, program), puzzled, keeps_the_game, of(in_a_word, program), *book, *only(0, of(fair_at_each_level, answer, pathlib.Path(profile, "levels")), of(fair, program), of(any_game, program, pathlib.Path(profile))), in_pictures,
                          *only(0, flies_and_decides)):
                check(page)
            # One window in Malay, one in English, each in both schemes of colour.
            page.run(f"document.documentElement.lang === '{'ms' if number == 1 else 'en'}' || document.getElementById('language').click()")
            said = is_accessible(page, number > 0, number < 2)
            page.run("document.documentElement.lang === 'en' || document.getElementById('language').click()")
            for check in (*only(0, by_keys), *only(1, first_quarter), *only(2, on_its_side, keeps_clear, mends), *((in_the_rules,) if number else ()), *only(1, refuses_in_malay)):
                check(page)
            page.is_quiet()
            print(f"{width} x {height}: a game by {'fingers' if touch else 'mouse'}, {said}, nothing on the console")
        sent(browser, file, profile)
        served(browser, file.with_name(f"{file.stem}-site"))
        print("served: installed, without a network, links whole and broken")
        browser.ask("Browser.close")
        browser.process.wait(20)
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
