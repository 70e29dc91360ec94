"""Builds the site, and checks it in Chromium: every link, anchor and picture leads somewhere, no page is wider than a phone,
the console is empty, no other host is asked, and axe finds nothing in the main pages, light and dark.

    site_check.py PAGE"""

import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from bundle import CREWS
from check import Browser, Page, Silent, axe

ROOT = pathlib.Path(__file__).parents[2]
SITE = ROOT / "target/site"
# Pages that axe reads, in both schemes of colour.
MAIN = ["index.html", "index.ms.html", "gallery.html", "gallery.ms.html", "scores-club.html", "docs/answers.html"]
# Describes a page: its anchors, its links, its pictures that were not loaded, and by how much it is too wide.
LOOK = """({
    anchors: [...document.querySelectorAll("[id]")].map((it) => it.id), links: [...document.links].map((it) => it.href),
    broken: [...document.images].filter((it) => !it.naturalWidth).map((it) => it.src), wide: document.documentElement.scrollWidth - innerWidth,
})"""


def opened(page, url):
    page.ask("Page.navigate", url=url)
    page.wait(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")


def leads_everywhere(page, host):
    """Every page, in a window as wide as a small phone."""
    seen = {}
    for file in sorted(SITE.rglob("*.html")):
        name = str(file.relative_to(SITE))
        if name.startswith("play/") or name == "pasang.html":
            continue
        opened(page, host + name)
        seen[name] = page.run(LOOK)
        assert seen[name]["wide"] <= 0 and not seen[name]["broken"], (name, seen[name]["wide"], seen[name]["broken"])
        assert len(set(seen[name]["anchors"])) == len(seen[name]["anchors"]), (name, "an anchor stands twice")
    patterns, count = set(), 0
    for name, told in seen.items():
        for link in told["links"]:
            count += 1
            path, _, fragment = link.removeprefix(host).partition("#")
            if not link.startswith(host):
                assert link.startswith("https://"), (name, link)
            elif path == "play/":
                patterns |= set(urllib.parse.parse_qs(fragment).get("pattern", []))
            else:
                assert (SITE / path).is_file(), (name, link)
                assert not fragment or fragment in seen[path]["anchors"], (name, link)
    page_of = lambda name: seen[name]["links"]
    assert len(patterns) == 35 and set(seen) <= {"index.html", *(link.removeprefix(host).partition("#")[0] for name in seen for link in page_of(name))}, "a page has no link to it"
    return len(seen), count, patterns


def leads_into_the_page(page, host, patterns):
    """A link of the gallery opens its pattern, in the language of the gallery."""
    opened(page, f"{host}gallery.ms.html")
    page.run("document.querySelector('#catalogue-03 [href*=\"play/\"]').click()")
    page.wait("window.pasang !== undefined")
    assert page.run("[pasang.view, pasang.views.patterns.chosen.setup, document.documentElement.lang].join()") == "patterns,catalogue-03,ms"
    assert page.run("[...new Set(pasang.book.map((it) => it.setup))].sort().join()") == ",".join(sorted(patterns)) and page.run("location.hash + pasang.store.get('language')") == "ms"
    # The gallery has the figures of the page.
    shown = page.run("[...document.querySelectorAll('#patterns .classes td, #patterns .classes th[scope=row]')].map((it) => it.textContent)")
    opened(page, f"{host}gallery.ms.html")
    assert page.run("[...document.querySelectorAll('#catalogue-03 .classes td, #catalogue-03 .classes th[scope=row]')].map((it) => it.textContent)") == shown, shown
    opened(page, f"{host}index.html")
    assert f"by {len(CREWS)} levels of bots" in page.run("document.body.textContent")


def is_sorted(page, host):
    """The head of each level leads to the patterns in its order."""
    opened(page, f"{host}scores-strong.ms.html")
    for at in range(len(CREWS)):
        link = f"document.querySelectorAll('thead th')[{at + 1}].querySelector('a')"
        if page.run(f"Boolean({link})"):
            page.run(f"{link}.click()")
            page.wait(f"{link.replace('.querySelector', '?.querySelector')} === null && document.readyState === 'complete'")
        found = page.run(f"[...document.querySelectorAll('tbody tr')].map((row) => parseFloat(row.cells[{at + 1}].textContent))")
        assert len(found) == 35 and found == sorted(found, reverse=True), (at, found)


def is_accessible(page, host):
    script = axe()
    assert script or os.environ.get("PASANG_AXE") != "required", "axe-core is not installed"
    for name in MAIN if script else ():
        opened(page, host + name)
        page.run(f"{script}; 1")
        for scheme in ("light", "dark"):
            page.prefers(color_scheme=scheme)
            # Cards are alike: a few of them suffice.
            found = page.run("axe.run({ exclude: ['.pattern:nth-child(n+4)'] }, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => [html.slice(0, 120), failureSummary])]))")
            assert not found, (name, scheme, found)
    return "axe finds nothing" if script else "axe-core is not installed"


def main(page):
    begin = time.monotonic()
    shutil.rmtree(SITE, ignore_errors=True)
    subprocess.run([sys.executable, pathlib.Path(__file__).with_name("site.py"), "--out", SITE, "--page", page], check=True, stdout=subprocess.DEVNULL)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"http://127.0.0.1:{server.server_port}/"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        page = Page(browser, f"{host}index.html", 360, 640, True, ready="document.readyState === 'complete'")
        pages, links, patterns = leads_everywhere(page, host)
        leads_into_the_page(page, host, patterns)
        is_sorted(page, host)
        said = is_accessible(page, host)
        page.is_quiet(host)
        browser.ask("Browser.close")
        browser.process.wait(20)
    server.shutdown()
    print(f"the site: {pages} pages, {links} links lead somewhere, {said}: {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
