//! Invariants of every game under all rules: one suite over the trait, along random games. The
//! moves themselves are checked by the differential tests.

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::random_rules::{self, Board, RandomRules, Seen, any_board, one, setup, setups};
use crate::support::amount;
use pasang::text::diagnostic::Source;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::board::{PointSet, Stones, Symmetry, draw};
use pasang_core::games::{
    EndReason, GameRules, IndexedMove, Position, Scores, Values, bell, brunei, parse_move,
};

/// Game-specific knowledge for the invariants.
trait Lawful: RandomRules + std::fmt::Debug {
    const PRESETS: &'static [&'static str];

    /// Returns the stones on the board at the start.
    fn laid(&self, board: &Board) -> Stones;

    /// Returns the maximum number of plies of a game from this number of stones.
    fn most_plies(stones: u32) -> usize;

    /// Returns the stone that leaves the board without being captured: on an entry, the stone that
    /// becomes a ka.
    fn becomes_ka(&self, position: &Self::Position, mv: Self::Move) -> Stones;

    /// Returns whether the mover scores it.
    fn scores_ka_stones(&self) -> bool;

    /// Returns the number of stones a move captures, by its text and the board's side.
    fn captured(&self, position: &Self::Position, text: &str, opening: bool) -> u32;

    /// Returns the symmetries that must hold, at least.
    fn symmetries(&self, position: &Self::Position) -> &'static [Symmetry];

    /// Checks the game's own invariants of a position.
    fn own_laws(&self, position: &Self::Position, texts: &[String], seen: &mut Seen);

    /// Checks the game's own invariants of a finished game from this many stones.
    fn own_laws_of_the_end(
        &self,
        laid: Stones,
        ending: EndReason,
        scores: &Scores,
        seen: &mut Seen,
    );
}

/// Fails unless all of these have occurred, and every symmetry was respected somewhere.
fn must_have(seen: &Seen, occurrences: &str) {
    seen.must_have(&MAPPED.join("; "));
    seen.must_have(occurrences);
}

fn moves<G: RandomRules>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn texts<G: RandomRules>(game: &G, position: &G::Position) -> Vec<String> {
    moves(game, position).iter().map(|&mv| game.format_move(position, mv)).collect()
}

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// History of a game, printed on failure.
struct Story {
    from: String,
    played: Vec<String>,
}

impl Drop for Story {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("after \"{}\"\nfrom {}", self.played.join(" "), self.from);
        }
    }
}

/// Plays one random game and checks every position.
fn play_by_the_laws<G: Lawful>(game: &G, board: &Board, rng: &mut GameRng, seen: &mut Seen) {
    let laid = game.laid(board);
    let mut position = game.start(board.stones());
    let mut story = Story { from: format!("{game:?}\n{board}"), played: Vec::new() };
    assert_eq!(game.stones(&position), laid, "the stones at the start");
    plays_on_as_move_by_move(game, &position, rng);
    // Texts that were legal a ply ago.
    let mut stale: Vec<String> = Vec::new();
    let mut ka_stones = Stones::default();
    // The same game on a rotated or mirrored board, from where the rules allow it.
    let mut mapped: Option<(Symmetry, G::Position)> = None;

    loop {
        let legal = moves(game, &position);
        let texts: Vec<String> = legal.iter().map(|&mv| game.format_move(&position, mv)).collect();
        let outcome = game.outcome(&position);
        assert_eq!(legal.is_empty(), outcome.is_some(), "moves end when the game does");
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len(), "two of a text");
        assert_eq!(legal.iter().collect::<HashSet<_>>().len(), legal.len(), "two of a move");
        seen.note("positions");

        conserves(game, &position, laid, ka_stones);
        parses_back(game, &position, &legal, rng);
        refuses(game, &position, &texts, &stale, rng, seen);
        diagram_reads_back(game, &position, rng, seen);
        is_symmetric(game, &position, &legal, rng, seen);
        game.own_laws(&position, &texts, seen);
        answers_without_a_list(game, &position, &legal, rng);

        let Some(IndexedMove { mv, .. }) = game.random_move(&position, &mut Vec::new(), rng) else {
            break;
        };
        let next = play_one(game, &position, mv, story.played.len());
        let ka_stone = game.becomes_ka(&position, mv);
        ka_stones.black |= ka_stone.black;
        ka_stones.white |= ka_stone.white;

        match &mut mapped {
            Some((symmetry, mapped)) => {
                let mv = game.map_move(mv, *symmetry);
                assert!(moves(game, mapped).contains(&mv), "{mv:?} on the mapped board");
                game.apply(mapped, mv);
            }
            None => {
                let symmetry = *one(rng, &Symmetry::ALL);
                // Once respected, for the rest of the game.
                if symmetry != Symmetry::Identity && game.respects(&next, symmetry) {
                    mapped = Some((symmetry, game.map_position(&next, symmetry)));
                }
            }
        }
        stale = texts;
        story.played.push(game.format_move(&position, mv));
        position = next;
    }

    let outcome = game.outcome(&position).unwrap();
    let scores = game.scores(&position);
    let captures = story.played.iter().filter(|word| *word != "swap").count();
    assert!(captures <= G::most_plies(laid.points().len()));
    if captures < story.played.len() {
        seen.note("games with a swap");
    }
    if let Some((_, mapped)) = mapped {
        assert_eq!(game.outcome(&mapped), Some(outcome), "a mapped game ends alike");
        assert_eq!(game.scores(&mapped), scores, "and scores alike");
        seen.note("mapped games");
    }
    seen.note("games");
    seen.note(match outcome.ending {
        EndReason::Cleared => "cleared",
        EndReason::Stuck => "stuck",
        EndReason::NoHops => "no hops",
    });
    game.own_laws_of_the_end(laid, outcome.ending, &scores, seen);
}

