//! `pasang setups`: lists, shows, checks and generates setups.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::{Value, json};

use super::options::{choice, seed, whole};
use crate::show::svg::{CentreMark, sign_of};
use crate::show::{Board, Table, board, width};
use crate::text::diagnostic::{Diagnostics, sanitized};
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{combine, complain, complain_of, print, print_json};
use crate::text::new_files::write_new_into;
use pasang_core::base::text::Keyword;
use pasang_core::board::{BoardSize, Colour, Group, Point, PointSet, Stones, Symmetry, Trail};
use pasang_core::games::setup::{self, Change, Likeness, Origin, Report, Setup};

#[derive(Debug, Subcommand)]
pub enum Setups {
    /// List the built-in setups
    #[command(
        after_help = "Example:\n  pasang setups list\n\nIn an experiment, `catalogue` names all 39 of the catalogue, \
        `catalogue-distinct` those with different stones, `all` every built-in setup once, \
        `even` and `uneven` some that the program drew and played. \
        `generated-full-7-1` is known, too: what `generate --symmetry full --seed 7` draws first."
    )]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a setup on the board
    #[command(after_help = "Example:\n  pasang setups show mirror:catalogue-07")]
    Show {
        /// Built-in setup, file, or the mirror image of either as `mirror:NAME`
        #[arg(value_name = "NAME|FILE")]
        setup: String,
        /// Print an SVG picture
        #[arg(long)]
        svg: bool,
        /// Print a setup file
        #[arg(long, conflicts_with = "svg")]
        text: bool,
        /// Print JSON
        #[arg(long, conflicts_with_all = ["svg", "text"])]
        json: bool,
    },
    /// Check counts and symmetry, and report violations
    #[command(
        after_help = "Example:\n  pasang setups check mine.txt\n\nThe exit status is 3 when counts or a symmetry are broken, \
        and 2 when a file cannot be read."
    )]
    Check {
        /// Built-in setups or files
        #[arg(value_name = "NAME|FILE", required = true)]
        setups: Vec<String>,
    },
    /// Generate random setups of 60 black and 60 white stones
    #[command(after_help = symmetries())]
    Generate {
        /// Exact symmetry group of the setups
        #[arg(long, value_parser = choice::<Group>(), hide_possible_values = true)]
        symmetry: Group,
        /// Random seed
        #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
        seed: u64,
        /// Number of setups
        #[arg(long, value_name = "N", default_value_t = 1)]
        #[arg(value_parser = whole::<u64>(1..=u64::MAX))]
        count: u64,
        /// Write each setup to its own file in this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

impl Setups {
    pub fn run(self) -> CommandResult {
        match self {
            Setups::List { json } => list(json),
            Setups::Show { setup, svg, text, json } => {
                let setup = crate::text::setups::find(&setup)?;
                if json { print_json(&shown(&setup)) } else { show(&setup, svg, text) }
            }
            Setups::Check { setups } => check(&setups),
            Setups::Generate { symmetry, seed, count, out } => {
                generate(symmetry, seed, count, out.as_deref())
            }
        }
    }
}

fn symmetries() -> String {
    let example = "pasang setups generate --symmetry full --seed 7";
    let line = |group: &Group| format!("  {group:<15} {}\n", group.meaning());
    let lines: String = Group::ALL.iter().map(line).collect();
    format!("Example:\n  {example}\n\nSymmetries:\n{lines}")
}

fn same_as(setup: &Setup) -> Vec<&'static str> {
    let same = |other: &&Setup| other.stones == setup.stones && other.name != setup.name;
    setup::builtins().iter().filter(same).map(|other| other.name.as_str()).collect()
}

fn listed(setup: &Setup) -> Value {
    json!({
        "name": setup.name,
        "source": setup.source,
        "origin": setup.origin.word(),
        "symmetry": setup.symmetry().word(),
        "black": setup.count(Colour::Black),
        "white": setup.count(Colour::White),
        "same_as": same_as(setup),
    })
}

fn list(json: bool) -> CommandResult {
    let setups = setup::builtins();
    if json {
        return print_json(&setups.iter().map(listed).collect::<Value>());
    }
    let table = Table::of(setups)
        .left("name", |it| it.name.as_str())
        .left("symmetry", |it| it.symmetry().word())
        .right("black", |it| it.count(Colour::Black))
        .right("white", |it| it.count(Colour::White))
        .left("same as", |it| same_as(it).join(", "))
        .done();
    let mut text = format!("{}\n", table.text(width()));
    for (group, numbers) in setup::FOUND {
        let numbers = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        text +=
            &format!("{group:<6} as far as they were played: generated-full-2044-N, N {numbers}\n");
    }
    print(text)
}

fn show(setup: &Setup, as_svg: bool, as_text: bool) -> CommandResult {
    if as_svg {
        let sign = |point| sign_of(setup.stones, centre_mark(setup), point);
        return print(Board::new(setup.name.clone(), setup.side(), sign).svg());
    }
    if as_text {
        let text = setup.to_text();
        // Only a terminal needs escaping.
        let is_shown = io::stdout().is_terminal();
        return print(if is_shown { sanitized(&text) } else { text.as_str().into() });
    }
    let mut text = format!("{}\n", setup.name);
    if let Some(source) = &setup.source {
        text += &format!("  source    {source}\n");
    }
    text += &format!("  origin    {}\n", setup.origin);
    text += &format!("  stones    {}", counts(setup.stones));
    if let Some(played) = on_bells_board(setup).filter(|played| *played != setup.stones) {
        text += &format!("; on Bell's board, without those in the store, {}", counts(played));
    }
    text.push('\n');
    text += &format!("  symmetry  {}\n\n", setup.symmetry());
    let mut text = sanitized(&text).into_owned();
    let sign = |point| match setup.stones.at(point) {
        Some(colour) => colour.sign(),
        None if point == Point::CENTRE => '_',
        None => '.',
    };
    text += &board(setup.side(), sign, &Trail::default());
    print(text)
}

