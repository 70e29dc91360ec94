//! `cells.csv`: one row a cell.

mod row;

use super::seats;
use crate::base::words::Choice;
use crate::games::{Ending, Seat};
use crate::stats::columns::{Kind, MEAN, SHARE, Table};
use crate::stats::compensation::Points;
use crate::stats::histogram::Histogram;
use crate::stats::score::part;

pub use self::row::CellRow;
use self::row::given;

/// The endings with the number of seats of the game that they belong to.
const ENDINGS: [(Ending, u8); 3] = [(Ending::Cleared, 2), (Ending::Stuck, 2), (Ending::NoHops, 4)];

/// The phases of both games with their numbers of seats.
const PHASES: [(&str, u8); 5] =
    [("opening", 2), ("entry", 2), ("main", 2), ("corner", 4), ("hop", 4)];

/// The columns of `cells.csv`. Where games are rounds of matches, what follows the scores is of
/// rounds.
pub fn cells<'c>() -> Table<'c, CellRow<'c>> {
    let mut table =
        Table::new("cells.csv", "One row a cell: a setup, a rule set, a bot in each seat.")
            .cell(|row: &CellRow<'c>| (row.number, row.cell.labels))
            .whole("games", "games, or matches, played", |row| row.cell.tally.games());
    for (seat, name) in seats() {
        table = table
            .whole(
                format!("wins_{seat}"),
                format!("games that the {name} player won alone"),
                move |row| row.count(row.cell.tally.wins(seat)).filter(|_| row.sits(seat)),
            )
            .empty("no such seat, or no games");
    }
    table = table
        .whole("draws", "games that several players won together", |row| {
            row.count(row.cell.tally.draws())
        })
        .empty("no games")
        .share(
            "first_score",
            "the first player's mean score: 1 for a win, 1/k for a draw of k",
            |row| row.first.map(|first| first.mean),
        )
        .empty("no games")
        .ends("first_score", SHARE, "its interval at 95 % for this cell alone", |row| {
            row.first?.interval
        })
        .mean("margin_mean", "the mean of the first player's points less the second's", |row| {
            row.margin.map(|margin| margin.mean)
        })
        .unit("points")
        .empty("no games, or more than two seats")
        .ends("margin", MEAN, "its interval at 95 %", |row| row.margin?.interval)
        .units("points")
        .share("stuck_share", "the share of games that end with somebody stuck", |row| {
            row.cell.tally.stuck_share()
        })
        .empty("no games")
        .mean("plies_mean", "the mean length of a game", |row| row.cell.tally.plies().mean())
        .unit("plies")
        .empty("no games")
        .whole("plies_max", "the longest game", |row| row.cell.tally.plies().greatest())
        .unit("plies")
        .empty("no games")
        .whole("distinct_games", "how many of the games are different", |row| {
            row.distinct.map(|distinct| distinct.games)
        })
        .empty("no games")
        .word("interval_method", "how the score's interval was made, or why there is none", |row| {
            row.first.map(|first| first.method)
        })
        .empty("no games")
        .word("margin_method", "the same of the margin's", |row| {
            row.margin.map(|margin| margin.method)
        })
        .empty("no games, or more than two seats")
        .whole("largest_multiplicity", "how often the most frequent game was played", |row| {
            row.distinct.map(|distinct| distinct.largest)
        })
        .empty("no games");
    spread(endings(sources(verdict(table))))
}

/// What may be said of the cell, and from which intervals.
fn verdict<'c>(table: Table<'c, CellRow<'c>>) -> Table<'c, CellRow<'c>> {
    let there = |row: &CellRow<'c>| row.joint.filter(|joint| joint.interval.is_some());
    let mut table = table
        .word(
            "verdict",
            "what may be said: `first`, `second`, `uneven`, `balanced`, `undecided`",
            |row| row.cell.verdict().map(Choice::word),
        )
        .empty("there is no interval")
        .share("within", "the margin of the verdict, on either side of an even score", move |row| {
            there(row).map(|_| row.cell.terms.within)
        })
        .empty("there is no interval")
        .column(
            "joint_level",
            Kind::Decimal(9),
            "the level of the intervals of verdicts",
            move |row| there(row).map(|_| 1.0 - row.cell.terms.alpha()),
        )
        .empty("there is no interval")
        .word("joint_method", "how these intervals were made, or why there are none", |row| {
            row.joint.map(|joint| joint.method)
        })
        .empty("no games")
        .column("p_value", Kind::Chance, "how surprising these games are of an even cell", |row| {
            row.cell.p_value()
        })
        .empty("there is no interval")
        .column("p_holm", Kind::Chance, "the same as one of all cells (Holm)", |row| row.adjusted)
        .empty("there is no interval");
    for (seat, name) in seats() {
        let what = format!("the interval of the {name} player's score that the verdict comes from");
        table = table
            .ends(&format!("{name}_joint"), SHARE, &what, move |row| row.cell.joint(seat)?.interval)
            .word(
                format!("{name}_standing"),
                "what it says: `ahead`, `behind`, `even` or `open`",
                move |row| row.cell.standing(seat).map(Choice::word),
            )
            .empty("there is no interval");
    }
    table
}

