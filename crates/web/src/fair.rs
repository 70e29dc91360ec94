//! "Is it fair?" in the page: the games that `pasang run --setup` plays with the same seed, and the
//! same model of their results.

use pasang_balance::answer::{CrewCell, JointBalance, JointRow, Openings};
use pasang_balance::{ALPHA, BestMove, Estimate, OpeningDesign, Pair, Statement, described};
use pasang_core::base::random::HIGHEST_SEED;
use pasang_core::base::text::Keyword;
use pasang_core::games::Seat;
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
use pasang_core::picture::{Card, CardRow};
use pasang_core::players::crew::{Crew, CrewPlayer};
use pasang_core::players::runner::{CellKeys, GameRunner};
use pasang_core::protocol::ProtocolSession;
use pasang_core::score::{Interval, ScoreSum, share};

/// Plays the games of a crew with these indices. Returns `design PAIRS GAMES`, the numbers of pairs
/// of first moves, which take turns, and of games in a whole design, and then the first player's
/// score in each game, in twelfths.
///
/// # Errors
/// If there is no such crew, a number is invalid, or the game is not one of two.
pub fn games(
    session: &ProtocolSession,
    crew: &str,
    seed: &str,
    indices: &[&str],
) -> Result<String, String> {
    let seed = number(seed)?.min(HIGHEST_SEED);
    let indices = indices.iter().copied().map(number).collect::<Result<Vec<u64>, _>>()?;
    let (crew, (rules, setup)) = (crew_named(crew)?, pattern(session)?);
    let start = &session.game().start;
    let seating = |member| {
        let bots = [member; 2];
        let mut runner = GameRunner::new(start);
        runner.specs(&bots);
        (CellKeys::new(seed, Some((setup.stones, &rules)), &bots).games, runner)
    };
    let mut seatings: Vec<_> = crew.members.iter().copied().map(seating).collect();
    let pairs: Vec<_> =
        start.opening_pairs().into_iter().filter_map(|it| start.indexed(it)).collect();
    let count = pairs.len() as u64;
    let mut text = format!("design {count} {}\n", count * crew.players());
    for index in indices {
        let CrewPlayer { member, image } = crew.player(count, index);
        let (key, runner) = &mut seatings[member];
        runner.image(image).opening_moves(&pairs[(index % count) as usize]).key(key, index);
        let Some(played) = runner.run(&mut |_, _| {}) else { unreachable!("not cancelled") };
        text += &format!("{} ", share(played.outcome.winners, Seat::FIRST));
    }
    Ok(text)
}

fn crew_named(name: &str) -> Result<Crew, String> {
    Crew::builtin(name).ok_or_else(|| format!("there is no crew `{name}`"))
}

