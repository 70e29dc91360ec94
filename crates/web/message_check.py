"""Checks what two people and a class do with the page, in Chromium, offline.

    message_check.py PAGE PROGRAM [GAMES]

Fifty games, or as many as are asked for, by message between two browsers, whose links are lost, cut, percent-encoded, late and forged, with reloads: each
side keeps every line of play, and the program replays the games. A class of 24 plays seven rounds, whose pairs are checked by
another method than the page's."""

import base64
import csv
import itertools
import json
import pathlib
import random
import re
import sys
import tempfile
import time
import urllib.parse

from check import SAVES, SMALL, Browser, Engine, Page, has_book, kinds_of_puzzles, shared_link, tapped

VIEW = "pasang.views.message"
MOST_LETTERS = 1200
ADDRESS = "https://pasang.example.org/play/"


def check_of(text):
    """FNV-1a of 32 bits, in base 36."""
    sum = 0x811C9DC5
    for byte in text.encode():
        sum = (sum ^ byte) * 0x01000193 % 2**32
    digits = ""
    while sum:
        sum, digit = divmod(sum, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


def link_of(parts, version="1"):
    """A link with any content, whose checksum is right."""
    content = base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")
    return f"#message={version}.{content}.{check_of(version + content)}"


def parts_of(link):
    content = link.partition("#message=")[2].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(content + "=" * (-len(content) % 4)))


def fresh(page, id, moves=()):
    """The content of a game by message on catalogue-05 with no move yet, with the checksum of the position after moves."""
    order = f"position rules brunei-slide setup catalogue-05{' moves ' * bool(moves)}{' '.join(moves)}"
    return [id, "#rules=brunei-slide&setup=catalogue-05", 0, "0", "", "", check_of(page.run(f"(pasang.core.ask({json.dumps(order)}), pasang.core.ask('word'))"))]


class Side:
    """One of two people: a page in a browser of its own."""

    def __init__(self, page, context=None):
        self.page, self.context, self.lines = page, context, []

    def kept(self):
        return self.page.run(f"{VIEW}.kept.map(({{ id, moves }}) => [id, ...moves])")

    def loses_nothing(self):
        """Every line of play that was kept is still there, or goes on."""
        kept = self.kept()
        for line in self.lines:
            assert any(other[:len(line)] == line for other in kept), (line, kept)
        self.lines = kept

    def invites(self, setup, seat):
        """Invites on a pattern, which Play has, with a seat of one's own."""
        self.page.run(f"pasang.start({{ rules: 'brunei-slide', set: {{}}, setup: {{ name: '{setup}', rows: pasang.core.ask('setup {setup}').split('\\t')[3] }}, moves: [] }}); {VIEW}.open(null)")
        self.page.run(f"document.querySelector('#message input').value = 'Ali'; document.querySelector('#message select').value = '{seat}'; document.querySelector('#message select').dispatchEvent(new Event('change'))")
        self.page.press("#message [data-key='message-go']")

    def opens(self, text, way):
        """Opens a message: by its link, or pasted."""
        if way == "link":
            self.page.run(f"location.hash = {json.dumps(text[text.index('#'):])}")
            self.page.wait("location.hash === ''")
        else:
            self.page.press("#message [data-key='message-open']", first=f"{VIEW}.open(null); document.querySelector('#message textarea').value = {json.dumps(text)}")
        self.loses_nothing()

    def refuses(self, text, key, way):
        before = sorted(self.kept())
        self.opens(text, way)
        self.says(key)
        assert sorted(self.kept()) == before, key

    def says(self, key, answer="ok", **values):
        told = self.page.run(f"pasang.inside.say('{key}', {json.dumps(values)})")
        assert told in (self.page.run("document.querySelector('dialog')?.textContent") or ""), (told, self.page.run("document.querySelector('dialog')?.textContent"))
        self.page.press(f"dialog [data-key='{answer}']")
        self.loses_nothing()

    def moves(self, move=None, taps=False):
        """Makes a move, a random one, and returns the message."""
        legal = self.page.run(f"{VIEW}.now.moves")
        move = move or random.choice(legal)
        if taps:
            tapped(self.page, "message", VIEW, move)
        else:
            self.page.run(f"{VIEW}.play({json.dumps(move['word'])})")
        assert self.page.run(f"{VIEW}.page.game.moves.at(-1)") == move["word"]
        return self.sends()

    def sends(self):
        self.page.press("#message .asks .main", then="document.querySelector('#message .told textarea') !== null")
        self.loses_nothing()
        return self.page.run("document.querySelector('#message .told textarea').value")

    def state(self):
        return self.page.run(f"(({{ now, entry, person }}) => ({{ over: Boolean(now.over), turn: now.turn, seat: entry.seat, person, moves: entry.moves }}))({VIEW})")


