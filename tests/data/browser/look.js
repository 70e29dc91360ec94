// Inspects a page with everything unfolded, and reports to the page around it.
addEventListener('load', function () {
  var text = function (e) { return e ? e.textContent.trim() : ''; };
  var all = function (s, e) { return [].slice.call((e || document).querySelectorAll(s)); };
  var closed = document.documentElement.scrollWidth;
  var box = function (e) { return e.getBoundingClientRect(); };
  var first = {
    lead: all('.lead').map(text),
    titleEnds: box(document.querySelector('h1')).bottom,
    boards: all('.concerned svg').map(function (e) { return Math.round(box(e).width); }),
  };
  var seenSteps = function (game) {
    return all('.step', game).map(function (s) { return box(s).height > 0 ? '1' : '0'; }).join('');
  };
  var steps = all('.steps').map(function (game) {
    var seen = [seenSteps(game)];
    all('.step', game)[0].querySelectorAll('label')[2].click();
    seen.push(seenSteps(game));
    all('.step', game)[1].querySelectorAll('label')[3].click();
    seen.push(seenSteps(game));
    return seen;
  });
  // Visible panel before and after another is selected, and the order of rows by name.
  var seenPanels = function (chart) {
    return all('.panel', chart).map(function (p, at) { return box(p).height > 0 ? at : ''; }).join('');
  };
  var several = all('.chart').slice(0, 1).filter(function (c) { return all('.tabs > label', c).length > 1; });
  var charts = several.reduce(function (seen, chart) {
    seen.push(seenPanels(chart));
    all('.tabs > label', chart)[1].click();
    seen.push(seenPanels(chart));
    all('.orders label', chart)[2].click();
    var rows = all('.panel:nth-of-type(2) tbody tr', chart).sort(function (a, b) { return box(a).top - box(b).top; });
    var names = rows.map(function (row) { return text(row.querySelector('th')); });
    seen.push(rows.length > 2 && names.join() === names.slice().sort().join() ? 'by-name' : names.join());
    return seen;
  }, []);
  all('details').forEach(function (d) { d.open = true; });
  var channel = function (c) { c /= 255; return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); };
  var light = function (c) { return 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]); };
  var parse = function (c) { return (c.match(/[\d.]+/g) || []).map(Number); };
  var ground = function (e) {
    for (; e; e = e.parentElement) {
      var c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  var pale = [], texts = 0;
  all('body *').forEach(function (e) {
    // Skips text on kas, whose background is drawn, not styled.
    if (e.closest('.defs, .frame svg, script')) return;
    var own = [].some.call(e.childNodes, function (n) { return n.nodeType === 3 && n.data.trim(); });
    if (!own) return;
    texts += 1;
    var style = getComputedStyle(e);
    var a = light(parse(e.namespaceURI.indexOf('svg') > 0 ? style.fill : style.color));
    var b = light(ground(e));
    var contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) pale.push(e.tagName + '.' + e.getAttribute('class') + ' ' + contrast.toFixed(2));
  });
  var loose = all('a').filter(function (a) {
    return a.getAttribute('href')[0] === '\u0023' && !document.getElementById(a.getAttribute('href').slice(1));
  }).map(function (a) { return a.getAttribute('href'); });
  var ids = all('[id]').map(function (e) { return e.id; });
  parent.postMessage([location.pathname.split('/').pop(), encodeURIComponent(JSON.stringify({
    wrong: wrong,
    requests: performance.getEntriesByType('resource').map(function (r) { return r.name; }),
    scripts: document.scripts.length,
    title: text(document.querySelector('h1')),
    asked: text(document.querySelector('.kind')),
    charts: charts,
    closed: closed,
    first: first,
    steps: steps,
    loose: loose,
    twice: ids.filter(function (id, at) { return ids.indexOf(id) !== at; }),
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
    ground: getComputedStyle(document.body).backgroundColor,
    texts: texts,
    pale: pale,
    nameless: all('svg[role=img]').filter(function (s) { return !s.getAttribute('aria-label'); }).length,
    tables: all('table.plain').map(function (t) {
      return [text(t.querySelector('caption'))].concat(all('tbody tr', t).map(function (row) {
        return all('th, td', row).map(text).join('|');
      }));
    }),
    sections: all('main > details').map(function (s) { return s.id; }),
    rows: all('.panel').reduce(function (rows, panel) {
      return rows.concat(all('.forest tbody tr', panel).map(function (row) {
        return [text(panel.querySelector('caption')), text(row.querySelector('th')),
          text(row.querySelector('.score b')), text(row.querySelector('.score span')),
          text(row.querySelector('.lean .hidden')), text(row.querySelector('.lean abbr'))];
      }));
    }, []),
  }))], '*');
});