/// Queries without a move list agree with the list: the count, the move of a rank, a random move,
/// and a random move among those of greatest gain.
fn answers_without_a_list<G: Lawful>(
    game: &G,
    position: &G::Position,
    legal: &[G::Move],
    rng: &GameRng,
) {
    let (mut scratch, mut best) = (Vec::new(), Vec::new());
    let of = legal.len() as u32;
    let at = |move_index: u32| {
        legal.get(move_index as usize).map(|&mv| IndexedMove { mv, index: move_index, count: of })
    };
    assert_eq!(game.move_count(position, &mut scratch), of);
    // All ranks if there are few moves, else about forty; the last one, and one beyond it.
    for move_index in (0..of).step_by(1 + legal.len() / 40).chain([of.saturating_sub(1), of]) {
        assert_eq!(
            game.move_at(position, move_index, &mut scratch),
            at(move_index),
            "rank {move_index}"
        );
    }
    let drawn = |of: u32| rng.clone().below(of);
    let any = game.random_move(position, &mut scratch, &mut rng.clone());
    assert_eq!(any, if of == 0 { None } else { at(drawn(of)) }, "a random move");
    let gains: Vec<u16> = legal.iter().map(|&mv| game.captured_points(position, mv)).collect();
    let most = gains.iter().max();
    let highest: Vec<u32> =
        (0..of).filter(|&move_index| Some(&gains[move_index as usize]) == most).collect();
    let greedy = game.greedy_move(position, &mut scratch, &mut best, &mut rng.clone());
    let expected = (of > 0).then(|| highest[drawn(highest.len() as u32) as usize]).and_then(at);
    assert_eq!(greedy, expected, "a greedy move");
}

/// A playout makes the same moves as drawing them one by one, with as many random numbers.
fn plays_on_as_move_by_move<G: Lawful>(game: &G, start: &G::Position, rng: &mut GameRng) {
    let key = SeedKey::new(rng.below_u64(u64::MAX), &[b"plays on"]);
    let rngs = || (0..4).map(|seat| key.rng(seat)).collect::<Vec<GameRng>>();
    let (mut by_itself, mut one_by_one) = (rngs(), rngs());
    let (mut last, mut seen, mut scratch) = (*start, Vec::new(), Vec::new());
    let see = |position: &G::Position, chosen: &IndexedMove<G::Move>| {
        seen.push((*position, *chosen));
    };
    game.play_randomly(&mut last, |whole| whole, &mut by_itself, &mut scratch, see);
    let mut position = *start;
    for (at, chosen) in seen {
        assert_eq!(at, position);
        let seat = game.to_move(&position).index();
        let drawn = game.random_move(&position, &mut scratch, &mut one_by_one[seat]);
        assert_eq!(drawn, Some(chosen));
        game.apply(&mut position, chosen.mv);
    }
    assert_eq!(position, last);
    assert!(game.outcome(&last).is_some());
    let next = |rngs: &mut [GameRng]| -> Vec<u64> {
        rngs.iter_mut().map(|rng| rng.below_u64(u64::MAX)).collect()
    };
    assert_eq!(next(&mut by_itself), next(&mut one_by_one));
}

