"""Builds the site as a folder of static files, without scripts but the page's own: an index and a gallery of the patterns in
English and Malay, the documents, the page with what a browser installs, and the set to print.

    site.py --out FOLDER [--page FILE] [--repository URL]

The page is built before (crates/web/build.sh). A document's link to a file that is not on the site leads to the repository, at
an address such as https://host/owner/name/blob/v0.3.0; without one it is plain text. The texts are in site_words.py;
site_check.py checks the site in a browser."""

import argparse
import html
import os
import pathlib
import re
import shutil

from markdown_it import MarkdownIt

import print as sheets
from bundle import CREWS
from print import ROOT, RULES
from print_words import LANGUAGES
from site_words import WORDS

PAGE = ROOT / "crates/web/page"
DOCUMENTS = [key for key in WORDS if key.endswith(".md")]
# Files beside the documents that these show.
PICTURES = ["docs/board.svg", "docs/effects.svg", "docs/games.svg", "docs/other-games.svg", "docs/patterns.svg", "docs/strengths.svg", "docs/symmetry.svg"]
PDFS = ["lesson", "cards", "board-a3"]
# Least probability to be best of a first column that is named, as on the page.
LIKELY = 0.05
# The class of the gallery, of whose games there are enough.
STRONGEST = sheets.CREWS[-1]


def address(name, language):
    """Returns the file of a page in a language."""
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


def framed(say, path, title, body, other=None):
    """Returns a page at a path of the site; `other` is the path of the same page in the other language."""
    to = lambda target: os.path.relpath(target, pathlib.Path(path).parent)
    link = lambda key, target: f'<a href="{to(target)}">{say(key)}</a>'
    start = address("index", say.language)
    nav = [link("home", start), f'<a href="{to("play")}/{entry(say)}">{say("play")}</a>', link("gallery-short", address("gallery", say.language)), link("print", f"{start}#print"), link("documents", f"{start}#documents")]
    switch = f'<a href="{to(other)}" lang="{"ms" if say.language == "en" else "en"}">{say("other")}</a>' if other else ""
    return f"""<!doctype html>
<html lang="{say.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<link rel="icon" href="{to("icon.svg")}">
<link rel="stylesheet" href="{to("style.css")}">
<title>{html.escape(title)}</title>
</head>
<body class="site">
<header><nav aria-label="{say("parts")}">{"".join(nav)}</nav>{switch}</header>
<main>
{body}
</main>
</body>
</html>
"""


def entry(say, **more):
    """Returns the part of a link to the page after its address: the language, and what is opened."""
    parts = more | ({} if say.language == "en" else {"language": say.language})
    return "#" + "&".join(f"{key}={value}" for key, value in parts.items()) if parts else ""


# Documents.

def slug(text, taken):
    """Returns the anchor of a heading, as GitHub makes it."""
    base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    taken[base] = taken.get(base, -1) + 1
    return f"{base}-{taken[base]}" if taken[base] else base


def target_of(source, link, repository):
    """Returns where a document's link leads on the site, or in the repository; None if it leads nowhere."""
    path, mark, fragment = link.partition("#")
    if re.match(r"[a-z]+:", link) or not path:
        return link
    full = os.path.normpath(pathlib.Path(source).parent / path)
    assert (ROOT / full).exists(), (source, link)
    if full in DOCUMENTS:
        return path.removesuffix(".md") + ".html" + mark + fragment
    return link if full in PICTURES else repository and f"{repository}/{full}"


def rendered(source, repository):
    """Returns a document as HTML, with its title."""
    markdown = MarkdownIt("commonmark").enable("table")
    rules = markdown.renderer.rules
    code = rules["fence"]
    # What is wider than the window scrolls by itself, also by keys.
    rules["fence"] = lambda *given: code(*given).replace("<pre>", '<pre tabindex="0">', 1)
    rules["table_open"] = lambda *_: '<div class="scroll" tabindex="0"><table>\n'
    rules["table_close"] = lambda *_: "</table></div>\n"
    tokens, taken, title = markdown.parse((ROOT / source).read_text()), {}, None
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            text = "".join(child.content for child in tokens[at + 1].children if child.type in ("text", "code_inline"))
            token.attrSet("id", slug(text, taken))
            title = title or text
        opened = []
        for child in token.children or []:
            if child.type == "link_open":
                opened.append(child)
                child.attrs["href"] = target_of(source, child.attrs["href"], repository)
                if child.attrs["href"] is None:
                    child.tag, child.attrs = "span", {}
            elif child.type == "link_close":
                child.tag = opened.pop().tag
    return title, markdown.renderer.render(tokens, markdown.options, {})