def damaged(text):
    """The message cut off, or with a letter changed."""
    begin = text.index("#message=") + 12
    at = random.randrange(begin, len(text))
    return text[:at] if random.random() < 0.5 else text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1:]


def forked(side, text):
    """A message of the same game, with another last move than the message has; None where there is one move alone."""
    return side.page.run(f"""(() => {{ const {{ core, inside: {{ look, messageIn, messageOf }} }} = pasang, it = messageIn(core, {json.dumps(text)}), last = it.game.moves.pop();
      const other = look(core, it.game).moves.find(({{ word }}) => word !== last);
      return other ? messageOf(core, {{ ...it, game: {{ ...it.game, moves: [...it.game.moves, other.word] }} }}) : null; }})()""")


def game(sides, number, setup):
    """A whole game between two sides, over a bad line. Returns its moves."""
    inviter, guest = sides if number % 2 else sides[::-1]
    inviter.invites(setup, 1 + number % 3 % 2)
    by, to, text = inviter, guest, inviter.moves() if inviter.state()["person"] else inviter.sends()
    old = [text]
    while True:
        way = random.choice(["link", "paste"])
        if random.random() < 0.05:
            to.page.reload()
        if random.random() < 0.15:
            to.refuses(damaged(text), "message-damaged", way)
        if random.random() < 0.1:
            twice = urllib.parse.quote(urllib.parse.quote(text[text.index("#"):]))
            to.opens(f"play {twice}" if way == "paste" else "#" + twice[5:], way)
        else:
            to.opens(text, way)
        state = to.state()
        assert state["over"] or state["person"], (state, text)
        if len(old) > 2 and random.random() < 0.15:
            # It is older than what is known: the game stays.
            late = random.choice(old[:-2])
            to.opens(late, way)
            to.says("message-older", n=parts_of(late)[2], m=len(state["moves"]))
            assert to.state()["moves"] == state["moves"]
        if not state["over"] and len(state["moves"]) > 2 and random.random() < 0.1 and (fork := forked(to, text)):
            to.opens(fork, way)
            to.page.press("dialog [data-key='message-mine']")
            to.loses_nothing()
            assert to.state()["moves"] == state["moves"] and sum(line[0] == parts_of(fork)[0] for line in to.kept()) > 1
        if state["over"]:
            assert by.state()["over"] and by.state()["moves"] == state["moves"]
            return state["moves"]
        if random.random() < 0.03:
            to.page.reload()
        text = to.moves(taps=number == 0)
        old.append(text)
        by, to = to, by


def by_message(sides, program, games):
    engine, plies, longest = Engine(program), 0, 0
    for number in range(games):
        # One of them on a larger board, by taps.
        setup = "fourfold-9-1" if number == 0 else f"fourfold-{random.choice([5, 5, 7])}-{1 + number % 8}"
        moves = game(sides, number, setup)
        engine.ask(f"position rules brunei-slide setup {setup} moves {' '.join(moves)}")
        assert " over " in engine.ask("board", "board").splitlines()[-1], moves
        plies, longest = plies + len(moves), max(longest, len(moves))
    for side in sides:
        # The end is reviewed by both.
        side.page.press("#message [data-key='tab-review']")
        side.page.wait("pasang.views.review.review !== null", 120)
        assert side.page.run(f"pasang.views.review.game.moves.join() === {VIEW}.entry.moves.join()") and len({line[0] for line in side.kept()}) == games
    print(f"{games} games by message, {plies} moves, the longest of {longest}: nothing lost")