/// Conservation of stones and points: the board, the scores and the kas add up to the initial
/// stones.
fn conserves<G: Lawful>(game: &G, position: &G::Position, laid: Stones, ka_stones: Stones) {
    let stones = game.stones(position);
    assert!((stones.black & stones.white).is_empty());
    let scored: u32 = game.scores(position).iter().map(|&score| u32::from(score)).sum();
    let unscored = if game.scores_ka_stones() { Stones::default() } else { ka_stones };
    let values = game.values();
    let value = |stones: Stones| {
        stones.black.len() * u32::from(values.black) + stones.white.len() * u32::from(values.white)
    };
    assert_eq!(scored + value(stones) + value(unscored), value(laid), "points are conserved");
}

/// Plays a move both ways and checks its effect.
fn play_one<G: Lawful>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    played: usize,
) -> G::Position {
    let before = *position;
    let next = game.after_move(position, mv);
    assert_eq!(before, *position, "`play` leaves the position as it was");
    let mut applied = *position;
    game.apply(&mut applied, mv);
    assert_eq!(next, applied, "`play` and `apply`");
    assert_eq!(hash(&next), hash(&applied), "equal positions have equal hashes");
    assert_ne!(next, *position, "no position repeats");

    let seat = game.to_move(position);
    assert_eq!(game.to_move(&next), seat.next(game.seats()), "turns go round");
    let (was, is) = (game.scores(position), game.scores(&next));
    let word = game.format_move(position, mv);
    let mut expected = was;
    expected[seat.index()] += game.captured_points(position, mv);
    if word == "swap" {
        assert_eq!(played, 1, "a swap is the second move");
        assert_eq!(game.captured_points(position, mv), was[0]);
        expected[0] = 0;
    }
    assert_eq!(is, expected, "the mover scores the gain, the others nothing");

    let gone = game.stones(position).points().len() - game.stones(&next).points().len();
    let captured = gone - game.becomes_ka(position, mv).points().len();
    if word == "swap" {
        assert_eq!(captured, 0);
        return next;
    }
    assert_eq!(captured % 2, 1, "{word} captures an odd number");
    assert_eq!(captured, game.captured(position, &word, played == 0), "{word}");
    let taken = game.captures(position, mv);
    assert_eq!(taken.len(), captured, "{word} takes stones from as many points");
    assert_eq!(taken - game.stones(position).points(), PointSet::EMPTY, "{word}");
    let way: Vec<String> = game
        .path(position, mv)
        .into_iter()
        .map(|point| game.board_size(position).name(point))
        .collect();
    let told = word.split('x').next().unwrap();
    assert!(way.join("-") == told || way.is_empty() && !told.contains('-'), "{word}: {way:?}");
    next
}

/// Every text parses to its move; of many moves, a few are tried.
fn parses_back<G: Lawful>(game: &G, position: &G::Position, legal: &[G::Move], rng: &mut GameRng) {
    for _ in 0..legal.len().min(5) {
        let mv = *one(rng, legal);
        assert_eq!(parse_move(game, position, &game.format_move(position, mv)), Ok(mv));
    }
}

