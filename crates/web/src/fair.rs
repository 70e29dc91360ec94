//! "Is it fair?" in the page: the games that `pasang run --setup` plays with the same seed.
//!
//! The derivation of a game's random numbers is repeated here, for the program's way to it goes
//! through files and threads. The gate compares the two.

use pasang_core::base::cancel::CancelToken;
use pasang_core::base::random::{HIGHEST_SEED, SeedKey};
use pasang_core::games::game_record::StartPosition;
use pasang_core::games::rules::{GameKind, Rules};
use pasang_core::games::setup::Setup;
use pasang_core::games::{IndexedMove, Seat, Winners, score_words};
use pasang_core::maximin::{
    Interval, MaximinEstimate, OpeningMatrix, ScoreSum, StoppingRule, pairs,
};
use pasang_core::players::bots::BotSpec;
use pasang_core::players::play::GameRunner;
use pasang_core::players::{GameVisitor, PlayableGame};
use pasang_core::protocol::{ProtocolSession, bot};

/// Plays the games with these indices, by one bot in all seats. Returns `pairs N`, the number of
/// pairs of first moves that take turns (in Brunei's game all of them), and then for each game a
/// line `game INDEX WINNER SCORES MOVES`.
///
/// # Errors
/// If there is no such bot, or a number is invalid.
pub fn games(
    session: &ProtocolSession,
    word: &str,
    seed: &str,
    indices: &[&str],
) -> Result<String, String> {
    let seed = number(seed)?.min(HIGHEST_SEED);
    let indices = indices.iter().copied().map(number).collect::<Result<_, _>>()?;
    let (rules, setup) = pattern(session)?;
    Ok(rules.dispatch(Games { rules, setup, bot: bot(word)?, seed, indices }))
}

fn pattern(session: &ProtocolSession) -> Result<(&Rules, &Setup), String> {
    match session.table() {
        (rules, StartPosition::Setup(setup), _) => Ok((rules, setup)),
        _ => Err("such games start from a pattern".to_owned()),
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse::<u64>().map_err(|_| format!("`{text}` is no number"))
}

/// Evaluates the pairs of first moves where both players choose, from the sum `TWELFTHS/GAMES` of
/// each, or from no sums at first. Returns `pairs`, their indices in the games' turn and last the
/// number of pairs that take turns; `value`, the first player's maximin score with its confidence
/// interval; `best`, the first moves that may be best, with their mirror images, and the first
/// reply; then `play` with the indices of the next round, or `end`.
///
/// # Errors
/// If a number is invalid, or the game is not one of two with first moves to choose.
pub fn choice(
    session: &ProtocolSession,
    most: &str,
    round: &str,
    sums: &[&str],
) -> Result<String, String> {
    let terms = StoppingRule { alpha: 0.05, batch: BATCH, most: number(most)? };
    let read = |text: &&str| {
        let (twelfths, games) = text.split_once('/').ok_or(format!("`{text}` is no sum"))?;
        Ok::<_, String>(ScoreSum { twelfths: number(twelfths)?, games: number(games)? })
    };
    let sums = sums.iter().map(read).collect::<Result<_, _>>()?;
    let (rules, setup) = pattern(session)?;
    if rules.kind() != GameKind::Brunei {
        return Err("both choose in Brunei's game alone".to_owned());
    }
    Ok(rules.dispatch(Weigh { setup, terms, round: number(round)?, sums }))
}

/// Number of games in a round, and the width of the interval at which play ends: those of `pasang
/// run --setup`.
const BATCH: u64 = 240;
const WIDTH: f64 = 0.12;

struct Weigh<'a> {
    setup: &'a Setup,
    terms: StoppingRule,
    round: u64,
    sums: Vec<ScoreSum>,
}

impl GameVisitor for Weigh<'_> {
    type Output = String;

    fn visit<G: PlayableGame>(self, game: &G) -> String {
        let Weigh { setup, terms, round, sums } = self;
        let Ok(start) = setup.start(game) else { unreachable!("the desk has seen it") };
        let starts = OpeningMatrix::of(game, &start, &pairs(game, &start), Some(setup));
        let mut given = sums.into_iter();
        let sums = starts.sums(|_| given.next().unwrap_or_default());
        let value = MaximinEstimate::of(&sums, terms.alpha, terms.alpha);
        let replies = starts.firsts.iter().flat_map(|first| &first.replies);
        let places: Vec<String> = replies.map(|reply| reply.place.to_string()).collect();
        let next =
            match starts.next_round(&sums, round, &terms, Some(WIDTH), &CancelToken::default()) {
                Ok(indices) => {
                    indices.iter().fold("play".to_owned(), |text, it| format!("{text} {it}"))
                }
                Err(_) => "end".to_owned(),
            };
        let Interval { low, high } = value.joint;
        format!(
            "pairs {} {}\nvalue {} {low} {high}\nbest {} {}\n{next}",
            places.join(" "),
            starts.stride,
            value.estimate,
            starts.words(&value.best),
            starts.reply_words(&value, 1)
        )
    }
}

struct Games<'a> {
    rules: &'a Rules,
    setup: &'a Setup,
    bot: BotSpec,
    seed: u64,
    indices: Vec<u64>,
}

impl GameVisitor for Games<'_> {
    type Output = String;

    fn visit<G: PlayableGame>(self, game: &G) -> String {
        let Ok(start) = self.setup.start(game) else { unreachable!("the desk has seen it") };
        let bots = vec![self.bot; game.seats().into()];
        let words: Vec<String> = bots.iter().map(|bot| bot.to_canonical_string()).collect();
        let stones = self.setup.stones;
        let [black, white] = [stones.black, stones.white].map(|it| format!("{:x}", it.bits()));
        let (rules, words) = (self.rules.identity(), words.join("/"));
        let purpose = ["game", &black, &white, &rules, &words].map(str::as_bytes);
        let key = SeedKey::new(self.seed, &purpose);
        let pairs = match self.rules.kind() {
            GameKind::Brunei => pairs(game, &start),
            GameKind::Bell => Vec::new(),
        };
        let mut table = GameRunner::<G>::new(&bots);
        let mut lines = vec![format!("pairs {}", pairs.len().max(1))];
        for index in self.indices {
            let first = pairs.get(index as usize % pairs.len().max(1));
            let first = first.map_or(&[][..], |pair| pair.as_slice());
            let mut moves = Vec::new();
            let mut see = |game: &G, position: &G::Position, chosen: &IndexedMove<G::Move>| {
                moves.push(game.format_move(position, chosen.mv));
            };
            let Some(played) = table.play(game, &start, (&key, index), first, &mut see) else {
                unreachable!("not cancelled")
            };
            let scores = score_words(&played.scores[..game.seats().into()]);
            let winner = winner(played.outcome.winners);
            lines.push(format!("game {index} {winner} {scores} {}", moves.join(" ")));
        }
        lines.join("\n")
    }
}

/// Formats the winners as the journal does: `first`, `draw`, `second/third`.
fn winner(winners: Winners) -> String {
    match winners.seats().map(Seat::word).collect::<Vec<_>>() {
        all if all == ["first", "second"] => "draw".to_owned(),
        all => all.join("/"),
    }
}