/// Where the advantage comes from.
fn sources<'c>(table: Table<'c, CellRow<'c>>) -> Table<'c, CellRow<'c>> {
    let kind = Kind::Decimal(1);
    let best = |row: &CellRow<'c>| row.best;
    table
        .column("compensation", kind, "points for the second player that would even it out", |row| {
            row.compensation.and_then(|it| given(it.points))
        })
        .unit("points")
        .empty("no number of points would, see `compensation_beyond`; no games; more than two seats")
        .column("compensation_low", kind, "the lower end of its interval", |row| {
            row.ends().and_then(|[low, _]| given(low))
        })
        .unit("points")
        .empty("there is none, see `compensation_interval`")
        .column("compensation_high", kind, "the upper end of its interval", |row| {
            row.ends().and_then(|[_, high]| given(high))
        })
        .unit("points")
        .empty("there is none, see `compensation_interval`")
        .word("compensation_beyond", "who is ahead whatever points are given: `first`, `second`", |row| {
            match row.compensation?.points {
                Points::NoneGiven => Some("first"),
                Points::NoneTaken => Some("second"),
                Points::Given(_) => None,
            }
        })
        .empty("points would even it out, or there are no games")
        .word(
            "compensation_interval",
            "which ends it has: `closed`, `open below`, `open above`, `open`, or `beyond` all points",
            CellRow::reach,
        )
        .empty("there is no interval")
        .mean("decided_margin_median", "the median margin of the games that points decided", |row| {
            row.cell.decided_margin().percentile(50)
        })
        .unit("points")
        .empty("points decided none")
        .share("best_opening_chosen_by", "the score by which half of the games choose the best opening", {
            move |row| best(row).map(|best| best.chosen_by)
        })
        .empty("openings were not given")
        .share("best_opening_score", "what the other half of the games says of it", move |row| {
            best(row).map(|best| best.score.mean)
        })
        .empty("openings were not given")
        .ends("best_opening_score", SHARE, "its interval, at the level of the verdict", move |row| {
            best(row)?.score.interval
        })
}

/// How games ended, and the other seats' scores.
fn endings<'c>(mut table: Table<'c, CellRow<'c>>) -> Table<'c, CellRow<'c>> {
    for (ending, most_seats) in ENDINGS {
        let name = ending.word().replace('-', "_");
        for seat in Seat::first(most_seats) {
            let who = seat.word();
            table = table
                .whole(
                    format!("{name}_{seat}"),
                    format!("games that ended `{}` and the {who} player won alone", ending.word()),
                    move |row| row.ended(ending, Some(seat)),
                )
                .empty("an ending of the other game, no such seat, or no games");
        }
        let what = format!("games that ended `{}` without a single winner", ending.word());
        table = table
            .whole(format!("{name}_draw"), what, move |row| row.ended(ending, None))
            .empty("an ending of the other game, or no games");
    }
    for (seat, name) in seats().skip(1) {
        let score = format!("{name}_score");
        table = table
            .share(&*score, format!("the {name} player's mean score"), move |row| {
                row.cell.score(seat).map(|score| score.mean)
            })
            .empty("no such seat, or no games")
            .ends(&score, SHARE, "its interval at 95 % for this cell alone", move |row| {
                row.cell.score(seat)?.interval
            });
    }
    table
}

/// A column of a histogram's, with what it means.
type Of = (&'static str, &'static str, fn(&Histogram) -> Option<f64>);