def bad_input(side):
    """What no page has sent: each message is refused with its reason; names are cleaned."""
    page, good = side.page, fresh(side.page, "abcd1234")
    _, start, *_, none = good
    side.opens(f"Ali: {ADDRESS}{link_of(good)}.", "paste")
    assert side.state()["person"] and side.kept()[-1] == ["abcd1234"]
    cases = [
        (link_of(good, version="2"), "message-version"),
        (link_of([*good[:1], "#rules=brunei-future&setup=catalogue-05", *good[2:]]), "message-rules"),
        (link_of([*good[:1], "#rules=brunei-slide&setup=catalogue-77", *good[2:]]), "message-rules"),
        # Moves of another game, moves that are not legal, and moves after the end.
        (link_of([*good[:2], 1, "3", "", "", fresh(page, "", ["a"])[-1]]), "message-rules"),
        (link_of([*good[:2], 1, "zz", "", "", none]), "message-rules"),
        (link_of([*good[:2], 999, "0", "", "", none]), "message-rules"),
        (link_of([*good[:6], "other"]), "message-rules"),
        (link_of({"a": 1}), "message-damaged"), (link_of(["x"]), "message-damaged"), (link_of([*good[:3], "-1", *good[4:]]), "message-damaged"),
        ("#message=1.abc", "message-damaged"), ("#message=", "message-damaged"), ("hello", "message-damaged"), ("", "message-damaged"),
        ("#message=1." + "A" * 100_000 + ".0", "message-long"), ("#rules=brunei-slide&rows=" + "b" * 100_000, "message-long"),
    ]
    for text, key in cases:
        for way in ["paste", "link"][:1 + text.startswith("#")]:
            side.refuses(text, key, way)
    side.opens(link_of(["wild0001", start, 0, "0", "<b>Ali</b>\u0007\u202e &\n" + "x" * 99, "", none]), "paste")
    # A long name is seen as a whole.
    page.ask("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=1, mobile=True)
    assert page.run("[...document.querySelectorAll('#message .name')].every((it) => it.scrollWidth <= it.clientWidth && getComputedStyle(it).textOverflow !== 'ellipsis' && it.getBoundingClientRect().height < 70)")
    page.ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)
    name = page.run(f"{VIEW}.entry.names[0]")
    assert name.startswith("b Ali /b xxx") and len(name) == 24, name
    assert page.run("document.querySelector('#message b, #message .name').textContent.includes('<')") is False


def forks(sides):
    """The other goes on with what the player had not chosen: both lines are kept on both sides, and go on."""
    random.seed(7)
    one, two = sides
    one.invites("catalogue-07", 1)
    # A move is taken back until it is sent.
    one.page.press("#message [data-key='message-back']", first=f"{VIEW}.play('c')")
    assert one.state()["moves"] == [] and one.state()["person"]
    two.opens(one.moves(), "link")
    answer = two.moves()
    other = forked(two, answer)
    one.opens(answer, "link")
    was = one.state()["moves"]
    one.opens(other, "paste")
    one.page.press("dialog [data-key='message-theirs']")
    assert one.state()["moves"] != was and one.state()["moves"][:1] == was[:1]
    two.opens(one.moves(), "link")
    two.page.press("dialog [data-key='message-theirs']")
    assert two.state()["moves"] == one.state()["moves"] and two.state()["person"]
    # The fork goes on, and so may what was left.
    one.opens(two.moves(), "link")
    assert len(one.state()["moves"]) == 4
    # A link with moves of one's own that were not made here goes on from the game, as on a second device: the player says whether it does.
    again = one.page.run(f"(() => {{ const {{ core, inside: {{ look, messageOf }} }} = pasang, {{ entry, page: {{ game }} }} = {VIEW}, moves = [...game.moves]; for (const _ of 'ab') moves.push(look(core, {{ ...game, moves }}).moves[0].word); return messageOf(core, {{ ...entry, game: {{ ...game, moves }} }}); }})()")
    one.opens(again, "link")
    one.says("message-newer", answer="message-go-on", n=4, m=6)
    assert len(one.state()["moves"]) == 6


def two_tabs(browser, file, side):
    """Two tabs with the same game: what one plays the other shows, and a tab that is behind changes nothing."""
    side.opens(link_of(fresh(side.page, "tabs0001")), "paste")
    other = Page(browser, file, 390, 844, False, context=side.context)
    other.run(f"{VIEW}.open('tabs0001')")
    other.run(f"{VIEW}.play('c')")
    side.page.wait(f"{VIEW}.entry.moves.join() === 'c'")
    other.press("#message [data-key='message-back']")
    side.page.wait(f"{VIEW}.entry.moves.length === 0")
    # What is kept has changed, and this tab has not heard of it.
    other.run(f"localStorage.setItem('pasang-messages', JSON.stringify({VIEW}.kept.map((it) => (it.key === 'tabs0001' ? {{ ...it, moves: ['d'], turn: 2 }} : it)))); {VIEW}.play('c')")
    assert other.run(f"{VIEW}.entry.moves.join()") == "d" and side.kept()[-1] == ["tabs0001", "d"]
    # Two tabs with the same game of Play follow each other; with different ones each keeps its own, also over a reload.
    page, play = side.page, "pasang.views.play"
    page.run(f"pasang.start({SMALL}, ['person', 'person']); {play}.play('c')")
    other.reload()
    other.press("#games [data-game] [data-key='games-go-on']", first="pasang.show('games')")
    other.run(f"{play}.play({play}.now.moves[0].word)")
    page.wait("pasang.game.moves.length === 2")
    # Unaware of what the other one has made, a tab shows that in place of its move.
    page.run(f"(() => {{ const game = pasang.entry(); pasang.store.set(`kept-${{game.id}}`, JSON.stringify({{ ...game, link: game.link.replace(/&moves=.*?(?=&|$)/, '') }})); }})(); {play}.play({play}.now.moves[0].word)")
    assert page.run("pasang.game.moves.length") == 0
    other.run(f"pasang.start({{ ...pasang.game, moves: [] }}); {play}.play('a')")
    page.run(f"{play}.play('b')")
    for it, move in ((page, "b"), (other, "a")):
        it.reload()
        assert it.run("pasang.game.moves.join()") == move
    assert page.run("pasang.inside.gamesIn(pasang.store).slice(-2).map(({ link }) => link.at(-1)).sort().join('')") == "ab"
    other.ask("Page.close")


