//! Columns of a table: what each means, by its name or by the caller's word.

use super::{MOST_FACT, MOST_SEATS, NO_RESULT, TableError, TableOptions, number, shown, wrong};

/// Columns with one value a row, and what else they are called.
const SINGLE: [(&str, &[&str]); 8] = [
    ("pattern", &["map", "setup", "start", "position", "level_seed"]),
    ("class", &["level", "strength"]),
    ("bot", &["ai", "engine", "agent", "player"]),
    ("first", &["opening", "first_move"]),
    ("reply", &["second_move"]),
    ("winner", &["result", "won_by"]),
    ("score", &[]),
    ("games", &["count", "n"]),
];
/// Columns with one value a seat, `bot_1` and so on; the last two are results.
const SEATED: [(&str, &[&str]); 4] = [
    ("bot", &["ai", "engine", "agent", "player"]),
    ("rating", &["elo"]),
    ("place", &["rank"]),
    ("score", &["points"]),
];
/// Columns as files of chess games have them.
const CHESS: [(&str, &str); 4] =
    [("white", "bot_1"), ("black", "bot_2"), ("whiteelo", "rating_1"), ("blackelo", "rating_2")];

pub(super) const PATTERN: usize = 0;
pub(super) const CLASS: usize = 1;
pub(super) const BOT: usize = 2;
pub(super) const FIRST: usize = 3;
pub(super) const REPLY: usize = 4;
const WINNER: usize = 5;
const SCORE: usize = 6;
pub(super) const GAMES: usize = 7;
pub(super) const BOTS: usize = 0;
pub(super) const RATINGS: usize = 1;
const PLACES: usize = 2;
const POINTS: usize = 3;

/// Meaning and places of columns that tell who won.
pub(super) type Told = (&'static str, Vec<usize>);

/// Places of the columns in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) single: [Option<usize>; SINGLE.len()],
    pub(super) seated: [Vec<usize>; SEATED.len()],
    /// Columns of results: the first ones count, and the others must not say otherwise.
    pub(super) told: Vec<Told>,
    pub(super) factors: Vec<usize>,
    pub(super) facts: Vec<usize>,
    /// Those that are not read, as others have their meaning.
    pub(super) passed: Vec<usize>,
    pub(super) names: Vec<String>,
}

/// Returns a name without case, and with one sign for blanks.
fn plain(name: &str) -> String {
    let name = name.trim().trim_start_matches('\u{feff}').to_lowercase();
    name.replace([' ', '-', '.'], "_")
}