/// Texts near legal ones, and legal ones of another position, are refused; the refusal suggests the
/// nearest legal ones.
fn refuses<G: Lawful>(
    game: &G,
    position: &G::Position,
    texts: &[String],
    stale: &[String],
    rng: &mut GameRng,
    seen: &mut Seen,
) {
    let mut tried = vec!["".to_owned(), "resign".to_owned()];
    if !stale.is_empty() {
        tried.push(one(rng, stale).clone());
    }
    if !texts.is_empty() {
        let legal: &String = one(rng, texts);
        tried.push(mutated(legal, rng));
    }
    let legal: BTreeSet<&String> = texts.iter().collect();
    for text in tried.iter().filter(|text| !legal.contains(text)) {
        let refusal = parse_move(game, position, text).expect_err("no legal move");
        assert_eq!(&refusal.text, text);
        assert_eq!(refusal.legal, texts.len());
        // At most five suggestions fit a line.
        assert_eq!(refusal.nearest.len(), texts.len().min(5));
        let named: BTreeSet<&String> = refusal.nearest.iter().collect();
        assert!(named.is_subset(&legal) && named.len() == refusal.nearest.len());
        let distance = |legal: &String| strsim::osa_distance(text, legal);
        assert!(refusal.nearest.is_sorted_by_key(distance), "nearest first");
        let farthest = refusal.nearest.iter().map(distance).max();
        let missed = legal.difference(&named).map(|legal| distance(legal)).min();
        assert!(missed.is_none_or(|missed| Some(missed) >= farthest), "none nearer is left out");
        assert!(texts.is_empty() || refusal.instead().contains(&refusal.nearest[0]));
        seen.note("refused texts");
    }
    if texts.is_empty() {
        seen.note("texts refused after the end");
    }
}

/// Returns the text with one character changed, dropped, doubled or inserted.
fn mutated(text: &str, rng: &mut GameRng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let at = rng.below(signs.len() as u32) as usize;
    match rng.below(5) {
        0 => signs[at] = signs[at].to_ascii_uppercase(),
        1 => signs[at] = *one(rng, &['a', 'k', 'l', '0', '1', '9', 'x', '-', 'é']),
        2 => _ = signs.remove(at),
        3 => signs.insert(at, signs[at]),
        _ => signs.insert(at, *one(rng, &[' ', '1', '+', '-', '\u{0}'])),
    }
    signs.into_iter().collect()
}

/// A position round-trips through its diagram and its word.
fn diagram_reads_back<G: Lawful>(
    game: &G,
    position: &G::Position,
    rng: &mut GameRng,
    seen: &mut Seen,
) {
    let text = game.write_diagram(position);
    let read = game.read_diagram(&Source::new("diagram", text.as_str()));
    assert_eq!(read.as_ref(), Ok(position), "{text}");
    assert_eq!(read.as_ref().map(hash), Ok(hash(position)), "{text}");
    // With any line endings, and with headers above.
    let windows = format!("# comment\r\nname: x\r\n{}", text.replace('\n', "\r\n"));
    assert_eq!(game.read_diagram(&Source::new("diagram", windows)), Ok(*position), "{text}");
    let any = game.position(*position);
    let mut word = any.to_string();
    assert!(Position::is_like(&word) && !word.contains(char::is_whitespace), "{word}");
    assert_eq!(word.parse(), Ok(any), "{word}");
    assert_eq!(any.rules(), game.as_rules(), "{word}");
    // A changed word is refused, or is a position that reads back, as those after it do.
    let at = rng.below(word.len() as u32) as usize;
    word.replace_range(at..=at, &one(rng, &['b', 'w', '.', '1', '2', '9', 'a', 'j']).to_string());
    if let Ok(changed) = word.parse::<Position>() {
        let next = changed.legal_moves().first().map(|&mv| changed.after_unchecked(mv));
        for position in [changed].into_iter().chain(next) {
            assert_eq!(position.to_string().parse(), Ok(position), "{word}");
        }
        seen.note("changed words");
    }
    seen.note(G::PHASES[game.phase(position)]);
    seen.note("diagrams");
}