def in_one_room(sides):
    """Two devices exchange two codes, and a game goes on between them by itself, as by message; then a rematch with the sides exchanged."""
    one, two = [side.page for side in sides]
    one.run(f"pasang.start({SMALL}); {VIEW}.open(null)")
    codes = []
    for page, key in ((one, "live"), (two, None)):
        page.press(f"#message [data-key='{key}']") if key else page.run(f"location.hash = {json.dumps(codes[0])}")
        page.wait("document.querySelector('dialog .code-picture')?.naturalWidth > 0")
        page.press("dialog [data-key='live-copy']", then="Boolean(document.querySelector('dialog .told input'))")
        codes.append(page.run("document.querySelector('dialog .told input').value"))
    assert all(re.fullmatch(r"#live=[ab](,[\w.-]+){3}(,[\w.:-]+_\d+){1,2}", code) and len(code) < 230 for code in codes), codes
    one.press("dialog [data-key='live-go']", first=f"document.querySelector('dialog label textarea').value = {json.dumps(codes[1])}")
    for page in (one, two):
        page.wait(f"{VIEW}.live.isOpen && Boolean({VIEW}.entry)", 60)
        page.run("document.querySelector('dialog')?.close()")
    for _ in range(2):
        for ply in range(99):
            by, to = (one, two) if one.run(f"{VIEW}.person") else (two, one)
            by.run(f"{VIEW}.play({VIEW}.now.moves[{ply} % {VIEW}.now.moves.length].word)")
            to.wait(f"{VIEW}.entry.moves.length === {ply + 1}")
            if by.run(f"Boolean({VIEW}.now.over)"):
                break
        assert one.run(f"{VIEW}.entry.moves.join()") == two.run(f"{VIEW}.entry.moves.join()") and one.run(f"{VIEW}.entry.seat") != two.run(f"{VIEW}.entry.seat")
        seat = one.run(f"{VIEW}.entry.seat")
        # The tab says in how many games it is one's turn.
        assert [page.run("Number(document.querySelector('#tab-together .badge')?.textContent ?? 0)") for page in (one, two)] == [page.run(f"{VIEW}.kept.filter(({{ turn, seat }}) => turn === seat).length") for page in (one, two)]
        one.press("#message [data-key='rematch']")
        two.wait(f"{VIEW}.entry.moves.length === 0") if seat == 1 else None
        assert one.run(f"{VIEW}.entry.seat") == 3 - seat
    two.run(f"{VIEW}.live.take('#live=a,b')")
    assert two.run("document.querySelector('dialog').textContent.includes(pasang.inside.say('live-wrong'))")
    two.press("dialog [data-key='ok']")


def shares_and_answers(side):
    """The share sheet gets the message; what it refuses is not sent; an address that came with a message goes back with it."""
    side.opens(f"Let us play: {ADDRESS}{link_of(fresh(side.page, 'sheet001'))}", "paste")
    page = side.page
    page.press("#message [data-key='message-send']", first=f"window.sent = []; navigator.share = async (data) => {{ sent.push(data.text); if (sent.length === 1) throw Object.assign(new Error(), {{ name: 'AbortError' }}); }}; {VIEW}.play('c')")
    page.wait("sent.length === 1")
    page.press("#message [data-key='message-send']", then="document.querySelector('#message [data-key=message-again]') !== null")
    assert page.run("sent.every((text) => text.includes('" + ADDRESS + "#message=1.'))"), page.run("sent")
    page.run("delete navigator.share")


