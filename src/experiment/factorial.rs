//! The designed experiment over rules: `[factorial]` varies several toggles at once, in a balanced
//! fraction of all combinations.

use super::arrays::{Array, balanced, coincidence, cost};
use super::rules::{self, MAX_RULES, OwnRules, find, setting, variants};
use super::{Files, HIGHEST_SEED, Located, unfit_name};
use crate::text::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::text::toml_reader::{Entry, Reader, Table, key, quoted};
use pasang_balance::{cholesky, gram};
use pasang_core::base::text::{Keyword, all_of};
use pasang_core::games::rules::{Game, GameKind, NamedRules, facts, toggles};
use pasang_core::games::{Setting, Standing, ToggleType};

/// The toggles that a designed experiment varies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Factorial {
    pub factors: Vec<Factor>,
}

/// A toggle that varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    pub toggle: String,
    /// Its values; effects are measured against the first.
    pub values: Vec<Setting>,
    /// The factors, with levels, with one of which it matters; it always does if there are none.
    pub when: Vec<(usize, Vec<usize>)>,
}

/// A value of a factor other than the first: a main effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub factor: usize,
    pub level: usize,
}

/// The levels of all factors; `None` of a factor that does not matter.
pub type Levels = Vec<Option<usize>>;

/// The key for the number of rule sets, its word for all combinations, and the other reserved keys.
pub(super) const RUNS: &str = "runs";
const ALL: &str = "all";
const BASE: &str = "base";
const RESERVED: [&str; 2] = [BASE, RUNS];

/// The most combinations of which a fraction is drawn.
const MAX_COMBINATIONS: usize = 1_000_000;

/// The most rule sets of a fraction.
const MAX_RUNS: usize = 1024;

/// The most comparisons of rows with combinations in a pass of exchanges.
const MAX_EXCHANGES: usize = 5_000_000;

/// Returns the toggles of a game that do nothing beside a value of another one, with that.
fn idle(kind: GameKind) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    facts(kind).into_iter().filter_map(|(toggle, facts)| {
        let (other, word) = facts.idle_beside?;
        Some((toggle, other, word))
    })
}

impl Factor {
    /// Creates an option of any game, whose values are words.
    pub(super) fn of_words(name: &str, words: Vec<String>) -> Factor {
        let value = |word: String| Setting {
            name: "",
            value: quoted(&word),
            word,
            meaning: "",
            standing: Standing::WhatIf,
            is_omitted: false,
        };
        let values = words.into_iter().map(value).collect();
        Factor { toggle: name.to_owned(), values, when: Vec::new() }
    }

    /// Returns the level of its value among those of a rule set; `None` if it is none of these.
    fn level(&self, settings: &[Setting]) -> Option<usize> {
        let own = settings.iter().find(|it| it.name == self.toggle)?;
        self.values.iter().position(|value| value.word == own.word)
    }
}

impl Factorial {
    /// Returns the levels of a rule set; `None` if it has a value that no factor has.
    pub fn levels(&self, rules: &Game) -> Option<Levels> {
        let settings = rules.toggles();
        let levels: Levels = self.factors.iter().map(|it| it.level(&settings)).collect();
        let own = |(number, &level): (usize, &Option<usize>)| match self.matters(number, &levels) {
            true => level.map(Some),
            false => Some(None),
        };
        levels.iter().enumerate().map(own).collect()
    }

    fn matters(&self, factor: usize, levels: &[Option<usize>]) -> bool {
        let holds = |(other, among): &(usize, Vec<usize>)| {
            levels[*other].is_some_and(|level| among.contains(&level))
        };
        self.factors[factor].when.iter().all(holds)
    }

    /// Returns the factor on whose value the effects of others depend; `None` if none is known.
    pub fn changer(&self) -> Option<usize> {
        let all = GameKind::ALL.iter().flat_map(|kind| facts(*kind));
        let known: Vec<&str> = all.filter(|it| it.1.changes_others).map(|it| it.0).collect();
        self.factors.iter().position(|it| known.contains(&it.toggle.as_str()))
    }