/// Equivariance: the moves of the mapped position are the mapped moves, and playing commutes with
/// mapping.
fn is_symmetric<G: Lawful>(
    game: &G,
    position: &G::Position,
    legal: &[G::Move],
    rng: &mut GameRng,
    seen: &mut Seen,
) {
    for symmetry in game.symmetries(position) {
        assert!(game.respects(position, *symmetry), "{symmetry:?}");
    }
    for symmetry in Symmetry::ALL.into_iter().filter(|&symmetry| game.respects(position, symmetry))
    {
        let image = game.map_position(position, symmetry);
        let show = || draw(game.board_size(position), |point| game.sign(position, point));
        let sorted = |moves: &mut dyn Iterator<Item = G::Move>| {
            let mut texts: Vec<String> = moves.map(|mv| game.format_move(position, mv)).collect();
            texts.sort();
            texts
        };
        let of_image = moves(game, &image);
        assert_eq!(
            sorted(&mut of_image.iter().copied()),
            sorted(&mut legal.iter().map(|&mv| game.map_move(mv, symmetry))),
            "{symmetry:?}\n{}",
            show()
        );
        let as_moves: HashSet<G::Move> = of_image.into_iter().collect();
        assert!(legal.iter().all(|&mv| as_moves.contains(&game.map_move(mv, symmetry))));
        assert_eq!(game.outcome(&image), game.outcome(position), "{symmetry:?}");
        assert_eq!(game.scores(&image), game.scores(position), "{symmetry:?}");
        assert_eq!(game.to_move(&image), game.to_move(position), "{symmetry:?}");
        assert_eq!(game.stones(&image), game.stones(position).mapped(symmetry), "{symmetry:?}");
        // Every symmetry has an inverse.
        let back = Symmetry::ALL.into_iter().filter(|&back| game.respects(&image, back));
        assert!(
            back.map(|back| game.map_position(&image, back)).any(|back| back == *position),
            "{symmetry:?} cannot be taken back\n{}",
            show()
        );
        if symmetry == Symmetry::Identity {
            assert_eq!(image, *position);
        }
        if !legal.is_empty() {
            let mv = *one(rng, legal);
            let played_then_mapped = game.map_position(&game.after_move(position, mv), symmetry);
            let mapped_then_played = game.after_move(&image, game.map_move(mv, symmetry));
            assert_eq!(played_then_mapped, mapped_then_played, "{symmetry:?}, {mv:?}\n{}", show());
            assert_eq!(hash(&played_then_mapped), hash(&mapped_then_played));
            let image_mv = game.map_move(mv, symmetry);
            assert_eq!(game.captured_points(&image, image_mv), game.captured_points(position, mv));
        }
        seen.note(MAPPED[symmetry as usize]);
    }
}

/// By symmetry, in the order of [`Symmetry::ALL`].
const MAPPED: [&str; 8] = [
    "mapped by no change",
    "mapped by a quarter turn",
    "mapped by half a turn",
    "mapped by three quarters of a turn",
    "mirrored along column f",
    "mirrored along row 6",
    "mirrored along a1-k11",
    "mirrored along a11-k1",
];