def longest_links(page):
    """Letters of the links of games that take as little as they can, of every rules with every toggle changed, from a pattern of one's own,
    with long names."""
    found = page.run("""(() => { const { core, catalogue, inside: { look, messageIn, messageOf } } = pasang, found = [];
      const rows = catalogue.setups.get('catalogue-05').rows.replace('b', 'x').replace('w', 'b').replace('x', 'w');
      for (const [rules, { game: kind, set }] of catalogue.rules) {
        if ((set.players ?? '2') !== '2') continue;
        const others = catalogue.toggles[kind].map(({ name, words }) => [name, words.map(([word]) => word).findLast((word) => word !== set[name]) ?? { handicap: '-59.5', values: '3/2' }[name]]);
        const game = { rules, set: Object.fromEntries(others.filter(([name, value]) => value && name !== 'players')), setup: kind === 'bell' ? catalogue.setups.get('bell-chequer') : { name: '長'.repeat(24), rows }, moves: [] };
        for (let now = look(core, game); !now.over; now = look(core, game)) game.moves.push(now.moves.reduce((least, move) => (move.takes.length < least.takes.length ? move : least)).word);
        const link = messageOf(core, { id: 'abcdefgh', names: ['長'.repeat(24), '宏'.repeat(24)], game });
        if (messageIn(core, link).game.moves.join() !== game.moves.join()) return rules;
        found.push([link.length, game.moves.length, rules]);
      }
      return found; })()""")
    letters, moves, rules = max(found)
    letters += len(ADDRESS)
    assert letters <= MOST_LETTERS, (letters, rules)
    print(f"the longest link: {letters} letters, {moves} moves of {rules}; the longest game: {max(it[1] for it in found)} moves")


def opens_links(page):
    """What is shared opens again: each kind of board, curve and answer, and a puzzle from one's own game; also percent-encoded twice."""
    page.run("pasang.store.set('game', ''); pasang.start({ rules: 'brunei-slide', set: {}, setup: pasang.catalogue.setups.get('catalogue-05'), moves: ['c', 'j', 'd2-c2xe1w2', 'k9-j9xw1'] }, ['person', 'person'])")
    base, (first, *_, better) = page.run("pasang.inside.linkOf(pasang.game)"), page.run("pasang.views.play.now.moves.map(({ word }) => word)")
    views, solve = "pasang.views", "pasang.views.puzzles.solve"
    cases = [
        (f"{views}.puzzles.openLink(null, ['17'])", "#puzzles", f"{solve}.task.title.endsWith('17') && pasang.view === 'puzzles'"),
        (f"{views}.puzzles.openLink(pasang.game, ['{first}', '{better}', '600'])", "#puzzles", f"{solve}.page.game.moves.length === 4 && {solve}.task.asks.includes('{first}')"),
        ("pasang.review(pasang.game, 2)", "#review .side", f"pasang.view === 'review' && {views}.review.at === 2"),
        ("pasang.show('fair')", "#fair", "pasang.view === 'fair'"), (f"{views}.pattern.load({views}.play.page.game.setup)", "#pattern", "pasang.view === 'pattern'"),
        (f"{views}.lesson.openStep(6)", "#lesson", f"pasang.view === 'lesson' && {views}.lesson.at === 6"),
        *[(f"{views}.patterns.openNamed('catalogue-07')", "#patterns .side", f"{views}.patterns.chosen?.setup === 'catalogue-07'")] * has_book(page),
    ]
    for go, place, expected in cases:
        page.run(f"{go}; 1")
        page.wait(f"document.querySelector(\"{place} [data-key='share']\") !== null", 60)
        link = shared_link(page, place)
        for coded in (link, "#" + urllib.parse.quote(urllib.parse.quote(link[1:], safe="+"), safe="+")):
            page.run("Object.assign(pasang.views.puzzles, { open: null }).list(); pasang.views.patterns && (pasang.views.patterns.chosen = null); pasang.show('play')")
            page.run(f"location.hash = {json.dumps(coded)}")
            page.wait(expected, 60)
    for link in ("#open=puzzles+999", f"{base}&open=puzzles+zz+zz+1", f"{base}&open=puzzles+{first}+{better}+2000", "#open=lesson+99", "#open=nothing", "#open=__proto__", "#open=constructor", "#open=fair"):
        page.run(f"location.hash = {json.dumps(link)}")
        page.wait("document.querySelector('dialog') !== null")
        page.press("dialog [data-key='ok']")


# A class.

CLASS = "pasang.views.class"


def points_of(tournament):
    """Points in halves, by the results."""
    points = [0] * len(tournament["names"])
    for one, two, result in itertools.chain(*tournament["rounds"]):
        if two == -1:
            points[one] += 2
        elif result is not None:
            points[one] += result
            points[two] += 2 - result
    return points


def matchings(players):
    """All ways to pair an even number of players."""
    if not players:
        return [[]]
    one, *others = players
    return [[(one, two), *more] for two in others for more in matchings([it for it in others if it != two])]