def document(source, repository):
    title, body = rendered(source, repository)
    language = "ms" if source.endswith(".ms.md") else "en"
    other = {"README.md": "README.ms.html", "README.ms.md": "README.html"}.get(source)
    return framed(words(language), source, title if title == "Pasang" else f"{title} · Pasang", f'<article class="document">{body}</article>', other)


# The gallery.

def known():
    """Returns the balance of each known pattern, as the page shows it, by pattern and then by level, the strongest last: the joint figures that
    the program carries (src/show/sections/known.rs)."""
    found = {}
    for row in sheets.known.rows():
        if row["rules"] == RULES and row["crew"] in CREWS:
            found.setdefault(row["setup"], {})[row["crew"]] = row
    return dict(sorted(found.items()))


# The board that every pattern lies on.
WOOD = f'<svg class="hidden" aria-hidden="true"><g id="wood"><rect class="wood" x="-.85" y="-.85" width="11.7" height="11.7" rx=".3"/>{sheets.wood()}</g></svg>'


def chance(share):
    """Probability as a whole number of percent, as on the page: only what is certain is 0 or 100."""
    return "&lt; 1" if share < 0.01 else "&gt; 99" if share > 0.99 else f"{100 * share:.0f}"


def board(say, number):
    """The board with a pattern: its stones are the round ends of lines without length."""
    position = sheets.Position.of_pattern(number)
    points = lambda sign: "".join("M{} {}h0".format(*sheets.at(point)) for point, other in position.signs.items() if other == sign)
    stones = "".join(f'<path class="stones edge" d="{points(sign)}"/><path class="stones s-{sign}" d="{points(sign)}"/>' for sign in "bw")
    return f'<svg class="board" viewBox="-.9 -.9 11.8 11.8" role="img" aria-label="{say.page["pattern"]} {number}"><use href="#wood"/>{stones}</svg>'


def card(say, setup, classes):
    number, percent = setup.removeprefix("catalogue-"), lambda figures: "{:.0f} ({:.0f}–{:.0f})".format(*(100 * figure for figure in figures))
    head = "".join(f'<th scope="col">{say.page[key]}</th>' for key in ("class", "class-random", "class-shown"))
    rows = "".join(f"""<tr><th scope="row">{say.page[f"short-{crew}"]}</th><td>{percent([it["score"], it["low"], it["high"]])}</td><td>{sheets.known.brief(say.page.get, it["size"], it["direction"])}</td></tr>"""
                   for crew, it in classes.items())
    named = [first for at, first in enumerate(classes[sheets.CREWS[-1]]["best"]) if at == 0 or first[1] >= LIKELY]
    columns = "; ".join(f"<b>{word.replace('/', ' / ')}</b> {chance(share)}\u00a0%" for word, share, *_ in named)
    return f"""<section class="pattern" id="{setup}"><h2>{say.page["pattern"]} {number}</h2>{board(say, number)}
<div class="scroll" tabindex="0"><table class="classes"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>
<p>{say.page["best-columns"]}: {columns}</p><p><a href="play/{entry(say, pattern=setup)}">{say("gallery-open", number=number)}</a></p></section>"""


def gallery(say, found):
    even = sorted(found, key=lambda setup: abs(found[setup][sheets.CREWS[-1]]["score"] - 0.5))
    jumps = " ".join(f'<a href="#{setup}">{setup.removeprefix("catalogue-")}</a>' for setup in even)
    title = say.page["patterns-known"].replace("{n}", str(len(found)))
    body = f"""{WOOD}<h1>{title}</h1><p>{say("score-caption", rules=RULES)} {say("gallery-caption")} {say("columns-about")}</p>
<p>{say("gallery-order")} <span class="jumps">{jumps}</span></p><p><a href="{address(f"scores-{STRONGEST}", say.language)}">{say("scores")}</a></p><div class="patterns">{"".join(card(say, *it) for it in found.items())}</div>"""
    return framed(say, "gallery.html", f"{title} · Pasang", body, address("gallery", "ms" if say.language == "en" else "en"))