impl Columns {
    pub(super) fn of(names: &[&str], options: &TableOptions) -> Result<Columns, TableError> {
        let known: Vec<String> = names.iter().map(|it| plain(it)).collect();
        let called = options.columns.iter().map(|(meaning, it)| (plain(meaning), plain(it)));
        let called: Vec<(String, String)> = called.collect();
        let place = |name: &String| {
            let mut all = (0..known.len()).filter(|&at| known[at] == *name);
            match (all.next(), all.next()) {
                (Some(at), None) => Ok(at),
                (None, _) => {
                    let help = format!("the columns are {}", names.join(", "));
                    Err(wrong(format!("there is no column `{name}`"), help))
                }
                _ => Err(wrong(format!("two columns are called `{name}`"), "rename one of them")),
            }
        };
        // A column that the caller gives a meaning has no other.
        let is_free = |it: &&String| known.contains(it) && called.iter().all(|(_, of)| of != *it);
        let find = |all: Vec<String>| {
            let given = called.iter().find(|it| it.0 == all[0]).map(|it| &it.1);
            given.or_else(|| all.iter().find(is_free)).map(place).transpose()
        };
        let mut found = Columns {
            names: names.iter().map(|&it| it.to_owned()).collect(),
            ..Columns::default()
        };
        for (column, (name, others)) in found.single.iter_mut().zip(SINGLE) {
            *column = find([&[name], others].concat().into_iter().map(str::to_owned).collect())?;
        }
        for (columns, (name, others)) in found.seated.iter_mut().zip(SEATED) {
            for seat in 1.. {
                let words = [&[name], others].concat();
                let mut all: Vec<String> = words.iter().map(|it| format!("{it}_{seat}")).collect();
                all.extend(words.iter().map(|it| format!("{it}{seat}")));
                let chess = CHESS.iter().filter(|it| it.1 == all[0]).map(|it| it.0.to_owned());
                all.extend(chess.collect::<Vec<_>>());
                let Some(place) = find(all)? else { break };
                if seat > MOST_SEATS {
                    let what = format!("`{}` is of seat {seat}", names[place]);
                    return Err(wrong(what, format!("{MOST_SEATS} seats are the most")));
                }
                columns.push(place);
            }
        }
        let is_meaning = |name: &str| {
            let bare = name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '_');
            SINGLE.iter().any(|it| it.0 == name)
                || bare != name && SEATED.iter().any(|it| it.0 == bare)
        };
        if let Some((meaning, _)) = called.iter().find(|it| !is_meaning(&it.0)) {
            let all = SINGLE.map(|it| it.0).join(", ");
            let help =
                format!("meanings are {all}, and by seat bot_1, rating_1, place_1, score_1 ..");
            return Err(wrong(format!("no column has the meaning `{meaning}`"), help));
        }
        let used = || found.single.iter().flatten().chain(found.seated.iter().flatten());
        for name in &options.factors {
            let at = place(&plain(name))?;
            if used().any(|it| *it == at) {
                let what = format!("`{name}` cannot be an option of the rules too");
                return Err(wrong(what, "name another column as `--factor`"));
            }
            found.factors.push(at);
        }
        let facts = options.facts.iter().map(|name| place(&plain(name)));
        found.facts = facts.collect::<Result<_, TableError>>()?;
        for named in [&found.factors, &found.facts] {
            let twice = (0..named.len()).find(|&at| named[..at].contains(&named[at]));
            if let Some(at) = twice {
                let what = format!("`{}` is named twice", names[named[at]]);
                return Err(wrong(what, "name each column once"));
            }
        }
        let others =
            [&[SINGLE[WINNER].0], SINGLE[WINNER].1].concat().into_iter().map(str::to_owned);
        let others: Vec<String> = others.filter(|it| is_free(&it)).collect();
        let mut others = others.iter().map(place).collect::<Result<Vec<usize>, TableError>>()?;
        others.retain(|it| !found.factors.contains(it));
        let is_called = |name: &str| called.iter().any(|it| it.0 == name);
        let mut found = found.results(names, others, is_called)?;
        let used = found.used();
        let means = |name: &str| SINGLE.iter().any(|it| it.0 == name || it.1.contains(&name));
        let is_passed = |at: &usize| means(&known[*at]) && !used.contains(at);
        found.passed = (0..known.len()).filter(is_passed).collect();
        Ok(found)
    }

    /// Returns the places of the columns that are read.
    pub(super) fn used(&self) -> Vec<usize> {
        let Columns { single, seated, told, factors, facts, .. } = self;
        let told = told.iter().flat_map(|it| &it.1).chain(factors).chain(facts);
        let all = single.iter().flatten().chain(seated.iter().flatten()).chain(told);
        let mut all: Vec<usize> = all.copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Finds the columns of results, and refuses a table without any. Those that the caller gives a meaning
    /// count alone.
    fn results(
        mut self,
        names: &[&str],
        others: Vec<usize>,
        is_called: impl Fn(&str) -> bool,
    ) -> Result<Columns, TableError> {
        self.seated.iter_mut().filter(|it| it.len() == 1).for_each(Vec::clear);
        let [winner, score] = [WINNER, SCORE].map(|it| self.single[it].take());
        let others = others.into_iter().filter(|it| Some(*it) != winner);
        self.told = winner.into_iter().chain(others).map(|at| ("winner", vec![at])).collect();
        self.told.extend(score.map(|at| ("score", vec![at])));
        let seated = [("place_1", PLACES), ("score_1", POINTS)];
        let seated = seated.map(|(it, at)| (it, std::mem::take(&mut self.seated[at])));
        self.told.extend(seated.into_iter().filter(|it| !it.1.is_empty()));
        if let Some(at) = self.told.iter().position(|it| is_called(it.0)) {
            self.told = vec![self.told.swap_remove(at)];
        }
        if self.told.is_empty() {
            let has = match names.iter().all(|it| it.is_empty()) {
                true => "it is empty".to_owned(),
                false => format!("it has {}", names.join(", ")),
            };
            return Err(wrong(
                format!("the table has no column of results; {has}"),
                "call one `winner`, `score`, `place_1` or `score_1` and so on, or say which it is: `--columns winner=NAME`",
            ));
        }
        Ok(self)
    }

    /// Reads a fact; `None` if the row does not tell it.
    pub(super) fn fact(&self, at: usize, text: &str) -> Result<Option<f64>, TableError> {
        let found = number(text).filter(|it| it.abs() <= MOST_FACT);
        if found.is_some() || NO_RESULT.contains(&&*text.to_lowercase()) {
            return Ok(found);
        }
        let what = format!("`{}` is `{}`", self.names[at], shown(text));
        Err(wrong(what, "a fact is a number of at most 1e100, or nothing"))
    }

    pub(super) fn has_seats(&self) -> usize {
        let of_results = self.told.first().map(|it| it.1.len()).filter(|it| *it > 1);
        self.seated.iter().map(Vec::len).chain(of_results).max().unwrap_or(0)
    }
}
