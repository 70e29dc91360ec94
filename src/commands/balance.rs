//! `pasang balance`: which patterns are balanced, by the games of crews of all classes and rule sets, or by
//! any game's table.

pub mod any_game;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::{
    CommandError, CommandResult, in_folder, must_be_new_in, note, print, print_json, unlike,
    write_new, write_new_into, wrong,
};
use super::experiment_args::folder_name;
use super::options::width;
use crate::answer::ALPHA;
use crate::answer::crew_cells::{answered, complete, has_random_openings, same_games};
use crate::run::folder::Folder;
use crate::run::{FolderError, RunFolder};
use crate::show::Table;
use crate::show::format::{percent, short, signed, with_sign};
use crate::show::plots;
use crate::show::tables::{joint_balance, joint_json};
use crate::text::numbers::half_away;
use pasang_balance::answer::{
    ClassLine, CrewCell, Figure, JointBalance, JointRow, RulesLine, StrengthLine,
};
use pasang_balance::joint::PatternCount;
use pasang_balance::table::{Answer, Gate, TableOptions};
use pasang_balance::{Statement, shown};
use pasang_core::base::text::decimal;
use pasang_core::base::text::{listed, plural};
use pasang_core::games::setup::Setup;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang balance results/balance-quick results/balance-club --out balance\n  \
                  pasang balance games.csv --columns pattern=map,bot=ai --require 'within 10'"
)]
pub struct Balance {
    /// Results folders whose cells are played by crews, or tables of any game's results (CSV)
    #[arg(value_name = "RESULTS|TABLE", num_args = 1.., required = true)]
    results: Vec<PathBuf>,
    /// Names of a table's columns, as `pattern=map,bot=ai`
    #[arg(long, value_name = "MEANING=NAME,..", value_delimiter = ',')]
    columns: Vec<String>,
    /// Column of a table that is an option of the rules (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    factor: Vec<String>,
    /// Requirement to be shown: `within 10`, `first 45..55`, `seat 3 within 5`, `no option beyond 3`; else the exit
    /// status is 4 if the contrary is shown, and 5 if neither is
    #[arg(long, value_name = "WHAT")]
    require: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the table balance.csv to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write pictures of the patterns, of the strengths, and a card of each pattern to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write the answer as a page of one file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Balance {
    pub fn run(self) -> CommandResult {
        let gate = any_game::gate(self.require.as_deref())?;
        for folder in self.results.iter().map(|path| Folder::at(path)) {
            folder.must_be_whole()?;
        }
        let (ours, tables): (Vec<PathBuf>, Vec<PathBuf>) =
            self.results.iter().cloned().partition(|path| any_game::is_ours(path));
        let folders = ours.iter().map(|path| RunFolder::open_finished(path));
        let folders = folders.collect::<Result<Vec<RunFolder>, FolderError>>()?;
        let mut cells = Vec::new();
        for folder in &folders {
            cells.extend(crew_cells(folder)?);
        }
        must_differ(&folders)?;
        let options = self.options()?;
        if !tables.is_empty() || !options.columns.is_empty() || !options.factors.is_empty() {
            return self.of_tables(&any_game::answer(&tables, &cells, &options)?, gate.as_ref());
        }
        let experiments = || folders.iter().map(RunFolder::experiment);
        let rules = experiments().flat_map(|it| &it.rules);
        if rules.map(|it| it.rules.kind()).collect::<BTreeSet<_>>().len() > 1 {
            return Err(wrong("these are results of different games", "name folders of one game"));
        }
        let setups = experiments().flat_map(|it| &it.setups);
        if setups.map(Setup::side).collect::<BTreeSet<_>>().len() > 1 {
            let what = "these are results of boards of different sizes";
            return Err(wrong(what, "name folders of one size"));
        }
        complete(&mut cells, folders[0].experiment());
        // The text has no openings.
        let is_text = !self.json && self.out.is_none() && self.svg.is_none();
        let all = if is_text { JointBalance::of(&cells) } else { answered(&cells) };
        let answer = any_game::of_joint(&all);
        let judged = gate.map(|it| any_game::judged(&it, &answer, ALPHA)).transpose()?;
        let found = joint_balance(&all.rows);
        let table = [(found.file.to_owned(), found.csv())];
        self.write(&table, || pictures(&all), || any_game::page(&answer))?;
        if self.json {
            let mut found = joint_json(&all);
            if let Some((_, told)) = &judged {
                found["required"] = told.as_str().into();
            }
            print_json(&found)?;
        } else {
            let told = judged.as_ref().map_or(String::new(), |(_, told)| format!("{told}\n"));
            print(text(&all, width()) + &told)?;
        }
        any_game::status(judged.map(|it| it.0))
    }

    /// Writes tables, pictures and the page where they are asked for; nothing if a part is there already.
    fn write(
        &self,
        tables: &[(String, Vec<u8>)],
        pictures: impl FnOnce() -> Vec<(String, Vec<u8>)>,
        page: impl FnOnce() -> Vec<u8>,
    ) -> CommandResult {
        let pictures = self.svg.as_ref().map(|svg| (svg, pictures()));
        let tables = self.out.as_ref().map(|out| (out, tables));
        pictures.iter().try_for_each(|(svg, all)| must_be_new_in(svg, all))?;
        tables.iter().try_for_each(|(out, all)| must_be_new_in(out, all))?;
        let others = || {
            self.html.as_ref().map_or(Ok(()), |file| write_new(file, &page()))?;
            tables.iter().try_for_each(|(out, all)| write_new_into(out, all))
        };
        match &pictures {
            Some((svg, all)) => in_folder(svg, || others().and_then(|()| write_new_into(svg, all))),
            None => others(),
        }
    }

    /// Reads what a table's columns are called.
    fn options(&self) -> Result<TableOptions, CommandError> {
        TableOptions::of(&self.columns, self.factor.clone())
            .map_err(|error| wrong(error.what, error.help))
    }

    /// Tells of tables, and judges what is required.
    fn of_tables(&self, answer: &Answer, gate: Option<&Gate>) -> CommandResult {
        let judged = gate.map(|it| any_game::judged(it, answer, ALPHA)).transpose()?;
        if self.svg.is_some() && answer.seats > 2 {
            return Err(wrong("pictures are of games for two", "leave `--svg` out"));
        }
        let all = [
            any_game::rows,
            any_game::class_table,
            any_game::option_table,
            any_game::opening_table,
        ];
        let all = all.map(|it| it(answer)).into_iter().filter(|it| !it.is_empty());
        let all: Vec<_> = all.map(|it| (it.file.to_owned(), it.csv())).collect();
        self.write(&all, || pictures(&any_game::joint(answer)), || any_game::page(answer))?;
        any_game::end(answer, judged, self.json)
    }
}

/// Draws the patterns, the strengths, and each pattern's card.
fn pictures(all: &JointBalance) -> Vec<(String, Vec<u8>)> {
    // The strongest class comes last.
    let strongest = all.classes.iter().rfind(|it| it.rules == all.classes[0].rules);
    let rows = || strongest.map_or(&[][..], |it| &all.rows[it.rows.clone()]);
    let best = |setup: &str| {
        let row = rows().iter().find(|row| row.setup == setup)?;
        Some(row.openings.as_ref()?.moves())
    };
    let setups: BTreeSet<&str> = all.rows.iter().map(|row| row.setup.as_str()).collect();
    let card = |setup: &str| {
        // A pattern may have a name that no file may have.
        let file = folder_name(["card".to_owned(), setup.to_owned()]) + ".svg";
        (file, plots::card(all, setup, &best(setup).unwrap_or_default()))
    };
    let both = [("patterns.svg", plots::patterns(all)), ("strengths.svg", plots::strengths(all))];
    let both = both.into_iter().map(|(name, it)| (name.to_owned(), it));
    let all = both.chain(setups.into_iter().map(card));
    unlike(all.filter_map(|(name, it)| Some((name, it?.into_bytes()))).collect())
}

/// Refuses folders that hold the same games.
fn must_differ(folders: &[RunFolder]) -> CommandResult {
    let found = same_games(folders.iter().map(|folder| &**folder.experiment()));
    let Some((numbers, cell)) = found else { return Ok(()) };
    let [twin, path] = numbers.map(|number| folders[number].folder.path().display().to_string());
    let (setup, rules) = (&cell.setup.name, &cell.rules.name);
    Err(if numbers[0] == numbers[1] {
        let what = format!("`{path}` plays {setup} under {rules} twice: its crews share a bot");
        wrong(what, "play crews that share no bot")
    } else if path == twin {
        any_game::given_twice(Path::new(&path), Path::new(&twin))
    } else {
        let what = format!("`{path}` holds games of `{twin}`: {setup} under {rules}");
        wrong(what, "name one of them")
    })
}

/// Reads the cells of a folder that crews played.
fn crew_cells(folder: &RunFolder) -> Result<Vec<CrewCell>, CommandError> {
    let (experiment, path) = (folder.experiment(), folder.folder.path());
    if !experiment.has_crew() {
        let what =
            format!("`{}` has games of single bots, which tell of these bots only", path.display());
        return Err(wrong(what, "play a crew: `pasang run --bots crew:quick`"));
    }
    if experiment.factorial.is_some() {
        let what = format!("`{}` varies rules by design", path.display());
        let predict = format!("`pasang rules predict {}` answers from it", path.display());
        return Err(wrong(what, predict));
    }
    if !has_random_openings(experiment) {
        let what =
            format!("`{}` has no random openings: its games begin otherwise", path.display());
        return Err(wrong(what, "leave `openings` out"));
    }
    folder.check_files()?;
    let cells = folder.crew_cells()?;
    if experiment.cells().any(|cell| cell.lineup.crew().is_none()) {
        note(format_args!("`{}`: cells of single bots are left out", path.display()));
    }
    Ok(cells)
}

/// Explains the columns of the most even patterns.
const NEAREST: &str = "Nearest: the probability to be the nearest to even. Within 2 percentage points of even: the number that are with 95 %, and the greatest number that may be.\n";

const PREDICTED: &str = " *";

/// Largest numbers of lines of the parts of the answer.
const MAX_CLASSES: usize = 16;
const MAX_NEAREST: usize = 6;
const MAX_RULES: usize = 8;
const MAX_NAMED: usize = 3;

/// Formats the answer, `width` characters wide.
fn text(all: &JointBalance, width: usize) -> String {
    let games = all.rows.iter().map(|row| row.games).sum::<u64>();
    let patterns = patterns(all);
    let mut text = format!(
        "{}, {}, all classes and rule sets together\n\n",
        plural(patterns as u64, "pattern"),
        plural(games, "game")
    );
    text += &classes(all).text(width);
    if all.rows.iter().any(|row| row.games == 0) {
        text += "* predicted: this class did not play.\n";
    }
    text += &own_games(all);
    text += "95 % CI of the mean over bots of the class, on these patterns and over such patterns. Then the number of patterns within 5 and within 10 percentage points of even, and in favour of the first player, each with its 95 % interval.\n\n";
    for lines in all.strengths.chunk_by(|one, other| one.rules == other.rules) {
        text += &strength(lines);
    }
    if all.strengths.is_empty() && all.classes.iter().any(|line| line.class != all.classes[0].class)
    {
        text += "No line over strength: under no rule set did three classes of known Elo play the same patterns.\n";
    }
    if patterns > 1 {
        text += &evenness(all).text(width);
        text += NEAREST;
    }
    if !all.rules.is_empty() {
        text += &format!("\n{}", rules(all).text(width));
        text += "Differences of the mean score and of the mean distance from even, in percentage points.\n";
    }
    let cut = [(all.classes.len(), MAX_CLASSES), (all.rules.len(), MAX_RULES)];
    if cut.iter().any(|(count, most)| count > most) {
        text += "Lines of the weakest classes are left out: `--json` prints all, and `--out DIR` writes the table.\n";
    }
    text
}

/// Counts the patterns of all classes and rule sets.
fn patterns(all: &JointBalance) -> usize {
    all.rows.iter().map(|row| row.stones.as_str()).collect::<BTreeSet<_>>().len()
}

/// Says how many patterns are compared, if not all.
fn on(compared: usize, all: &JointBalance) -> String {
    let count = plural(compared as u64, "pattern");
    if compared < patterns(all) { format!(", {count}") } else { String::new() }
}

/// Tells what moving first gains with strength under one rule set, over all classes and the stronger half.
fn strength(lines: &[StrengthLine]) -> String {
    let two = |of: f64| with_sign(decimal(100.0 * of, 2));
    let told = lines.iter().map(|StrengthLine { slope, classes: [first, last], .. }| {
        format!("{} from {first} to {last}", with_interval(slope, two))
    });
    let told = told.collect::<Vec<_>>().join(", ");
    format!("Per 100 Elo, {}: {told}.\n", lines[0].rules)
}

fn with_interval(of: &Figure, form: impl Fn(f64) -> String) -> String {
    format!("{} ({} to {})", form(of.mean), form(of.low), form(of.high))
}

/// Returns the ends of the interval of a mean over such patterns; empty if there is none.
fn range(of: Option<Figure>, form: impl Fn(f64) -> String) -> String {
    of.map_or(String::new(), |it| format!("{} to {}", form(it.low), form(it.high)))
}

/// Says what the games of the strongest class show without those of the others.
fn own_games(all: &JointBalance) -> String {
    let Some(last) = all.classes.last() else { return String::new() };
    if all.classes[0].class == last.class {
        return String::new();
    }
    let lines = all.classes.iter().filter(|it| it.class == last.class);
    let told = lines.map(|line| {
        let alone = all.rows[line.rows.clone()].iter().filter_map(|row| row.alone);
        format!(
            "By its own games alone, {} under {}: {}.\n",
            line.class,
            line.rules,
            shown(alone.map(Statement::of))
        )
    });
    told.collect()
}

/// Returns the last lines: the strongest classes come last, and matter most.
fn strongest<T>(lines: &[T], most: usize) -> &[T] {
    &lines[lines.len().saturating_sub(most)..]
}

/// Tabulates the mean score of each class, and how many patterns are near to even.
fn classes(all: &JointBalance) -> Table {
    let count = |of: &PatternCount| format!("{:.0} ({:.0}-{:.0})", of.mean, of.low, of.high);
    let mut table = Table::of(strongest(&all.classes, MAX_CLASSES))
        .left("class", |line| {
            let is_played = all.rows[line.rows.clone()].iter().any(|row| row.games > 0);
            format!("{}{}", line.class, if is_played { "" } else { PREDICTED })
        })
        .left("rules", |line| line.rules.as_str())
        .left("first player %", |line| with_interval(&line.score, percent));
    if all.classes.iter().any(|line| line.over_such.is_some()) {
        table = table.left("such patterns", |line| range(line.over_such, percent));
    }
    table = table.left("than the first class", |line| {
        let with = |it| with_interval(&it, signed) + &on(line.patterns_of_both, all);
        line.more_than_first.map_or(String::new(), with)
    });
    if all.classes.iter().any(|line| line.rows.len() != patterns(all)) {
        table = table.right("patterns", |line| line.rows.len());
    }
    table
        .left("within 5", |line| count(&line.within_5))
        .left("within 10", |line| count(&line.within_10))
        .left("first's", |line| count(&line.first))
        .done()
}

/// Tabulates the most even patterns of each class.
fn evenness(all: &JointBalance) -> Table {
    let rows = |line: &ClassLine| all.rows[line.rows.clone()].iter();
    let nearest = |line: &ClassLine| {
        let mut ranked: Vec<&JointRow> = rows(line).collect();
        ranked.sort_by(|one, other| other.nearest.total_cmp(&one.nearest));
        let name =
            |row: &&JointRow| format!("{} {} %", row.setup, short(half_away(row.nearest, 2)));
        listed(ranked.iter().take(MAX_NAMED).map(name), "or")
    };
    let count =
        |line: &ClassLine, is: fn(&JointRow) -> bool| rows(line).filter(|row| is(row)).count();
    Table::of(strongest(&all.classes, MAX_NEAREST))
        .left("class", |line| line.class.as_str())
        .left("rules", |line| line.rules.as_str())
        .left("nearest", |line| nearest(line))
        .right("within 2", |line| count(line, |row| row.is_near))
        .right("at most", |line| count(line, |row| row.may_be_near))
        .done()
}

/// Tabulates rule sets in pairs.
fn rules(all: &JointBalance) -> Table {
    let mut table = Table::of(strongest(&all.rules, MAX_RULES))
        .left("class", |line| line.class.as_str())
        .left("rules", |RulesLine { rules: [one, other], .. }| format!("{other} less {one}"))
        .left("first player's score", |line| {
            with_interval(&line.difference, signed) + &on(line.patterns, all)
        });
    if all.rules.iter().any(|line| line.over_such.is_some()) {
        table = table.left("over such patterns", |line| range(line.over_such, signed));
    }
    table.left("nearer to even", |line| with_interval(&line.nearer, signed)).done()
}
