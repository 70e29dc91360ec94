//! `elo.csv`: one row a rule set, ladder and bot, the strongest first.

use crate::stats::columns::{Kind, Table};
use crate::stats::elo::{Above, Contest, Estimate, Ladder, Step};

/// Figures in Elo.
const ELO: Kind = Kind::Decimal(2);

/// A bot on a ladder.
pub struct EloRow<'c> {
    contest: &'c Contest<'c>,
    /// Which ladder of the contest, from 1.
    number: usize,
    ladder: &'c Ladder,
    place: usize,
}

impl<'c> EloRow<'c> {
    /// The rows of some contests with their ladders.
    pub fn all(contests: &'c [(Contest<'c>, Vec<Ladder>)]) -> impl Iterator<Item = EloRow<'c>> {
        contests.iter().flat_map(|(contest, ladders)| {
            (1..).zip(ladders).flat_map(move |(number, ladder)| {
                let row = move |place| EloRow { contest, number, ladder, place };
                (0..ladder.steps.len()).map(row)
            })
        })
    }

    fn step(&self) -> Step {
        self.ladder.steps[self.place]
    }

    fn next(&self) -> Option<&'c str> {
        let next = self.ladder.steps.get(self.place + 1)?;
        Some(self.contest.bots[next.player])
    }

    /// How much stronger than the next, where that is more than a bound.
    fn above(&self) -> Option<Estimate> {
        match self.step().above {
            Above::By(by) => Some(by),
            _ => None,
        }
    }
}

impl<'r> Table<'r, EloRow<'r>> {
    /// Adds a figure and the ends of its interval.
    fn estimate(
        self,
        name: &str,
        what: &str,
        of: fn(&EloRow<'r>) -> Option<Estimate>,
    ) -> Table<'r, EloRow<'r>> {
        self.column(name, ELO, what, move |row| of(row).map(|it| it.elo))
            .unit("Elo")
            .empty("there is no estimate")
            .ends(name, ELO, "its interval at 95 %", move |row| Some(of(row)?.interval))
            .units("Elo")
    }
}

/// The columns of `elo.csv`.
pub fn elo<'c>() -> Table<'c, EloRow<'c>> {
    Table::new(
        "elo.csv",
        "Who is better: one row a rule set, ladder and bot, the strongest first; all \
                           setups of a rule set together.",
    )
    .word("rules", "the rule set", |row: &EloRow<'c>| row.contest.rules)
    .whole("setups", "on how many setups; a mirror image is none of its own", |row| {
        row.contest.setups
    })
    .whole(
        "ladder",
        "the ladder, from 1: bots that never met, by way of others either, have one each",
        |row| row.number,
    )
    .whole("place", "the place from the top", |row| row.place + 1)
    .whole(
        "group",
        "bots of a group are compared by figures; a higher one lost no game to a lower",
        |row| row.step().group,
    )
    .word("bot", "the bot", |row| row.contest.bots[row.step().player])
    .whole("games", "games against other bots", |row| row.contest.score(row.step().player).0)
    .share("score", "the share of them that it won, draws as halves", |row| {
        row.contest.score(row.step().player).1
    })
    .estimate("elo", "how much stronger than the weakest of its group", |row| row.step().elo)
    .word("next", "the bot one place below", EloRow::next)
    .empty("it is the last")
    .column("above", ELO, "how much stronger than that one", |row| row.above().map(|it| it.elo))
    .unit("Elo")
    .empty("there is no estimate, a bound at most")
    .column("above_low", ELO, "its interval at 95 %, or the bound: the lower end", |row| match row
        .step()
        .above
    {
        Above::AtLeast(bound) => Some(bound),
        _ => row.above().map(|it| it.interval.low),
    })
    .unit("Elo")
    .empty("there is none")
    .column("above_high", ELO, "its interval at 95 %: the upper end", |row| {
        row.above().map(|it| it.interval.high)
    })
    .unit("Elo")
    .empty("there is none")
    .word(
        "method",
        "`t-95 over setups`: about other setups too; `wald-95 of one setup`: about that one; \
             `shut-out-95`: all games won, a bound on these setups; or why there is none",
        |row| row.ladder.method(row.step().above),
    )
    .empty("it is the last")
    .word("verdict", "`separated` where the interval, or the bound, lies above zero", |row| {
        row.step().above.separated().map(|apart| if apart { "separated" } else { "not separated" })
    })
    .empty("there is neither")
    .estimate("seat_elo", "what moving first is worth, on this ladder", |row| row.ladder.seat)
    .column(
        "dispersion",
        Kind::Decimal(4),
        "how many times as much cells differ as chance makes them",
        |row| row.ladder.dispersion,
    )
    .empty("there are no more meetings than figures")
}