def scores(say, found, crew):
    """The patterns sorted by their score at a level, the most favourable to the first player on top; the other heads lead to their orders."""
    percent = lambda setup, level: "{:.1f} ({:.0f}–{:.0f})".format(*(100 * found[setup][level][key] for key in ("score", "low", "high")))
    named = lambda level: say.page[f"short-{level}"]
    head = lambda level: f'<th scope="col" aria-sort="descending">{named(level)} ▼</th>' if level == crew else f'<th scope="col"><a href="{address(f"scores-{level}", say.language)}">{named(level)}</a></th>'
    row = lambda setup: f"""<tr><th scope="row"><a href="{address("gallery", say.language)}#{setup}">{setup.removeprefix("catalogue-")}</a></th>{"".join(f"<td>{percent(setup, level)}</td>" for level in CREWS)}</tr>"""
    order = sorted(found, key=lambda setup: -found[setup][crew]["score"])
    body = f"""<h1>{say("scores")}: {named(crew)}</h1><p>{say("scores-about", crew=named(crew))} {say("score-caption", rules=RULES)}</p>
<div class="document"><div class="scroll" tabindex="0"><table class="scores"><thead><tr><th scope="col">{say.page["pattern"]}</th>{"".join(map(head, CREWS))}</tr></thead><tbody>{"".join(map(row, order))}</tbody></table></div></div>"""
    return framed(say, "scores.html", f'{say("scores")}: {named(crew)} · Pasang', body, address(f"scores-{crew}", "ms" if say.language == "en" else "en"))


# The index.

def index(say, found):
    language, count = say.language, len(found)
    pdfs = "".join(f'<li><a href="print/pasang-{name}-{language}.pdf">{say(f"print-{name}", n=count)}</a></li>' for name in PDFS)
    listed = sorted(DOCUMENTS, key=lambda source: source != "README.ms.md") if language == "ms" else DOCUMENTS
    documents = "".join(f'<li><a href="{source.removesuffix(".md")}.html">{say(source)}</a></li>' for source in listed)
    body = f"""{WOOD}<h1>{say("title")}</h1>
<div class="lead"><p>{say("lead")}</p>{board(say, "05")}</div>
<h2 id="play">{say("play")}</h2><p>{say("play-about")}</p>
<p><a class="main" href="play/{entry(say)}">{say("play-now")}</a> <a href="pasang.html" download>{say("play-file")}</a></p>
<h2 id="patterns">{say("patterns")}</h2><p>{say("patterns-about", n=count, levels=len(CREWS))}</p><p><a class="main" href="{address("gallery", language)}">{say("gallery")}</a> <a href="{address(f"scores-{STRONGEST}", language)}">{say("scores")}</a></p>
<h2 id="print">{say("print")}</h2><p>{say("print-about")}</p><ul>{pdfs}</ul>
<h2 id="documents">{say("documents")}</h2><p>{say("documents-about")}</p><ul>{documents}</ul>"""
    return framed(say, "index.html", say("title"), body, address("index", "ms" if language == "en" else "en"))


def words(language):
    return sheets.Words(language, WORDS)


def build(out, page, repository=None):
    """Writes the site into a folder, in place of what is there."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(page.with_name(f"{page.stem}-site"), out / "play")
    shutil.copy(page, out / "pasang.html")
    shutil.copy(PAGE / "icon.svg", out)
    (out / "style.css").write_text((PAGE / "style.css").read_text() + pathlib.Path(__file__).with_suffix(".css").read_text())
    found = known()
    for language in LANGUAGES:
        say = words(language)
        (out / address("index", language)).write_text(index(say, found))
        (out / address("gallery", language)).write_text(gallery(say, found))
        for crew in CREWS:
            (out / address(f"scores-{crew}", language)).write_text(scores(say, found, crew))
    for source in DOCUMENTS:
        file = out / f'{source.removesuffix(".md")}.html'
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(document(source, repository))
    for picture in PICTURES:
        shutil.copy(ROOT / picture, out / picture)
    sheets.build(out / "print", LANGUAGES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the site; what is there is removed")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "target/pasang.html", help="the page, which crates/web/build.sh builds")
    parser.add_argument("--repository", help="address of the repository's files, for links to them")
    given = parser.parse_args()
    if not given.page.exists():
        parser.error(f"there is no {given.page}: crates/web/build.sh builds the page")
    if given.out.exists() and any(given.out.iterdir()) and not (given.out / "play").exists():
        parser.error(f"{given.out} is there already, and no site")
    build(given.out, given.page, given.repository and given.repository.rstrip("/"))


if __name__ == "__main__":
    main()