def check_digit(digits):
    """ISO 7064, MOD 11,10, in the words of the standard: the check digit makes the last sum 1 modulo 10."""
    product = 10
    for digit in digits:
        sum = (product + int(digit)) % 10
        product = 2 * (sum or 10) % 11
    return next(digit for digit in "0123456789" if (product + int(digit)) % 10 == 1)


def code_of(table, result):
    return f"{table}-{result}{check_digit(f'{table}{result}')}"


def codes_are_checked(page):
    """The codes of the page have the digits of the standard, whose example is 07945; no wrong digit passes."""
    assert check_digit("0794") == "5"
    expected = {(table, result): code_of(table, result) for table in range(1, 33) for result in range(3)}
    assert page.run("Array.from({ length: 32 }, (_, at) => [0, 1, 2].map((result) => pasang.inside.resultCode(at + 1, result))).flat()") == list(expected.values())
    wrong = [code[:at] + other + code[at + 1:] for code in expected.values() for at in range(len(code)) if code[at].isdigit() for other in "0123456789" if other != code[at]]
    taken = page.run(f"pasang.inside.codesIn({json.dumps(' '.join(wrong))}).filter(({{ wrong }}) => !wrong)")
    assert not taken, taken
    assert page.run("pasang.inside.codesIn(' 7-21, 12 0 ')") == [{"table": 7, "result": 2}, {"wrong": "12"}, {"wrong": "0"}]
    # By the Elo of two levels, at 2 percentage points a point: 208 apart the stronger scores 76.8 %, 354 apart 88.5 %.
    assert page.run("[['easy', 'beginner'], ['beginner', 'easy'], ['strong', 'good'], ['good', 'good'], ['good', ''], [undefined, 'easy']].map((two) => pasang.inside.handicapOf(...two))") == [13, -13, 19, 0, 0, 0]


def pairs_are_right(tournament, active):
    """The last round: each pupil once; no two meet again; one bye at most, for one who had none; and no exchange between three tables
    brings the scores nearer without a second meeting."""
    *before, last = tournament["rounds"]
    points, met = points_of({**tournament, "rounds": before}), {frozenset(game[:2]) for round in before for game in round}
    assert sorted(it for game in last for it in game[:2] if it != -1) == sorted(active), last
    assert not any(frozenset(game[:2]) in met for game in last), last
    assert sum(game[1] == -1 for game in last) == len(active) % 2 and not any(frozenset(game[:2]) in met for game in last if game[1] == -1)
    least = min(points[it] for it in active)
    level = lambda it: least if it == -1 else points[it]
    cost = lambda one, two: 10**6 * (frozenset((one, two)) in met) + (level(one) - level(two)) ** 2
    for three in itertools.combinations([game[:2] for game in last], 3):
        now = sum(cost(*pair) for pair in three)
        for other in matchings([it for pair in three for it in pair]):
            assert sum(cost(*pair) for pair in other) >= now, (three, other)
    return sum((level(one) - level(two)) ** 2 for one, two, _ in last)


def enters(page, codes):
    """Types result codes, and returns what the page says to them."""
    page.press("#class [data-key='code-enter']", first=f"document.querySelector('#class .codes input').value = {json.dumps(', '.join(codes))}")
    return page.run("document.querySelector('#class .codes p').textContent")