impl Lawful for brunei::Rules {
    const PRESETS: &'static [&'static str] =
        &["brunei-slide", "brunei-jump", "pasang-emas", "geoludie", "geoludie-jump", "traditional"];

    fn laid(&self, board: &Board) -> Stones {
        board.stones()
    }

    /// Two openings take five stones each, two stones become kas, and every ply from the entries on
    /// captures at least one: 2 + 108 for a full board.
    fn most_plies(stones: u32) -> usize {
        let column = (stones as usize + 1).isqrt() / 2;
        2 + (stones as usize - 2 * column - 2)
    }

    fn becomes_ka(&self, position: &Self::Position, mv: Self::Move) -> Stones {
        use brunei::{Move, Phase};
        match (position.phase(), mv) {
            (Phase::FirstEntry { .. } | Phase::SecondEntry { .. }, Move::Capture { from, .. }) => {
                position.stones().only([from].into_iter().collect())
            }
            _ => Stones::default(),
        }
    }

    fn scores_ka_stones(&self) -> bool {
        self.ka_stone == brunei::KaStone::Scored
    }

    fn captured(&self, position: &Self::Position, text: &str, _: bool) -> u32 {
        match text.split_once('x') {
            // A column: of five on the usual board.
            None => self.board_size(position).length() as u32 / 2,
            Some((_, line)) => line
                .split(['n', 'e', 's', 'w'])
                .filter(|number| !number.is_empty())
                .map(|number| number.parse::<u32>().unwrap())
                .sum(),
        }
    }

    fn symmetries(&self, position: &Self::Position) -> &'static [Symmetry] {
        match position.phase() {
            brunei::Phase::Main => &Symmetry::ALL,
            // Left and right are alike; bottom and top belong to the players.
            _ => &[Symmetry::Identity, Symmetry::MirrorColumnF],
        }
    }

    /// Monotonicity: rules that allow parts of lines also allow whole ones, and rules that allow
    /// jumping over anything also allow jumping over a stone.
    fn own_laws(&self, position: &Self::Position, _: &[String], seen: &mut Seen) {
        use brunei::{Capture, Jump, Phase};
        let whole = texts(&brunei::Rules { capture: Capture::Whole, ..*self }, position);
        let partial = texts(&brunei::Rules { capture: Capture::Partial, ..*self }, position);
        let in_parts: BTreeSet<&String> = partial.iter().collect();
        assert!(whole.iter().all(|text| in_parts.contains(text)), "{whole:?}\n{partial:?}");
        assert_eq!(whole.is_empty(), partial.is_empty());
        if partial.len() > whole.len() {
            seen.note("positions with parts of lines");
        }
        // Two digits of a record hold the rank of any move.
        assert!(partial.len() < 36 * 36 - 1, "{}", partial.len());
        if matches!(position.phase(), Phase::FirstEntry { .. } | Phase::SecondEntry { .. }) {
            let by = |jump| -> BTreeSet<String> {
                texts(&brunei::Rules { jump, ..*self }, position).into_iter().collect()
            };
            let [stone, column, far] = [Jump::Stone, Jump::Column, Jump::Far].map(by);
            assert!(stone.is_subset(&column) && column.is_subset(&far));
            if column.len() > stone.len() {
                seen.note("jumps over an empty point");
            }
            if far.len() > column.len() {
                seen.note("jumps from farther away");
            }
        }
    }

    fn own_laws_of_the_end(
        &self,
        laid: Stones,
        ending: EndReason,
        scores: &Scores,
        seen: &mut Seen,
    ) {
        let sixty_each = laid.black.len() == 60 && laid.white.len() == 60;
        if ending == EndReason::Cleared && sixty_each && self.values == Values::CUSTOMARY {
            // 60 and 120 less the two ka stones, which are worth 1 or 2 each.
            let sum = scores[0] + scores[1];
            if self.scores_ka_stones() {
                assert_eq!(sum, 180);
                seen.note("cleared to 180, ka stones scored");
            } else {
                assert!((176..=178).contains(&sum), "{sum}");
                seen.note(match sum {
                    176 => "cleared to 176",
                    177 => "cleared to 177",
                    _ => "cleared to 178",
                });
            }
        }
    }
}

impl Lawful for bell::Rules {
    const PRESETS: &'static [&'static str] = &["bell", "bell-ludii"];

    /// The stones on the store's points, e5 to g7, are removed.
    fn laid(&self, board: &Board) -> Stones {
        let store = ["e5", "f5", "g5", "e6", "f6", "g6", "e7", "f7", "g7"];
        board.stones().without(store.iter().map(|name| name.parse().unwrap()).collect())
    }

    /// Every ply captures at least one stone, and a single stone cannot hop: 111 for a full board.
    fn most_plies(stones: u32) -> usize {
        stones as usize - 1
    }

    fn becomes_ka(&self, _: &Self::Position, _: Self::Move) -> Stones {
        Stones::default()
    }

    fn scores_ka_stones(&self) -> bool {
        false
    }

    /// The corner's stone, or one per hop except an even last hop.
    fn captured(&self, _: &Self::Position, text: &str, opening: bool) -> u32 {
        let hops = text.matches('-').count() as u32;
        match opening {
            true => 1,
            false => hops - (hops + 1) % 2,
        }
    }

    fn symmetries(&self, _: &Self::Position) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    /// If an even hop may end a chain, the chains of odd length are those of rules where it may
    /// not: a stone waiting for the next hop lies where nothing lands, as a hopping stone lands on
    /// every second point only.
    fn own_laws(&self, position: &Self::Position, _: &[String], seen: &mut Seen) {
        use bell::EvenChain;
        let moves = |even_chain| texts(&bell::Rules { even_chain, ..*self }, position);
        let mut forbidden = moves(EvenChain::Forbidden);
        let all = moves(EvenChain::Forfeited);
        let is_odd = |it: &&String| self.phase(position) == 0 || it.matches('-').count() % 2 == 1;
        let mut odd: Vec<String> = all.iter().filter(is_odd).cloned().collect();
        forbidden.sort();
        odd.sort();
        assert_eq!(forbidden, odd);
        if odd.len() < all.len() {
            seen.note("positions with even chains");
        }
    }

    fn own_laws_of_the_end(
        &self,
        laid: Stones,
        ending: EndReason,
        scores: &Scores,
        seen: &mut Seen,
    ) {
        assert_eq!(ending, EndReason::NoHops);
        let seats = usize::from(self.players);
        assert!(scores[seats..].iter().all(|&score| score == 0));
        let value = u32::from(self.values.sum(laid));
        let scored: u32 = scores.iter().map(|&score| u32::from(score)).sum();
        // At least one stone remains.
        let least = u32::from(self.values.black.min(self.values.white));
        assert!(scored + least <= value);
        if self.players > 2 {
            seen.note("games of three or four");
        }
    }
}