fn pattern(session: &ProtocolSession) -> Result<(Game, &Setup), String> {
    let game = session.game();
    let rules = game.start.rules();
    match &game.setup {
        Some(setup) if rules.seats() == 2 => Ok((rules, setup)),
        _ => Err("crews play by twos, and from a pattern".to_owned()),
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse::<u64>().map_err(|_| format!("`{text}` is no number"))
}

/// Reads the sum `TWELFTHS/GAMES` of each pair.
fn sums_of(words: &[&str]) -> Result<Vec<ScoreSum>, String> {
    let read = |text: &&str| {
        let (twelfths, games) = text.split_once('/').ok_or(format!("`{text}` is no sum"))?;
        Ok(ScoreSum { twelfths: number(twelfths)?, games: number(games)? })
    };
    words.iter().map(read).collect()
}

/// Returns what a crew played, from the sum of each pair in turn; `None` without games.
fn crew_cell(
    session: &ProtocolSession,
    crew: &Crew,
    sums: &[ScoreSum],
) -> Result<Option<CrewCell>, String> {
    let (start, (rules, setup)) = (&session.game().start, pattern(session)?);
    let pairs = start.opening_pairs();
    if sums.len() != pairs.len() {
        return Err(format!("{} sums for {} pairs", sums.len(), pairs.len()));
    }
    let openings = described(start, &pairs);
    let of_pair = |key: &Pair| {
        let place = openings.iter().position(|(other, _)| other == key);
        place.map_or_else(ScoreSum::default, |at| sums[at])
    };
    let (name, design) = (rules.to_string(), OpeningDesign::of(start, &pairs, setup));
    Ok(CrewCell::of(setup, (&name, &rules), crew, design, of_pair))
}

/// Reads the games of several classes, each `CREW` and its sums, and answers on them together, with
/// the openings as far as they are wanted.
fn answered(
    session: &ProtocolSession,
    words: &[&str],
    answer: fn(&[CrewCell]) -> JointBalance,
) -> Result<JointBalance, String> {
    let (rules, _) = pattern(session)?;
    let mut cells = Vec::new();
    for of_class in words.chunk_by(|_, next| next.contains('/')) {
        let sums = sums_of(&of_class[1..])?;
        cells.extend(crew_cell(session, &crew_named(of_class[0])?, &sums)?);
    }
    if cells.is_empty() {
        return Err("there are no games".to_owned());
    }
    CrewCell::complete(&mut cells, &rules);
    Ok(answer(&cells))
}

fn figures(mean: f64, Interval { low, high }: Interval) -> String {
    format!("{mean} {low} {high}")
}

/// Writes a statement as `SIZE DIRECTION`, each a word without blanks, or `open`.
fn words_of(statement: Statement) -> String {
    let size = statement.size().map_or("open".to_owned(), |it| it.word().replace(' ', "-"));
    format!("{size} {}", statement.direction().map_or("open", Keyword::word))
}

/// Answers on the games of several classes together, each `CREW` and its sums `TWELFTHS/GAMES` by pair.
/// Returns, with scores as `MEAN LOW HIGH`, a line a class that played or whose mean is known, from weak
/// to strong: `level`, its name, its size and direction, and its score with random openings. Of the class
/// named first, which has games, follow: `statement`, its size and direction; `score`; `unseen`, the
/// prediction interval of an unseen bot; `value`, the score with best openings, and its size and
/// direction; for each first move, the most probably best one first, `first`, this probability, its
/// value, and its best reply with the probability of that; and for each pair `pair`, its moves and its score.
///
/// # Errors
/// If there is no such crew, there are no games, or there is not one sum a pair.
pub fn balance(session: &ProtocolSession, class: &str, words: &[&str]) -> Result<String, String> {
    let all = answered(session, words, JointBalance::with_openings)?;
    let mut lines = levels_of(&all);
    let row = all.rows.iter().find(|row| row.class == class && row.games > 0);
    let row = row.ok_or("there are no games of this class")?;
    let Openings { design, summary, best } = row.openings.as_ref().ok_or("no openings")?;
    let estimate = |it: Estimate| figures(it.mean, it.interval);
    let Interval { low, high } = row.unseen.score_interval(ALPHA);
    lines.extend([
        format!("statement {}", words_of(row.statement)),
        format!("score {}", figures(row.score.mean, row.interval())),
        format!("unseen {low} {high}"),
        format!("value {} {}", estimate(summary.value), words_of(summary.value_statement)),
    ]);
    lines.extend(best.iter().map(|(BestMove { words, chance, reply }, value)| {
        format!("first {} {chance} {} {} {}", words.join("/"), estimate(*value), reply.0, reply.1)
    }));
    let start = &session.game().start;
    let openings = described(start, &start.opening_pairs());
    lines.extend(openings.iter().filter_map(|(key, [first, reply])| {
        let at = design.pairs.iter().position(|pair| pair.keys.contains(key))?;
        Some(format!("pair {first} {reply} {}", estimate(summary.pairs[at])))
    }));
    Ok(lines.join("\n"))
}

fn levels_of(all: &JointBalance) -> Vec<String> {
    let line = |row: &JointRow| {
        let score = figures(row.score.mean, row.interval());
        format!("level {} {} {score}", row.class, words_of(row.statement))
    };
    all.rows.iter().map(line).collect()
}

/// Answers as [`balance`] does, without the lines of a class.
///
/// # Errors
/// As [`balance`].
pub fn levels(session: &ProtocolSession, words: &[&str]) -> Result<String, String> {
    Ok(levels_of(&answered(session, words, JointBalance::of)?).join("\n"))
}

/// Draws the card of a pattern from lines of text: its title, its text for screen readers, its name, its
/// rows or nothing, a text for below, and for each class `MEAN LOW HIGH PLAYED NAME`.
///
/// # Errors
/// If a line is missing or no such line.
pub fn card(text: &str) -> Result<String, String> {
    let lines: Vec<&str> = text.lines().collect();
    let [title, text, name, stones, best, rows @ ..] = &*lines else {
        return Err("a card has five lines and those of its classes".to_owned());
    };
    let row = |line: &&str| {
        let mut words = line.splitn(5, ' ');
        let mut figure = || words.next()?.parse::<f64>().ok();
        let (score, low, high, played) = (figure()?, figure()?, figure()?, figure()?);
        let class = words.next()?.to_owned();
        Some(CardRow { class, score, interval: Interval { low, high }, is_played: played > 0.0 })
    };
    let rows: Option<Vec<CardRow>> = rows.iter().map(row).collect();
    let rows = &rows.ok_or("a class is `MEAN LOW HIGH PLAYED NAME`")?;
    let stones = &*stones.replace('/', "\n");
    Ok(Card { title, text, name, stones, rows, best }.svg())
}