    /// Returns the main effects, factor by factor.
    pub fn terms(&self) -> Vec<Term> {
        let factors = self.factors.iter().enumerate();
        let terms = factors
            .flat_map(|(factor, it)| (1..it.values.len()).map(move |level| Term { factor, level }));
        terms.collect()
    }

    /// Formats a term as in names of rule sets: `stuck=score-decides`.
    pub fn name(&self, Term { factor, level }: Term) -> String {
        let Factor { toggle, values, .. } = &self.factors[factor];
        format!("{toggle}={}", values[level].word)
    }

    /// Lists the values of a rule set that are not the first: `stuck=score-decides entry=jump`.
    pub fn changes(&self, levels: &Levels) -> String {
        let terms = self.terms().into_iter().filter(|it| levels[it.factor] == Some(it.level));
        terms.map(|term| self.name(term)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the row of a rule set in the model: 1, and 1 or 0 for each main effect.
    pub fn row(&self, levels: &Levels) -> Vec<f64> {
        let terms = self.terms().into_iter();
        let terms = terms.map(|it| f64::from(u8::from(levels[it.factor] == Some(it.level))));
        std::iter::once(1.0).chain(terms).collect()
    }

    /// Returns all combinations, the first factor changing slowest; a factor that does not matter is at
    /// its first level. `None` if they are too many.
    pub fn combinations(&self) -> Option<Array> {
        let mut all = vec![Vec::new()];
        for factor in &self.factors {
            if all.len() * factor.values.len() > MAX_COMBINATIONS {
                return None;
            }
            let levels = |row: Vec<usize>| {
                let level = move |level| row.iter().copied().chain([level]).collect::<Vec<_>>();
                (0..factor.values.len()).map(level)
            };
            all = all.into_iter().flat_map(levels).collect();
        }
        all.retain(|row| self.settled(row) == *row);
        Some(all)
    }

    /// Returns the levels of a combination, without those of factors that do not matter.
    pub fn effective(&self, row: &[usize]) -> Levels {
        let all: Levels = row.iter().copied().map(Some).collect();
        let own = |(number, &level)| self.matters(number, &all).then_some(level);
        row.iter().enumerate().map(own).collect()
    }

    /// Returns the levels with the first one for each factor that does not matter.
    fn settled(&self, row: &[usize]) -> Vec<usize> {
        self.effective(row).into_iter().map(Option::unwrap_or_default).collect()
    }

    pub(super) fn to_toml(&self) -> String {
        let list = |values: &mut dyn Iterator<Item = &Setting>| {
            let values: Vec<&str> = values.map(|value| value.value.as_str()).collect();
            format!("[{}]", values.join(", "))
        };
        let condition = |(other, among): &(usize, Vec<usize>)| {
            let other = &self.factors[*other];
            let values = list(&mut among.iter().map(|&level| &other.values[level]));
            format!("{} = {values}", key(&other.toggle))
        };
        let line = |factor: &Factor| {
            let (toggle, values) = (key(&factor.toggle), list(&mut factor.values.iter()));
            match factor.when.as_slice() {
                [] => format!("{toggle} = {values}\n"),
                when => {
                    let when: Vec<String> = when.iter().map(condition).collect();
                    let when = when.join(", ");
                    format!("{toggle} = {{ when = {{ {when} }}, values = {values} }}\n")
                }
            }
        };
        format!("\n[factorial]\n{}", self.factors.iter().map(line).collect::<String>())
    }
}

/// Reads the rule sets of an experiment, in order, and the toggles that its design varies.
pub(super) fn rule_sets(
    whole: &Table<'_, '_>,
    files: Files<'_>,
) -> (Vec<Located<NamedRules>>, Option<Factorial>) {
    let reader = whole.reader();
    let (own, listed) = rules::read(whole, base(whole), files);
    let Some(entry) = whole.entry("factorial") else { return (listed, None) };
    let seed = whole.integer("seed", 0..=HIGHEST_SEED).unwrap_or(0);
    let design = read(&entry, listed, (&own, files, seed), reader);
    design.map_or((Vec::new(), None), |(rules, factorial)| (rules, Some(factorial)))
}

/// Returns the name of the base of a designed experiment.
fn base<'t>(whole: &Table<'t, '_>) -> Option<&'t str> {
    whole.value("factorial")?.get_ref().as_table()?.get(BASE)?.get_ref().as_str()
}

/// Reads `[factorial]`: its rule sets, and its factors. `listed` are the rule sets that the experiment
/// lists: then these are the design.
fn read(
    entry: &Entry<'_, '_>,
    listed: Vec<Located<NamedRules>>,
    (own, files, seed): (&OwnRules, Files<'_>, u64),
    reader: &Reader<'_>,
) -> Option<(Vec<Located<NamedRules>>, Factorial)> {
    let table = reader.subtable(entry.value, "factorial", "`factorial`")?;
    let given = RESERVED.map(|key| table.entry(key));
    let base = match (&given, listed.first()) {
        ([None, None], Some(first)) => first.thing.clone(),
        ([base, runs], Some(_)) => {
            let key = base.as_ref().or(runs.as_ref())?;
            let what = format!("`{}` beside `rules`", key.key);
            let expected = "`rules` lists the rule sets of a design; without it, they are drawn";
            return reader.refuse(key.key_span.clone(), what, expected);
        }
        ([Some(base), Some(_)], None) => {
            let name = reader.word(base.value, BASE)?;
            find(&name, own, files, reader)?
        }
        ([_, _], None) if has_unknown(&table) => return None,
        ([base, _], None) => {
            let key = if base.is_none() { BASE } else { RUNS };
            let what = format!("`factorial` lacks the key `{key}`");
            let expected = "expected `base = \"PRESET\"` and `runs = N`, or `runs = \"all\"`";
            return reader.refuse(entry.key_span.clone(), what, expected);
        }
    };
    let reference = given[1].as_ref().map(|_| &base.rules);
    let factorial = factors(&table, &base.rules, reference)?;
    let rules = match given[1].as_ref() {
        None => {
            check_listed(&listed, &factorial, entry, reader)?;
            listed
        }
        Some(runs) => {
            let rows = drawn(&factorial, runs, seed, reader)?;
            let named = rows.iter().map(|row| factorial.rule_set(row, &base));
            let span = entry.key_span.clone();
            named.map(|thing| Located { thing, span: span.clone() }).collect()
        }
    };
    if let Some(why) = rules.iter().find_map(|named| unfit_name(&named.thing.name)) {
        let expected = "names of these rule sets are too long: shorten that of the base";
        return reader.refuse(entry.key_span.clone(), why, expected);
    }
    Some((rules, factorial))
}

/// Refuses keys that no game has as toggles: one may be meant for a key that is missing.
fn has_unknown(table: &Table<'_, '_>) -> bool {
    let names = GameKind::ALL.iter().flat_map(|&kind| toggles(kind)).map(|(name, _)| name);
    let known: Vec<&str> = RESERVED.into_iter().chain(names).collect();
    let unknown: Vec<Entry<'_, '_>> =
        table.entries().filter(|it| !known.contains(&it.key)).collect();
    for entry in &unknown {
        let what = format!("unknown key `{}`", entry.key);
        let fault =
            Diagnostic::at(entry.key_span.clone(), what, "expected `base`, `runs` or a toggle");
        table.reader().fault(fault.did_you_mean(entry.key, known.iter().copied()));
    }
    !unknown.is_empty()
}

impl Factorial {
    /// Returns the rules of a rule set with these levels, by any rules of the design.
    pub fn game(&self, levels: &Levels, of: &NamedRules) -> Game {
        let row: Vec<usize> = levels.iter().map(|it| it.unwrap_or_default()).collect();
        self.rule_set(&row, of).rules
    }

    /// Returns the rule set with these levels, named by its differences from the base.
    fn rule_set(&self, row: &[usize], base: &NamedRules) -> NamedRules {
        let NamedRules { mut name, mut rules } = base.clone();
        for (factor, &level) in self.factors.iter().zip(row) {
            let Setting { value, word, .. } = &factor.values[level];
            let before = rules;
            // The values were read with the base.
            let _ = rules.set(&factor.toggle, value);
            if rules != before {
                name += &format!("+{}={word}", factor.toggle);
            }
        }
        NamedRules { name, rules }
    }
}

/// Returns all combinations of the toggles that options of the command line vary, `stuck` with all its
/// values or `entry=slide,jump` with these, and the factors.
pub(super) fn varied(
    vary: &[String],
    base: &Located<NamedRules>,
) -> Result<(Vec<Located<NamedRules>>, Factorial), Diagnostics> {
    let mut text = String::new();
    for word in vary {
        text += &line_of(word, &base.thing.rules).map_err(Diagnostics::from)?;
    }
    let source = Source::new("--vary", text);
    let (reader, table) = Reader::parse(&source)?;
    let base_rules = &base.thing.rules;
    let factorial = factors(&reader.table(&table, "--vary"), base_rules, Some(base_rules));
    let all = factorial.as_ref().and_then(Factorial::combinations);
    if factorial.is_some() && all.as_ref().is_none_or(|all| all.len() > MAX_RULES) {
        let what = format!("these toggles have more than {MAX_RULES} combinations");
        reader.fault(Diagnostic::whole(what).help("draw some of them in a file, by `[factorial]`"));
    }
    let (factorial, all) = reader.finish(factorial.zip(all))?;
    let named = all.iter().map(|row| factorial.rule_set(row, &base.thing));
    let named = named.map(|thing| Located { thing, span: base.span.clone() });
    Ok((named.collect(), factorial))
}

/// Writes a toggle that varies as a line of `[factorial]`.
fn line_of(word: &str, base: &Game) -> Result<String, Diagnostic> {
    let (toggle, list) = word.split_once('=').map_or((word, None), |(toggle, list)| {
        (toggle, Some(list.split(',').map(str::trim).collect::<Vec<_>>()))
    });
    let of_type = toggles(base.kind()).into_iter().find(|(name, _)| *name == toggle);
    let words = match (list, of_type) {
        (Some(list), _) => list,
        (None, Some((_, ToggleType::Words(words)))) => words.iter().map(|it| it.0).collect(),
        // Faults say which values there are.
        (None, _) => vec![""],
    };
    let value = |word: &str| {
        let mut rules = *base;
        rules.set(toggle, word).map(|()| setting(&rules, toggle).value)
    };
    let values = words.into_iter().map(value).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{} = [{}]\n", key(toggle), values.join(", ")))
}

/// Reads the factors: each toggle of the table, with its values and the condition under which it
/// matters. Effects are measured against the values of `reference`, or against the first ones.
fn factors(table: &Table<'_, '_>, base: &Game, reference: Option<&Game>) -> Option<Factorial> {
    let reader = table.reader();
    let entries = || table.entries().filter(|entry| !RESERVED.contains(&entry.key));
    if entries().next().is_none() {
        let fault = Diagnostic::whole("`factorial` names no toggle");
        let label = "expected `TOGGLE = [VALUE, ..]` below".to_owned();
        reader.fault(Diagnostic { span: table.span(), label, ..fault });
        return None;
    }
    let parts: Vec<Option<(Factor, Option<Entry<'_, '_>>)>> =
        entries().map(|entry| factor(&entry, base, reference, reader)).collect();
    let (factors, conditions): (Vec<Factor>, Vec<Option<Entry<'_, '_>>>) =
        parts.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let fixed = base.toggles();
    let is_fixed = |toggle: &str, word: &str| {
        !factors.iter().any(|it| it.toggle == toggle)
            && fixed.iter().any(|it| it.name == toggle && it.word == word)
    };
    for (toggle, other, word) in idle(base.kind()) {
        if let Some(entry) = entries().find(|it| it.key == toggle && is_fixed(other, word)) {
            let what = format!("`{toggle}` does nothing beside {other}={word}");
            return reader.refuse(entry.key_span, what, format!("expected `{other}` to vary, too"));
        }
    }
    let mut factorial = Factorial { factors };
    for (number, condition) in conditions.iter().enumerate() {
        factorial.factors[number].when = match condition {
            Some(condition) => when(condition, number, &factorial, base, reader)?,
            None => factorial.idle(number, base.kind()),
        };
    }
    let nested = |factor: &Factor| !factor.when.is_empty();
    for (number, condition) in conditions.iter().enumerate() {
        let mut others = factorial.factors[number].when.iter();
        if let Some((other, _)) = others.find(|(other, _)| nested(&factorial.factors[*other])) {
            let span = condition.as_ref().map(|it| it.key_span.clone()).or(table.span());
            let other = &factorial.factors[*other].toggle;
            let what = format!("`when` of `{}` names `{other}`", factorial.factors[number].toggle);
            reader.fault_at(span.unwrap_or(0..0), what, "that toggle has a `when` itself");
            return None;
        }
    }
    Some(factorial)
}

/// Reads a factor without its condition, whose entry is returned if it has one.
fn factor<'t, 's>(
    entry: &Entry<'t, 's>,
    base: &Game,
    reference: Option<&Game>,
    reader: &'t Reader<'s>,
) -> Option<(Factor, Option<Entry<'t, 's>>)> {
    let (list, condition) = match entry.value.get_ref().is_table() {
        false => (entry.value, None),
        true => {
            let table = reader.subtable(entry.value, entry.key, "a factor")?;
            table.refuse_unknown(&["when", "values"]);
            let Some(values) = table.value("values") else {
                let what = format!("`{}` lacks its `values`", entry.key);
                return reader.refuse(entry.value.span(), what, "expected `values = [VALUE, ..]`");
            };
            (values, table.entry("when"))
        }
    };
    let values = reader.some_list(list, entry.key, "expected at least two values")?;
    let found = variants(&Entry { value: list, ..entry.clone() }, values, base, reader);
    if found.len() < values.len() {
        return None;
    }
    if found.len() < 2 {
        let what = format!("`{}` does not vary", entry.key);
        let expected = "expected at least two values; a fixed one belongs to the base";
        return reader.refuse(list.span(), what, expected);
    }
    let value = |rules: &Game| setting(rules, entry.key);
    let mut values: Vec<Setting> = found.iter().map(|(rules, _)| value(rules)).collect();
    let first = reference.map(value);
    if let Some(at) = values.iter().position(|it| Some(it) == first.as_ref()) {
        values[..=at].rotate_right(1);
    }
    Some((Factor { toggle: entry.key.to_owned(), values, when: Vec::new() }, condition))
}

impl Factorial {
    /// Returns the condition of a factor that is known to do nothing beside a value of another one.
    fn idle(&self, number: usize, kind: GameKind) -> Vec<(usize, Vec<usize>)> {
        let condition = |(toggle, other, word): (&str, &str, &str)| {
            let at = self.factors.iter().position(|it| it.toggle == other)?;
            let values = self.factors[at].values.iter().enumerate();
            let among = values.filter(|(_, value)| value.word != word).map(|(level, _)| level);
            let among: Vec<usize> = among.collect();
            let is_idle = self.factors[number].toggle == toggle
                && among.len() < self.factors[at].values.len();
            is_idle.then_some((at, among))
        };
        idle(kind).filter_map(condition).collect()
    }
}

/// Reads the condition under which a factor matters.
fn when(
    condition: &Entry<'_, '_>,
    number: usize,
    factorial: &Factorial,
    base: &Game,
    reader: &Reader<'_>,
) -> Option<Vec<(usize, Vec<usize>)>> {
    let table = reader.subtable(condition.value, "when", "`when`")?;
    if table.entries().next().is_none() {
        let what = "`when` is empty, and says nothing".to_owned();
        let expected = "expected `TOGGLE = [VALUE, ..]`, or no `when`";
        return reader.refuse(condition.key_span.clone(), what, expected);
    }
    let mut all = Vec::new();
    for entry in table.entries() {
        let at = factorial.factors.iter().position(|it| it.toggle == entry.key);
        let Some(at) = at.filter(|&at| at != number) else {
            let what = format!("`{}` is no other toggle of this table", entry.key);
            return reader.refuse(entry.key_span.clone(), what, "expected one that varies");
        };
        let expected = "expected a value of that toggle";
        let values = match entry.value.get_ref().is_array() {
            true => reader.some_list(entry.value, entry.key, expected)?,
            false => std::slice::from_ref(entry.value),
        };
        let mut among = Vec::new();
        for (rules, value) in variants(&entry, values, base, reader) {
            let Some(level) = factorial.factors[at].level(&rules.toggles()) else {
                let what = format!("`{}` does not take this value here", entry.key);
                return reader.refuse(value.span(), what, "expected a value of its own list");
            };
            among.push(level);
        }
        all.push((at, among));
    }
    Some(all)
}

/// Draws the rule sets of a design: their levels, in order.
pub(super) fn drawn(
    factorial: &Factorial,
    runs: &Entry<'_, '_>,
    seed: u64,
    reader: &Reader<'_>,
) -> Option<Array> {
    let refuse = |what: String, expected: String| reader.refuse(runs.value.span(), what, expected);
    let Some(all) = factorial.combinations() else {
        let what = format!("these toggles have more than {MAX_COMBINATIONS} combinations");
        return refuse(what, "expected fewer values".to_owned());
    };
    let count = match runs.value.get_ref().as_str() {
        Some(ALL) => all.len(),
        Some(word) => {
            let expected = format!("expected a whole number of rule sets, or `\"{ALL}\"`");
            return refuse(format!("`{word}` is no number of rule sets"), expected);
        }
        None => reader.integer(runs.value, RUNS, 2..=MAX_RUNS as u64)? as usize,
    };
    let effects = factorial.terms().len() + 1;
    if count > all.len() {
        let what = format!("{count} rule sets, and there are {} combinations", all.len());
        return refuse(what, format!("expected at most {}, or `\"all\"`", all.len()));
    }
    if count > MAX_RULES {
        return refuse(format!("{count} rule sets"), format!("expected at most {MAX_RULES}"));
    }
    let is_all = count == all.len();
    if count < effects && !is_all {
        let what = format!("{count} rule sets cannot tell {} effects apart", effects - 1);
        let power = effects.next_power_of_two();
        let more = if power <= all.len() { format!("; {power} suit best") } else { String::new() };
        return refuse(what, format!("expected at least {effects}{more}"));
    }
    if is_all {
        return Some(all);
    }
    let levels: Vec<usize> = factorial.factors.iter().map(|it| it.values.len()).collect();
    let finish = |array: &Array, is_linear: bool| {
        let mut rows: Array = array.iter().map(|row| factorial.settled(row)).collect();
        rows.sort();
        rows.dedup();
        if !is_linear {
            complete(&levels, &mut rows, &all, count);
        }
        let model = rows.iter().map(|row| factorial.row(&factorial.effective(row)));
        let is_sound = rows.len() == count && confounded(&model.collect::<Vec<_>>()).is_none();
        is_sound.then_some(rows)
    };
    match balanced(&levels, count, seed, finish) {
        Some(rows) => Some(rows),
        None => refuse(
            format!("no balanced choice of {count} rule sets tells all effects apart"),
            format!("expected more of the {} combinations, or `\"all\"`", all.len()),
        ),
    }
}

/// Returns the term, numbered as in a row, that cannot be told from those before it in a model of
/// these rule sets; `None` if all can.
fn confounded(rows: &[Vec<f64>]) -> Option<usize> {
    cholesky(&gram(rows)).iter().enumerate().position(|(at, row)| row[at] < 1e-6)
}

/// Adds combinations until there are `count` rows, and exchanges rows for other combinations as long as
/// they then coincide less.
fn complete(levels: &[usize], rows: &mut Array, all: &Array, count: usize) {
    let cost_of = |row: &Vec<usize>, rows: &Array, but: usize| -> u64 {
        let others = rows.iter().enumerate().filter(|(at, _)| *at != but);
        others.map(|(_, other)| cost(coincidence(levels, row, other))).sum()
    };
    let unlike = |rows: &Array, but: usize| {
        let new = all.iter().filter(|row| !rows.contains(row));
        new.map(|row| (cost_of(row, rows, but), row)).min_by_key(|(cost, _)| *cost)
    };
    while rows.len() < count {
        let Some((_, new)) = unlike(rows, count) else { break };
        rows.push(new.clone());
    }
    let is_small = rows.len() * rows.len() * all.len() <= MAX_EXCHANGES;
    let mut is_better = is_small;
    while is_better {
        is_better = false;
        for at in 0..rows.len() {
            let old = cost_of(&rows[at], rows, at);
            if let Some((_, new)) = unlike(rows, at).filter(|(new, _)| *new < old) {
                rows[at] = new.clone();
                is_better = true;
            }
        }
    }
    rows.sort();
}

/// Reports a listed rule set that is no combination of the factors, and effects that the list cannot
/// tell apart.
fn check_listed(
    listed: &[Located<NamedRules>],
    factorial: &Factorial,
    entry: &Entry<'_, '_>,
    reader: &Reader<'_>,
) -> Option<()> {
    let mut rows = Vec::new();
    for Located { thing: named, span } in listed {
        let Some(levels) = factorial.levels(&named.rules) else {
            let what = format!("`{}` has a value that `factorial` does not list", named.name);
            return reader.refuse(span.clone(), what, "expected a combination of its values");
        };
        let is_fixed = |factor: &str| !factorial.factors.iter().any(|it| it.toggle == factor);
        let fixed = |rules: &Game| {
            let toggles = rules.toggles().into_iter().filter(|it| is_fixed(it.name));
            toggles.map(|it| (it.name, it.word)).collect::<Vec<_>>()
        };
        let pair = fixed(&named.rules).into_iter().zip(fixed(&listed[0].thing.rules));
        if let Some(((toggle, _), _)) = pair.into_iter().find(|(own, first)| own != first) {
            let what = format!("`{}` changes `{toggle}`, which `factorial` lacks", named.name);
            return reader.refuse(span.clone(), what, "expected its toggles alone to vary");
        }
        rows.push(factorial.row(&levels));
    }
    let Some(at) = confounded(&rows) else { return Some(()) };
    let terms = factorial.terms();
    let name = factorial.name(terms[at - 1]);
    let same = (1..at).find(|&other| rows.iter().all(|row| row[other] == row[at]));
    let what = match same {
        Some(other) => {
            let other = factorial.name(terms[other - 1]);
            format!("the effects of {} cannot be told apart", all_of([other.as_str(), &name]))
        }
        None => format!("the effect of `{name}` cannot be told from those of the others"),
    };
    let help = format!("add a rule set with `{name}` that has the first values of the others");
    reader.fault(Diagnostic::at(entry.key_span.clone(), what, "of these `rules`").help(help));
    None
}