fn rngs(purpose: &str) -> impl Iterator<Item = GameRng> {
    random_rules::rngs("laws", purpose)
}

fn presets_and_setups<G: Lawful>(games: usize, seen: &mut Seen) {
    random_rules::presets_and_setups("laws", (G::PRESETS, games), |preset, board, rng| {
        play_by_the_laws(&G::named(preset), board, rng, seen);
    });
}

fn random_toggles<G: Lawful>(games: usize, seen: &mut Seen) {
    let setups = setups();
    for mut rng in rngs("toggles").take(games) {
        let game = G::named(G::PRESETS[0]).with(&G::draw(&mut rng));
        play_by_the_laws(&game, &any_board(&setups, &mut rng), &mut rng, seen);
    }
}

#[test]
fn brunei_keeps_the_laws() {
    let mut seen = Seen::default();
    presets_and_setups::<brunei::Rules>(amount(1, 2), &mut seen);
    random_toggles::<brunei::Rules>(amount(45, 300), &mut seen);
    must_have(
        &seen,
        "cleared; stuck; cleared to 176; cleared to 177; cleared to 178; cleared to 180, ka \
         stones scored; positions with parts of lines; jumps from farther away; mapped games; \
         games with a swap; refused texts; texts refused after the end; diagrams; changed \
         words; opening; entry; main",
    );
    must_have(&seen, amount("", "jumps over an empty point"));
}

#[test]
fn bell_keeps_the_laws() {
    let mut seen = Seen::default();
    presets_and_setups::<bell::Rules>(amount(1, 2), &mut seen);
    random_toggles::<bell::Rules>(amount(15, 80), &mut seen);
    must_have(
        &seen,
        "no hops; positions with even chains; games of three or four; mapped games; refused \
         texts; texts refused after the end; diagrams; corner; hop",
    );
}

/// The upper bound of 110 plies in the rules is attained. Every capture of such a game takes a
/// single stone; where parts of lines may be taken, every move can take a single stone.
#[test]
fn the_longest_brunei_game_is_reached_and_not_passed() {
    let game = brunei::Rules {
        entry: brunei::Entry::Either,
        reply: brunei::Reply::AnyOther,
        ..brunei::Rules::named("traditional")
    };
    let board = setup("catalogue-32");
    let mut longest = 0;
    for mut rng in rngs("longest game").take(4000) {
        let mut position = game.start(board.stones());
        let mut plies = 0;
        loop {
            let mut legal = moves(&game, &position);
            let any = !legal.is_empty();
            if plies >= 2 {
                legal.retain(|&mv| {
                    game.captured(&position, &game.format_move(&position, mv), false) == 1
                });
            }
            assert_eq!(any, !legal.is_empty(), "where there is a line, its nearest stone can go");
            if !any {
                break;
            }
            game.apply(&mut position, *one(&mut rng, &legal));
            plies += 1;
        }
        longest = longest.max(plies);
        if longest == 110 {
            break;
        }
    }
    assert_eq!(longest, brunei::Rules::most_plies(120));
}
