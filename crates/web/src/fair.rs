//! "Is it fair?" in the page: the games that `pasang run --setup` plays with the same seed.

use pasang_core::base::cancel::CancelToken;
use pasang_core::base::random::{HIGHEST_SEED, SeedKey};
use pasang_core::games::game_record::{GameRecord, winner_word};
use pasang_core::games::rules::Rules;
use pasang_core::games::setup::Setup;
use pasang_core::games::{IndexedMove, Position, State, score_words};
use pasang_core::maximin::{
    Interval, MaximinEstimate, OpeningMatrix, ScoreSum, StoppingRule, pairs,
};
use pasang_core::players::PlayableGame;
use pasang_core::players::bots::BotSpec;
use pasang_core::players::play::{CellKeys, GameRunner};
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
    let indices = indices.iter().copied().map(number).collect::<Result<Vec<u64>, _>>()?;
    let (rules, setup) = pattern(session)?;
    let bots = vec![bot(word)?; rules.seats().into()];
    let key = CellKeys::new(seed, Some((setup.stones, &rules)), &bots).games;
    Ok(match session.game().start {
        Position::Brunei(state) => {
            let pairs = pairs(&state.game, &state.position);
            play(&state, &bots, &key, &pairs, &indices)
        }
        Position::Bell(state) => play(&state, &bots, &key, &[], &indices),
    })
}

fn pattern(session: &ProtocolSession) -> Result<(Rules, &Setup), String> {
    let GameRecord { setup, start, .. } = session.game();
    let setup = setup.as_ref().ok_or("such games start from a pattern")?;
    Ok((start.rules(), setup))
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
    let (_, setup) = pattern(session)?;
    let Position::Brunei(State { game, position }) = session.game().start else {
        return Err("both choose in Brunei's game alone".to_owned());
    };
    let round = number(round)?;
    let starts = OpeningMatrix::of(&game, &position, &pairs(&game, &position), Some(setup));
    let mut given = Vec::into_iter(sums);
    let sums = starts.sums(|_| given.next().unwrap_or_default());
    let value = MaximinEstimate::of(&sums, terms.alpha, terms.alpha);
    let replies = starts.firsts.iter().flat_map(|first| &first.replies);
    let places: Vec<String> = replies.map(|reply| reply.place.to_string()).collect();
    let next = match starts.next_round(&sums, round, &terms, Some(WIDTH), &CancelToken::default()) {
        Ok(indices) => indices.iter().fold("play".to_owned(), |text, it| format!("{text} {it}")),
        Err(_) => "end".to_owned(),
    };
    let Interval { low, high } = value.joint;
    Ok(format!(
        "pairs {} {}\nvalue {} {low} {high}\nbest {} {}\n{next}",
        places.join(" "),
        starts.stride,
        value.estimate,
        starts.words(&value.best),
        starts.reply_words(&value, 1)
    ))
}

/// Number of games in a round, and the width of the interval at which play ends: those of `pasang
/// run --setup`.
const BATCH: u64 = 240;
const WIDTH: f64 = 0.12;

fn play<G: PlayableGame>(
    State { game, position: start }: &State<G>,
    bots: &[BotSpec],
    key: &SeedKey,
    pairs: &[[G::Move; 2]],
    indices: &[u64],
) -> String {
    let mut runner = GameRunner::<G>::new(bots);
    let count = pairs.len().max(1);
    let mut lines = vec![format!("pairs {count}")];
    for &index in indices {
        let first = pairs.get(index as usize % count).map_or(&[][..], |pair| pair.as_slice());
        let mut moves = Vec::new();
        let mut see = |game: &G, position: &G::Position, chosen: &IndexedMove<G::Move>| {
            moves.push(game.format_move(position, chosen.mv));
        };
        let Some(played) = runner.play(game, start, (key, index), first, &mut see) else {
            unreachable!("not cancelled")
        };
        let scores = &played.scores[..game.seats().into()];
        let winner = winner_word(played.outcome.winners, scores.len());
        let scores = score_words(scores);
        lines.push(format!("game {index} {winner} {scores} {}", moves.join(" ")));
    }
    lines.join("\n")
}