def a_class(page):
    """24 pupils, seven rounds, results out of order, by taps and by codes, and mended later; one who leaves and comes back, and one who comes late."""
    random.seed(24)
    names = [*[f"Murid {number}" for number in range(1, 23)], "Muhammad Al-Muhtadee Billah", "Murid 1"]
    page.press("#class [data-key='class-pair']", first=f"pasang.show('class'); document.querySelector('#class textarea').value = {json.dumps(chr(10).join(names))}")
    assert page.run(f"{CLASS}.tournament.names.slice(-2)") == ["Muhammad Al-Muhtadee Billah", "Murid 1 (2)"]
    read = lambda: page.run(f"JSON.parse(pasang.store.get('class'))")
    page.run(f"for (const [at, level] of [[0, 'easy'], [1, 'beginner']]) {{ const select = document.querySelector(`#class [data-pupil='${{at}}']`); select.value = level; select.dispatchEvent(new Event('change')); }}")
    page.reload()
    assert read()["levels"][:3] == ["easy", "beginner", ""]
    active, apart = set(range(24)), 0
    for round in range(7):
        tournament = read()
        assert len(tournament["rounds"]) == round + 1
        apart += pairs_are_right(tournament, active)
        tables = [at for at, game in enumerate(tournament["rounds"][-1]) if game[1] != -1]
        random.shuffle(tables)
        if round % 2:
            results = {table: random.choice([2, 0, 1]) for table in tables}
            codes = [code_of(table + 1, result) for table, result in results.items()]
            told = enters(page, [*codes[1:], code_of(99, 1), codes[1][:-1] + str((int(codes[1][-1]) + 1) % 10)])
            assert [read()["rounds"][-1][table][2] for table in tables] == [None, *list(results.values())[1:]]
            assert page.run("[pasang.inside.say('code-no-table', { n: 99 }), document.querySelector('#class [data-key=class-next]').disabled]") == [told[told.index("No table"):told.index("round.") + 6], True]
            other = code_of(tables[1] + 1, (results[tables[1]] + 1) % 3)
            assert f"Table {tables[1] + 1} has another result" in enters(page, [codes[0], other]) and [read()["rounds"][-1][table][2] for table in tables] == list(results.values())
            tables = []
        for place, table in enumerate(tables):
            assert page.run("document.querySelector('#class [data-key=class-next]').disabled")
            page.press(f"#class .pair:nth-child({table + 1}) [data-result='{random.choice([2, 2, 0, 0, 0, 1])}']")
            if place == 2:
                # A reload keeps them.
                page.reload()
        # A result of the round before is mended.
        if round:
            page.press(f"#class [aria-pressed]:nth-child({round})", "#class .pair:nth-child(1) [aria-pressed='false'][data-result]", f"#class .row [aria-pressed]:nth-child({round + 1})")
        points, shown = points_of(read()), page.run("[...document.querySelectorAll('#class tbody tr')].map((it) => [it.children[1].textContent, it.children[2].textContent])")
        halves = lambda text: 2 * int(text.rstrip("½") or 0) + text.endswith("½")
        assert {name: halves(text) for name, text in shown} == dict(zip(read()["names"], points)) and [halves(text) for _, text in shown] == sorted(points, reverse=True)
        # Equals share a rank; who has left has a row as all others.
        ranks = page.run("[...document.querySelectorAll('#class tbody tr')].map((it) => [it.children[0].textContent, it.children[2].textContent, it.children[3].textContent, getComputedStyle(it).display])")
        assert all(int(rank) == 1 + [it[1:3] for it in ranks].index([points, against]) and display == "table-row" for rank, points, against, display in ranks), ranks
        if round == 2:
            page.press("#class [aria-label='Murid 5: Leaves']")
            active.discard(4)
        if round == 3:
            page.press("#class [data-key='class-add']", first="document.querySelectorAll('#class .codes input')[1].value = 'Murid 3'")
            assert read()["names"][-1] == "Murid 3 (2)"
            active.add(24)
        if round == 5:
            page.press("#class [aria-label='Murid 5: Is back']")
            active.add(4)
        page.press("#class [data-key='class-next']")
    tournament = read()
    begun = [sum(game[0] == it and game[1] != -1 for round in tournament["rounds"] for game in round) for it in range(25)]
    played = [sum(it in game[:2] and game[1] != -1 for round in tournament["rounds"] for game in round) for it in range(25)]
    assert all(abs(2 * one - all) <= 2 for one, all in zip(begun, played)), (begun, played)
    print(f"a class of 24: eight rounds paired, {apart / 4:g} squared points apart in all")
    return tournament


