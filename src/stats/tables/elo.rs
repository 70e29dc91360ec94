//! `elo.csv`: one row a rule set, ladder and bot, the strongest first.

use crate::stats::elo::{Above, Contest, Estimate, Ladder, Step, ladders_of};
use crate::stats::overview::Overview;
use crate::stats::table::{Filling, Kind, Table};

const ELO: Kind = Kind::Decimal(2);

struct Row<'l, 'c> {
    contest: &'l Contest<'c>,
    /// Which ladder of the contest, from 1.
    number: usize,
    ladder: &'l Ladder,
    place: usize,
}

impl Row<'_, '_> {
    fn step(&self) -> Step {
        self.ladder.steps[self.place]
    }

    /// How much stronger than the next, where that is more than a bound.
    fn above(&self) -> Option<Estimate> {
        match self.step().above {
            Above::By(by) => Some(by),
            _ => None,
        }
    }
}

impl<'l, 'c> Filling<Row<'l, 'c>> {
    /// Adds a figure and the ends of its interval.
    fn estimate(
        self,
        name: &str,
        what: &str,
        of: fn(&Row<'l, 'c>) -> Option<Estimate>,
    ) -> Filling<Row<'l, 'c>> {
        self.column(name, ELO, what, |row| of(row).map(|it| it.elo))
            .unit("Elo")
            .empty("no estimate")
            .ends(name, ELO, "its interval at 95 %", |row| Some(of(row)?.interval))
            .units("Elo")
    }
}

pub fn elo(all: &Overview<'_>) -> Table {
    const WHAT: &str = "Who is better: one row a rule set, ladder and bot, the strongest first; all setups \
                        of a rule set together.";
    let contests = ladders_of(all);
    let rows = contests.iter().flat_map(|(contest, ladders)| {
        (1..).zip(ladders).flat_map(move |(number, ladder)| {
            (0..ladder.steps.len()).map(move |place| Row { contest, number, ladder, place })
        })
    });
    Table::file("elo.csv", WHAT, rows)
        .word("rules", "the rule set", |row| row.contest.rules)
        .whole("setups", "on how many setups; a mirror image is none of its own", |row| {
            row.contest.setups.len()
        })
        .whole(
            "ladder",
            "the ladder, from 1: bots that never met, even by way of others, have one each",
            |row| row.number,
        )
        .whole("place", "the place from the top", |row| row.place + 1)
        .whole(
            "group",
            "figures compare bots of one group; a higher group lost no game to a lower",
            |row| row.step().group,
        )
        .word("bot", "the bot", |row| row.contest.bots[row.step().player])
        .whole("games", "games against other bots", |row| row.contest.score(row.step().player).0)
        .share("score", "what it scored in them", |row| row.contest.score(row.step().player).1)
        .estimate("elo", "how much stronger than the weakest of its group", |row| row.step().elo)
        .word("next", "the bot one place below", |row| {
            let next = row.ladder.steps.get(row.place + 1)?;
            Some(row.contest.bots[next.player])
        })
        .empty("it is the last")
        .column("above", ELO, "how much stronger than that one", |row| row.above().map(|it| it.elo))
        .unit("Elo")
        .empty("a bound at most")
        .column("above_low", ELO, "its interval at 95 %, or the bound: the lower end", |row| {
            match row.step().above {
                Above::AtLeast(bound) => Some(bound),
                _ => row.above().map(|it| it.interval.low),
            }
        })
        .unit("Elo")
        .empty("there is none")
        .column("above_high", ELO, "the upper end", |row| row.above().map(|it| it.interval.high))
        .unit("Elo")
        .empty("there is none")
        .word(
            "method",
            "`t-95 over setups`: about other setups too; `wald-95 of one setup`: about that one; \
             `shut-out-95`: all games won, a bound; or why there is none",
            |row| row.ladder.method(row.step().above),
        )
        .empty("it is the last")
        .word("verdict", "`separated` where the interval, or the bound, lies above zero", |row| {
            let apart = row.step().above.separated()?;
            Some(if apart { "separated" } else { "not separated" })
        })
        .empty("there is neither")
        .estimate("seat_elo", "what moving first is worth, on this ladder", |row| row.ladder.seat)
        .column(
            "dispersion",
            Kind::Decimal(4),
            "how many times as much cells differ as by chance",
            |row| row.ladder.dispersion,
        )
        .empty("no more meetings than figures")
        .done()
}