fn shown(setup: &Setup) -> Value {
    let mut object = listed(setup);
    object["side"] = setup.side().length().into();
    object["rows"] = setup.board().lines().collect();
    object["on_bells_board"] = on_bells_board(setup)
        .map(|it| json!({ "black": it.black.len(), "white": it.white.len() }))
        .into();
    object
}

/// Returns the stones of a setup on Bell's board, without those in the store; `None` if the setup
/// is laid on Brunei's board.
fn on_bells_board(setup: &Setup) -> Option<Stones> {
    (centre_mark(setup) == CentreMark::Store).then(|| setup.stones.without(PointSet::STORE))
}

/// Returns the hollow in the middle of a setup's board: Bell's store if the setup is Bell's own or
/// leaves the store empty.
fn centre_mark(setup: &Setup) -> CentreMark {
    let leaves_it = (setup.stones.points() & PointSet::STORE).is_empty();
    let is_free = leaves_it && setup.side() == BoardSize::FULL;
    CentreMark::store_if(setup.origin == Origin::Bell || is_free)
}

fn counts(stones: Stones) -> String {
    format!("{} black, {} white", stones.black.len(), stones.white.len())
}

fn generate(symmetry: Group, seed: u64, count: u64, out: Option<&Path>) -> CommandResult {
    let Some(folder) = out else {
        if count > 1 {
            let help = "add `--out DIR`: each setup becomes a file of its own there";
            return Err(wrong(format!("`--count {count}` without a folder"), help));
        }
        return print(setup::generate(symmetry, seed, 1).to_text());
    };
    let files: Vec<(String, String)> = (1..=count)
        .map(|number| setup::generate(symmetry, seed, number))
        .map(|setup| (format!("{}.txt", setup.name), setup.to_text()))
        .collect();
    write_new_into(folder, &files)
}

/// Checks each setup, and prints violations and the known setups with the same stones.
fn check(given: &[String]) -> CommandResult {
    let mut checked = Vec::new();
    let mut wrong: Vec<Diagnostics> = Vec::new();
    for given in given {
        match crate::text::setups::look(given) {
            Ok(setup) => checked.push((given, setup::check(&setup), setup)),
            Err(faults) => wrong.push(faults),
        }
    }
    let texts: Vec<String> =
        checked.iter().map(|(given, report, setup)| report_text(given, report, setup)).collect();
    let printed = print(texts.join("\n"));
    // An unreadable setup outranks a violation.
    if let Some(last) = wrong.pop() {
        for faults in wrong {
            complain_of(&faults);
            complain("");
        }
        return combine(printed, Err(CommandError::Wrong(last)));
    }
    let all_sound = checked.iter().all(|(_, report, _)| report.is_sound());
    combine(printed, if all_sound { Ok(()) } else { Err(CommandError::Differs) })
}

const INDENT: &str = "            ";

fn report_text(given: &str, report: &Report, setup: &Setup) -> String {
    let side = setup.side();
    let mut text = format!("{given}\n");
    if setup.name != given {
        text += &format!("  name      {}\n", setup.name);
    }
    let should = match report.miscounted {
        true => format!(": should be {0} and {0}", side.each()),
        false => String::new(),
    };
    text += &format!("  stones    {}{should}\n", counts(setup.stones));
    match &report.broken {
        None => text += &format!("  symmetry  {}\n", report.symmetry),
        Some(broken) => {
            let points = match broken.points {
                1 => "1 point breaks it".to_owned(),
                points => format!("{points} points break it"),
            };
            text += &format!(
                "  symmetry  {}, but nearly {}: {points}\n",
                report.symmetry, broken.symmetry
            );
            text += &changes_text(side, &broken.changes);
            for &points in &broken.undecided {
                let stones: Vec<String> = points
                    .map(|point| format!("{} {}", side.name(point), word(setup.stones.at(point))))
                    .collect();
                text += &format!("{INDENT}{}: should be equal\n", stones.join(", "));
            }
        }
    }
    let known = report.known.as_ref().map_or("none".to_owned(), likeness_text);
    text + &format!("  known     {known}\n")
}

fn changes_text(side: BoardSize, changes: &[Change]) -> String {
    changes
        .iter()
        .map(|change| {
            let (is, other) = (word(change.is), word(change.should));
            format!("{INDENT}{} is {is}, should be {other}\n", side.name(change.point))
        })
        .collect()
}

fn likeness_text(likeness: &Likeness) -> String {
    let names = likeness.names.join(", ");
    match likeness.under {
        Symmetry::Identity => names,
        under => format!("{names} under {}", under.describe()),
    }
}

fn word(stone: Option<Colour>) -> &'static str {
    stone.map_or("empty", Colour::word)
}