def keeps_and_prints(page, tournament):
    """The class is kept in a file and opened again; what is no class is refused; sheets and the table for the wall have every pair."""
    page.press("#class [data-key='save']", first=SAVES)
    text = page.run("saved[0].text()")
    assert json.loads(text) == tournament
    page.press("#class [data-key='class-csv']")
    table = list(csv.reader(page.run("saved[1].text()").removeprefix("\ufeff").splitlines()))
    assert sorted(row[1] for row in table[1:]) == sorted(tournament["names"]) and len({len(row) for row in table}) == 1
    for _, name, points, _, *games in table[1:]:
        free = sum(1 for round in tournament["rounds"] if [tournament["names"].index(name), -1] in [game[:2] for game in round])
        assert 2 * float(points) == 2 * free + sum(2 * float(it) for it in games[1::2] if it), (name, points, games)
    page.run("window.print = () => { window.paper = document.querySelector('#class .paper').cloneNode(true); }")
    games = [game for game in tournament["rounds"][-1] if game[1] != -1]
    for key, count in (("class-sheet", len(games)), ("class-wall", 1)):
        page.press(f"#class [data-key='{key}']")
        told = page.run("paper.textContent")
        assert all(tournament["names"][at] in told for game in games for at in game[:2]), told
        page.run("document.getElementById('class').append(paper)")
        pdf = base64.b64decode(page.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
        page.run("paper.remove()")
        assert pdf.count(b"/Type /Page\n") == (count + 1) // 2 or key == "class-wall", (key, pdf.count(b"/Type /Page\n"))
    page.press("#class [data-key='class-new']", "dialog [data-key='drop']")
    for text, is_right in (("{}", False), (json.dumps({**tournament, "rounds": []}), False), (text.replace("[0,", "[99,"), False), ("[" * 9, False), (text, True)):
        page.run(f"(() => {{ const input = document.querySelector('#class [type=file]'), given = new DataTransfer(); given.items.add(new File([{json.dumps(text)}], 'class.json')); input.files = given.files; input.dispatchEvent(new Event('change')); }})()")
        page.wait("document.querySelector('#class .wrong')?.textContent.length > 0" if not is_right else "document.querySelector('#class .pair') !== null")
    assert page.run("JSON.parse(pasang.store.get('class'))") == tournament


def late_rounds(page):
    """Swiss pairs until nearly all have met, and beyond: soon found, and with no second meeting before each has met all but a few."""
    for count in (20, 24):
        again, slowest = page.run(f"""(() => {{ const {{ nextRound }} = pasang.inside, it = {{ names: Array.from({{ length: {count} }}, (_, at) => String(at)), gone: Array({count}).fill(false), kind: 'swiss', rounds: [] }}, again = [], times = [];
          for (let round = 0; round < {count} + 1; round++) {{ const met = new Set(it.rounds.flat().flatMap(([one, two]) => [`${{one}} ${{two}}`, `${{two}} ${{one}}`])), begun = performance.now(), pairs = nextRound(it);
            times.push(performance.now() - begun); again.push(pairs.filter(([one, two]) => met.has(`${{one}} ${{two}}`)).length); it.rounds.push(pairs.map(([one, two], at) => [one, two, (at * 7 + round * 3) % 3])); }}
          return [again, Math.max(...times)]; }})()""")
        assert slowest < 3000 and not any(again[:count // 2]) and sum(again[:count - 3]) <= 1, (again, slowest)


def all_against_all(page):
    """Everyone meets everyone once; with an odd number each has one bye; who comes late or was away meets all others, too."""
    for count, late, away in ((2, 0, None), (7, 0, None), (8, 0, None), (5, 1, None), (6, 2, 3), (7, 1, 0)):
        tournament = page.run(f"""(() => {{ const {{ hasNext, nextRound }} = pasang.inside, it = {{ names: Array.from({{ length: {count} }}, (_, at) => String(at)), gone: Array({count}).fill(false), kind: 'all', rounds: [] }};
          for (let round = 0; hasNext(it) && round < 30; round++) {{
            if (round === 2) for (let at = 0; at < {late}; at++) {{ it.names.push(`late ${{at}}`); it.gone.push(false); }}
            if ({json.dumps(away)} !== null) it.gone[{away or 0}] = round === 1;
            it.rounds.push(nextRound(it).map(([one, two]) => [one, two, two < 0 ? null : 2]));
          }}
          return it; }})()""")
        games = [tuple(sorted(game[:2])) for round in tournament["rounds"] for game in round if game[1] != -1]
        assert sorted(games) == list(itertools.combinations(range(count + late), 2)), games
        assert all(len({it for game in round for it in game[:2] if it != -1}) == sum(2 - (game[1] == -1) for game in round) for round in tournament["rounds"]), tournament
        assert len(tournament["rounds"]) <= count + late + 4, len(tournament["rounds"])
        byes = [game[0] for round in tournament["rounds"] for game in round if game[1] == -1]
        assert late or sorted(byes) == list(range(count)) * (count % 2), byes


def main(file, program, games="50"):
    file, begin = pathlib.Path(file), time.monotonic()
    random.seed(70)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        contexts = [browser.ask("Target.createBrowserContext")["browserContextId"] for _ in range(2)]
        sides = [Side(Page(browser, file, 390, 844, bool(at), context=context), context) for at, context in enumerate(contexts)]
        # One of them knows the game; the other reads the rules beside the board.
        sides[0].page.run("pasang.store.set('learnt', 'yes')")
        by_message(sides, program, int(games))
        bad_input(sides[0])
        forks(sides)
        two_tabs(browser, file, sides[0])
        shares_and_answers(sides[1])
        for side in sides:
            side.page.connects()
        in_one_room(sides)
        page = sides[0].page
        longest_links(page)
        opens_links(page)
        # Here, as this check waits for its browser while the other one works.
        kinds_of_puzzles(page, program)
        codes_are_checked(page)
        keeps_and_prints(page, a_class(page))
        late_rounds(page)
        all_against_all(page)
        for side in sides:
            side.page.is_quiet()
        browser.ask("Browser.close")
        browser.process.wait(20)
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
