//! "Is it fair?" in the page: the games that `pasang run --setup` plays with the same seed, and the
//! same model of their results.

use pasang_core::balance::answer::{CrewCell, JointBalance, JointRow};
use pasang_core::balance::{
    ALPHA, CellBalance, CrewSize, Estimate, FirstMoveSummary, Normal, OpeningDesign, Pair,
    VarianceComponents, described, fit,
};
use pasang_core::base::random::HIGHEST_SEED;
use pasang_core::base::text::Keyword;
use pasang_core::games::Seat;
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
use pasang_core::picture::{Card, CardRow};
use pasang_core::players::crew::{BuiltinCrew, CREWS, Crew, CrewPlayer};
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

/// Returns the first moves and replies, and the sum of each pair by its moves, from sums in turn.
fn by_pair(
    session: &ProtocolSession,
    sums: Vec<ScoreSum>,
) -> Result<(OpeningDesign, impl Fn(&Pair) -> ScoreSum), String> {
    let (start, (_, setup)) = (&session.game().start, pattern(session)?);
    let pairs = start.opening_pairs();
    if sums.len() != pairs.len() {
        return Err(format!("{} sums for {} pairs", sums.len(), pairs.len()));
    }
    let design = OpeningDesign::of(start, &pairs, setup);
    let openings = described(start, &pairs);
    let of_pair = move |key: &Pair| {
        let place = openings.iter().position(|(other, _)| other == key);
        place.map_or_else(ScoreSum::default, |at| sums[at])
    };
    Ok((design, of_pair))
}

/// Returns the distribution of the score with random openings, by the games of a crew.
fn random_openings(
    session: &ProtocolSession,
    crew: &Crew,
    sums: Vec<ScoreSum>,
) -> Result<Normal, String> {
    let components = VarianceComponents::of(session.game().start.rules().kind());
    let (design, of_pair) = by_pair(session, sums)?;
    let size = CrewSize::of(crew);
    let posterior = fit(&design, &design.sums(of_pair), size, components);
    Ok(posterior.ok_or("there are no games")?.random_openings())
}

fn figures(mean: f64, Interval { low, high }: Interval) -> String {
    format!("{mean} {low} {high}")
}

/// Fits the model to the games of a crew, from the sum `TWELFTHS/GAMES` of each pair. Returns, with
/// scores as `MEAN LOW HIGH`: `verdict`; `score`, with random openings; `unseen`, an unseen bot's
/// prediction interval and its probabilities to be within 5 and 10 percentage points of even;
/// `value`, with best openings, and these probabilities; for each first move, the most probably best
/// one first, `first`, this probability, and its value; and for each pair `pair`, its moves and its
/// score.
///
/// # Errors
/// If there is no such crew, there are no games, or there is not one sum a pair.
pub fn balance(
    session: &ProtocolSession,
    crew: &str,
    cells: &str,
    sums: &[&str],
) -> Result<String, String> {
    let (crew, cells) = (crew_named(crew)?, number(cells)?);
    let components = VarianceComponents::of(session.game().start.rules().kind());
    let (design, of_pair) = by_pair(session, sums_of(sums)?)?;
    let cell =
        CellBalance::of(design, of_pair, &crew, components, cells).ok_or("there are no games")?;
    let CellBalance { design, summary, verdict } = &cell;
    let estimate = |it: Estimate| figures(it.mean, it.interval);
    let [five, ten] = summary.score_balanced;
    let [value_five, value_ten] = summary.value_balanced;
    let Interval { low, high } = summary.unseen;
    let mut lines = vec![
        format!("verdict {}", verdict.word()),
        format!("score {}", estimate(summary.score)),
        format!("unseen {low} {high} {five} {ten}"),
        format!("value {} {value_five} {value_ten}", estimate(summary.value)),
    ];
    let first = |(words, FirstMoveSummary { best, value, .. })| {
        format!("first {words} {best} {}", estimate(value))
    };
    lines.extend(cell.best().into_iter().map(first));
    let start = &session.game().start;
    let openings = described(start, &start.opening_pairs());
    lines.extend(openings.iter().filter_map(|(key, [first, reply])| {
        let at = design.pairs.iter().position(|pair| pair.keys.contains(key))?;
        Some(format!("pair {first} {reply} {}", estimate(summary.pairs[at])))
    }));
    Ok(lines.join("\n"))
}

/// Fits the joint model to the games of several classes, each `CREW` and its sums; those without
/// games are left out. Returns a line a class that played or whose mean is known, from weak to
/// strong: `level`, its name, its verdict, its score as `MEAN LOW HIGH`, and an unseen bot's
/// probabilities to be within 5 and 10 percentage points of even.
///
/// # Errors
/// As [`balance`].
pub fn levels(session: &ProtocolSession, words: &[&str]) -> Result<String, String> {
    let (rules, setup) = pattern(session)?;
    let mut cells = Vec::new();
    for BuiltinCrew { name, .. } in CREWS {
        let of_class = words.chunk_by(|_, next| next.contains('/')).find(|it| it[0] == name);
        let sums = sums_of(of_class.map_or(&[], |it| &it[1..]))?;
        let games = sums.iter().map(|sum| sum.games).sum();
        if games > 0 {
            let crew = crew_named(name)?;
            let score = random_openings(session, &crew, sums)?;
            cells.push(CrewCell::of(setup, &rules, &crew, games, score));
        }
    }
    if cells.is_empty() {
        return Err("there are no games".to_owned());
    }
    CrewCell::complete(&mut cells, &rules, setup.side());
    let line = |row: JointRow| {
        let [five, ten] = row.unseen.balanced();
        let score = figures(row.score.mean, row.score.interval(ALPHA));
        format!("level {} {} {score} {five} {ten}", row.class, row.verdict.word())
    };
    Ok(JointBalance::of(&cells).rows.into_iter().map(line).collect::<Vec<_>>().join("\n"))
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