/// How margins, lengths, numbers of moves, leads and points spread.
fn spread<'c>(mut table: Table<'c, CellRow<'c>>) -> Table<'c, CellRow<'c>> {
    const QUARTILES: [Of; 3] = [
        ("margin_q1", "its first quartile", |margin| margin.percentile(25)),
        ("margin_median", "its median", |margin| margin.percentile(50)),
        ("margin_q3", "its third quartile", |margin| margin.percentile(75)),
    ];
    const PERCENTILES: [Of; 5] = [
        ("plies_p05", "the length below which 5 % of games lie", |plies| plies.percentile(5)),
        ("plies_p25", "the same of 25 %", |plies| plies.percentile(25)),
        ("plies_p50", "the median length", |plies| plies.percentile(50)),
        ("plies_p75", "the same of 75 %", |plies| plies.percentile(75)),
        ("plies_p95", "the same of 95 %", |plies| plies.percentile(95)),
    ];
    const TWO: &str = "no games, or more than two seats";
    table = table
        .mean("margin_sd", "the margin's standard deviation", |row| {
            row.cell.tally.margin().deviation()
        })
        .unit("points")
        .empty("fewer than two games, or more than two seats")
        .whole("margin_min", "the least margin", |row| row.cell.tally.margin().least())
        .unit("points")
        .empty(TWO);
    for (name, what, of) in QUARTILES {
        let of = move |row: &CellRow<'c>| of(row.cell.tally.margin());
        table = table.mean(name, what, of).unit("points").empty(TWO);
    }
    table = table
        .whole("margin_max", "the greatest margin", |row| row.cell.tally.margin().greatest())
        .unit("points")
        .empty(TWO)
        .mean("plies_sd", "the length's standard deviation", |row| {
            row.cell.tally.plies().deviation()
        })
        .unit("plies")
        .empty("fewer than two games")
        .whole("plies_min", "the shortest game", |row| row.cell.tally.plies().least())
        .unit("plies")
        .empty("no games");
    for (name, what, of) in PERCENTILES {
        let of = move |row: &CellRow<'c>| of(row.cell.tally.plies());
        table = table.mean(name, what, of).unit("plies").empty("no games");
    }
    for (name, _) in PHASES {
        let what = format!("the mean number of moves in the phase `{name}`, where one was made");
        table = table
            .mean(format!("moves_{name}_mean"), what, move |row| {
                row.phase(name).and_then(|phase| row.cell.tally.moves(phase).mean())
            })
            .unit("moves")
            .empty("a phase of the other game, or no games");
    }
    table = table
        .mean("lead_changes_mean", "how often the lead went from one player to another", |row| {
            row.cell.tally.lead_changes().mean()
        })
        .empty("no games")
        .share("lead_for_good_share", "the share of games that a leader won alone", |row| {
            part(row.cell.tally.lead_for_good().count(), row.cell.tally.rounds())
        })
        .empty("no games")
        .mean(
            "lead_for_good_ply_mean",
            "the mean ply with which these came to lead for good",
            |row| row.cell.tally.lead_for_good().mean(),
        )
        .unit("plies")
        .empty("no such games")
        .mean("lead_for_good_ply_median", "the median of it", |row| {
            row.cell.tally.lead_for_good().percentile(50)
        })
        .unit("plies")
        .empty("no such games");
    for (seat, name) in seats() {
        table = table
            .mean(format!("points_{seat}_mean"), format!("the {name} player's points a game"), {
                move |row: &CellRow<'c>| {
                    let tally = row.cell.tally;
                    part(tally.points(seat), tally.rounds()).filter(|_| row.sits(seat))
                }
            })
            .unit("points")
            .empty("no such seat, or no games");
    }
    for (phase, most_seats) in PHASES {
        for seat in Seat::first(most_seats) {
            let who = seat.word();
            let what = format!("those that the {who} player gained in the phase `{phase}`");
            table = table
                .mean(format!("points_{phase}_{seat}_mean"), what, move |row| {
                    let tally = row.cell.tally;
                    let place = row.phase(phase).filter(|_| row.sits(seat))?;
                    part(tally.points_in(place, seat), tally.rounds())
                })
                .unit("points")
                .empty("a phase of the other game, no such seat, or no games");
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Ruled;
    use crate::games::{bell, brunei};

    #[test]
    fn every_phase_and_every_ending_has_its_columns() {
        let mut phases: Vec<&str> = brunei::Rules::PHASES.to_vec();
        phases.extend(bell::Rules::PHASES);
        assert_eq!(PHASES.map(|(name, _)| name).to_vec(), phases);
        assert_eq!(ENDINGS.map(|(ending, _)| ending), Ending::ALL);
    }
}
