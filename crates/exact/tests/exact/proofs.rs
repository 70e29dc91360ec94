//! Forced wins compared with brute force, and both checkers of certificates tested with invalid proofs.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use crate::proof_number::{ProofNumberSearch, ProofStatus};
use crate::random_rules::{RandomRules, scattered};
use crate::reference::{ReferenceGame, brunei as reference};
use crate::support::{Place, Ran, amount, finished, python};
use pasang::text::diagnostic::Source;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::brunei::{self, Stuck};
use pasang_core::games::rules::{self, Game};
use pasang_core::games::{DiagramFormat, EndReason, GameRules, Seat, setup};
use pasang_core::players::search::{Limits, NullWindowSearch, SolveGoal, solve};

/// Returns whether a player can force the other to be stuck, by exhaustive search.
fn forced(
    game: &brunei::Rules,
    position: &brunei::Position,
    attacker: Seat,
    known: &mut HashMap<brunei::Position, bool>,
) -> bool {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return outcome.ending == EndReason::Stuck && mover != attacker;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut after =
        moves.iter().map(|&mv| forced(game, &game.after_move(position, mv), attacker, known));
    let found = if mover == attacker { after.any(|it| it) } else { after.all(|it| it) };
    known.insert(*position, found);
    found
}

/// Draws a diagram of `stones` stones and two kas.
fn drawn(rules: &brunei::Rules, stones: u32, rng: &mut GameRng) -> brunei::Position {
    let board = scattered(stones, false, rng);
    let (to_move, first) = (1 + rng.below(2), rng.below(9));
    let rows = board.rows().join("\n");
    let read = |score: &str| {
        let text = format!("to-move: {to_move}\nscore: {score}\n\n{rows}\n");
        rules.read_diagram(&Source::new("drawn", text))
    };
    // By rules that give a stone no point the missing stones have none.
    read(&format!("{first}-4")).or_else(|_| read("0-0")).unwrap()
}

#[test]
fn who_can_force_the_other_to_be_stuck_is_found_out() {
    let (mut wins, mut none, mut solved) = (0, 0, 0);
    for number in 0..amount(70, 350) {
        let mut rng = SeedKey::new(16, &[b"forced"]).rng(number);
        let settings = brunei::Rules::draw(&mut rng);
        let rules = brunei::Rules { stuck: Stuck::Loses, ..brunei::Rules::DEFAULT.with(&settings) };
        let stones = 3 + rng.below(8);
        let position = drawn(&rules, stones, &mut rng);
        let winner = [Seat::FIRST, Seat::SECOND]
            .into_iter()
            .find(|&attacker| forced(&rules, &position, attacker, &mut HashMap::new()));
        for attacker in [Seat::FIRST, Seat::SECOND] {
            let expected =
                if winner == Some(attacker) { ProofStatus::Proven } else { ProofStatus::Disproven };
            for mut prover in
                [ProofNumberSearch::new(attacker, 1), ProofNumberSearch::with_buckets(attacker, 1)]
            {
                let found = prover.prove(&rules, &position, u64::MAX);
                assert_eq!(found, expected, "{number}: {settings:?}\n{position:?}");
            }
        }
        if let Some(winner) = winner
            && rules.outcome(&position).is_none()
        {
            let indices: Vec<u32> = (0..rules.move_count(&position, &mut Vec::new())).collect();
            let (goal, limits) = (SolveGoal::Outcome, Limits::NONE);
            let solution =
                solve(&mut NullWindowSearch::new(1), &rules, &position, &indices, goal, limits);
            let sign = if winner == Seat::FIRST { 1 } else { -1 };
            assert_eq!(solution.result.value(), Some(sign), "{number}");
            solved += 1;
        }
        if winner.is_some() { wins += 1 } else { none += 1 }
    }
    let least = amount(5, 30);
    assert!(wins > least && none > 3 * least && solved > least, "{wins} {none} {solved}");
}

const PROOFS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs");

fn script() -> std::path::PathBuf {
    Path::new(PROOFS).join("check.py")
}

/// Position by the reference implementation, without scores: the board and the seat to move.
type Seen = (Vec<String>, u8);

/// Returns a reference game after some moves; `None` if one of them is illegal.
fn plain_game(rows: &[String], after: &[String]) -> Option<reference::Game> {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let rules = reference::Rules::preset("brunei-slide");
    let mut game = reference::Game::new(&rules, &rows);
    for mv in after {
        if !game.moves().contains(mv) {
            return None;
        }
        game.play(mv);
    }
    Some(game)
}

fn seen(game: &reference::Game) -> Seen {
    (game.board().iter().map(|row| row.iter().collect()).collect(), game.to_move())
}

/// Returns whether a player can force the other to be stuck, by the reference implementation.
fn plainly_forced(game: &reference::Game, attacker: u8, known: &mut HashMap<Seen, bool>) -> bool {
    let place = seen(game);
    if let Some(&known) = known.get(&place) {
        return known;
    }
    let found = match game.ended() {
        Some(ended) => ended.ending == "stuck" && game.to_move() != attacker,
        None => {
            let mut after = game.moves().into_iter().map(|mv| {
                let mut next = game.clone();
                next.play(&mv);
                plainly_forced(&next, attacker, known)
            });
            if game.to_move() == attacker { after.any(|it| it) } else { after.all(|it| it) }
        }
    };
    known.insert(place, found);
    found
}

/// Parsed certificate, to be written again with changes.
#[derive(Clone, PartialEq)]
struct Parts {
    head: Vec<String>,
    after: Vec<String>,
    winner: u8,
    rows: Vec<String>,
    /// By number: replies, answers, what follows.
    told: Vec<Vec<[String; 3]>>,
}

impl Parts {
    fn of(text: &str) -> Parts {
        let (head, rest) = text.split_once("\n\n").unwrap();
        let lines: Vec<&str> = rest.lines().collect();
        let value = |key: &str| head.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        let strings = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
        let told = lines[12..].iter().take_while(|&&line| line != "end").map(|line| {
            let steps = line.split_once(": ").unwrap().1.split("; ");
            steps
                .map(|step| {
                    let words: Vec<String> = step.split(' ').map(str::to_owned).collect();
                    words.try_into().unwrap()
                })
                .collect()
        });
        Parts {
            head: head
                .lines()
                .take_while(|line| !line.starts_with("after"))
                .map(str::to_owned)
                .collect(),
            after: value("after:").split_whitespace().map(str::to_owned).collect(),
            winner: value("claim: player ")[..1].parse().unwrap(),
            rows: strings(&lines[..11]),
            told: told.collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = self.head.join("\n");
        let (after, rows) = (self.after.join(" "), self.rows.join("\n"));
        write!(text, "\nafter: {after}\nclaim: player {} wins by stuck\n\n{rows}\n\n", self.winner)
            .unwrap();
        for (number, steps) in (1..).zip(&self.told) {
            let steps: Vec<String> = steps.iter().map(|step| step.join(" ")).collect();
            writeln!(text, "{number}: {}", steps.join("; ")).unwrap();
        }
        text + "end\n"
    }

    /// Returns, by number less 1, the game in each position of the certificate.
    fn games(&self) -> Vec<reference::Game> {
        let first = plain_game(&self.rows, &self.after).unwrap();
        let mut games = vec![None; self.told.len()];
        games[0] = Some(first);
        for place in 0..self.told.len() {
            for [reply, answer, next] in &self.told[place] {
                let mut game: reference::Game = games[place].clone().unwrap();
                game.play(reply);
                game.play(answer);
                if next != "." {
                    games[next.parse::<usize>().unwrap() - 1] = Some(game);
                }
            }
        }
        games.into_iter().map(Option::unwrap).collect()
    }
}

/// Draws a random game of the first pattern until few stones are left, or it is over, with its moves.
fn until_few(
    rules: &brunei::Rules,
    few: u32,
    rng: &mut GameRng,
) -> (brunei::Position, Vec<String>) {
    let stones = setup::builtin("catalogue-01").unwrap().stones;
    let (mut position, mut after, mut moves) = (rules.start(stones), Vec::new(), Vec::new());
    while rules.stones(&position).points().len() > few
        && let Some(chosen) = rules.random_move(&position, &mut moves, rng)
    {
        after.push(rules.format_move(&position, chosen.mv));
        position = rules.after_move(&position, chosen.mv);
    }
    (position, after)
}

/// Creates certificates of random endgames with a forced win, without a first move.
fn certificates(place: &Place) -> Vec<Parts> {
    let rules = brunei::Rules::preset("brunei-slide").unwrap();
    let mut found = Vec::new();
    for number in 0.. {
        let mut rng = SeedKey::new(16, &[b"mutations"]).rng(number);
        let (position, after) = until_few(&rules, 22, &mut rng);
        // The winner is not to move.
        let winner = rules.to_move(&position).next(2);
        if rules.outcome(&position).is_some()
            || ProofNumberSearch::new(winner, 1).prove(&rules, &position, 20_000)
                != ProofStatus::Proven
        {
            continue;
        }
        let (after, number) = (after.join(" "), winner.number());
        let words =
            ["prove", "--player", &number.to_string(), "--stuck", "--hash", "1", "--after", &after];
        let ran = place.exact(&words);
        assert_eq!(ran.status, 0, "{ran:?}");
        let parts = Parts::of(&ran.stdout);
        assert_eq!(parts.text(), ran.stdout);
        if parts.told.len() >= 6 {
            found.push(parts);
        }
        if found.len() == amount(4, 10) {
            break;
        }
    }
    found
}

/// Changes one thing so that the text proves nothing; `None` if the change might leave a valid
/// proof. Invalidity follows from the kind of change, or from the reference implementation, by
/// which the changed claim is false.
fn mutated(
    parts: &Parts,
    games: &[reference::Game],
    known: &mut HashMap<Seen, bool>,
    kind: u32,
    rng: &mut GameRng,
) -> Option<String> {
    let mut changed = parts.clone();
    let place = rng.below(parts.told.len() as u32) as usize;
    let at = rng.below(parts.told[place].len() as u32) as usize;
    let step = &mut changed.told[place][at];
    // The position that is answered here.
    let mut answered = games[place].clone();
    answered.play(&step[0]);
    let pick = |moves: Vec<String>, rng: &mut GameRng| {
        (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u32) as usize].clone())
    };
    match kind {
        // A reply without an answer.
        0 => drop(changed.told[place].remove(at)),
        // An illegal answer, taken from another position.
        1 => {
            let all = parts.told.iter().flatten().map(|step| step[1].clone());
            let legal = answered.moves();
            step[1] = pick(all.filter(|mv| !legal.contains(mv)).collect(), rng)?;
        }
        // A legal answer that does not win.
        2 => {
            let loses = |mv: &String| {
                let mut next = answered.clone();
                next.play(mv);
                !plainly_forced(&next, parts.winner, known)
            };
            step[1] = pick(answered.moves().into_iter().filter(loses).collect(), rng)?;
        }
        // The other player is claimed to win: both cannot.
        3 => changed.winner = 3 - parts.winner,
        // A stone of the other colour makes the claim false, or the position unreachable.
        4 => {
            let (row, column) = (rng.below(11) as usize, rng.below(11) as usize);
            let mut signs: Vec<char> = changed.rows[row].chars().collect();
            signs[column] = match signs[column] {
                'b' => 'w',
                'w' => 'b',
                _ => return None,
            };
            changed.rows[row] = signs.into_iter().collect();
            if let Some(game) = plain_game(&changed.rows, &changed.after)
                && plainly_forced(&game, parts.winner, known)
            {
                return None;
            }
        }
        // Starts a move earlier, where it is the winner's turn, without a first move.
        5 => drop(changed.after.pop()),
        // Starts elsewhere, where the claim is false.
        6 => {
            let last = changed.after.pop()?;
            let before = plain_game(&parts.rows, &changed.after)?;
            let others = before.moves().into_iter().filter(|mv| *mv != last).collect();
            changed.after.push(pick(others, rng)?);
            let game = plain_game(&changed.rows, &changed.after)?;
            if plainly_forced(&game, parts.winner, known) {
                return None;
            }
        }
        // The file is cut: it lacks its last line at least.
        7 => {
            let text = parts.text();
            return Some(text[..rng.below(text.len() as u32 - 2) as usize].to_owned());
        }
        // Continues in another position, which other moves lead to, or which comes before.
        8 => {
            let next = 1 + rng.below(parts.told.len() as u32 + 2) as usize;
            let mut follows = answered;
            follows.play(&step[1]);
            if games.get(next - 1).is_some_and(|game| seen(game) == seen(&follows)) {
                return None;
            }
            step[2] = next.to_string();
        }
        // Claims that the game is over too early.
        9 => {
            if step[2] == "." {
                return None;
            }
            step[2] = ".".to_owned();
        }
        // Lists a reply twice, and omits another one.
        10 => {
            let other = (at + 1) % parts.told[place].len();
            if other == at {
                return None;
            }
            changed.told[place][at] = parts.told[place][other].clone();
        }
        // Omits a position.
        _ => drop(changed.told.remove(place)),
    }
    Some(changed.text())
}

/// Returns which of these files are accepted.
fn accepted(ran: &Ran, count: usize) -> Vec<bool> {
    let said: BTreeMap<&str, &str> =
        ran.stdout.lines().filter_map(|line| line.split_once(": ")).collect();
    let is_good = |said: &&str| !said.starts_with("wrong: ") && !said.starts_with("no proof: ");
    (0..count).map(|number| said.get(&*format!("{number}.txt")).is_some_and(is_good)).collect()
}

#[test]
fn what_is_no_proof_is_refused() {
    let place = Place::new();
    let certificates = certificates(&place);
    let mut rng = SeedKey::new(16, &[b"changes"]).rng(0);
    let games: Vec<Vec<reference::Game>> = certificates.iter().map(Parts::games).collect();
    let mut texts: Vec<String> = certificates.iter().map(Parts::text).collect();
    let sound = texts.len();
    let mut kinds = [0; 12];
    // Memo of the reference implementation, for each certificate's winner.
    let mut known = vec![HashMap::new(); sound];
    while texts.len() < sound + amount(180, 500) {
        let kind = (texts.len() as u32 + rng.below(2)) % 12;
        let which = rng.below(sound as u32) as usize;
        let (parts, games) = (&certificates[which], &games[which]);
        let Some(text) = mutated(parts, games, &mut known[which], kind, &mut rng) else {
            continue;
        };
        assert_ne!(text, parts.text(), "{kind}");
        kinds[kind as usize] += 1;
        texts.push(text);
    }
    assert!(kinds.iter().all(|&count| count >= amount(4, 15)), "{kinds:?}");
    for (number, text) in texts.iter().enumerate() {
        place.write(&format!("{number}.txt"), text);
    }
    let names: Vec<String> = (0..texts.len()).map(|number| format!("{number}.txt")).collect();
    let words: Vec<&str> = ["check"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut checks = vec![("pasang-exact", place.exact(&words))];
    // Without Python only this program's checker is tested.
    if let Some(mut python) = python() {
        let python = python.arg(script()).args(&names).current_dir(place.path("."));
        checks.push(("check.py", finished(python)));
    }
    for (name, ran) in checks {
        assert_eq!(ran.status, 3, "{name}\n{ran:?}");
        for (number, is_accepted) in accepted(&ran, texts.len()).into_iter().enumerate() {
            assert_eq!(is_accepted, number < sound, "{name}\n{}", texts[number]);
        }
    }
}

#[test]
fn a_survey_is_gone_on_with_and_does_not_depend_on_threads() {
    let place = Place::new();
    let words = "survey --setup catalogue-20 --nodes 3000 --hash 1 --out";
    place.good(&format!("{words} whole.csv --threads 1"));
    let whole = place.text("whole.csv");
    // Mirror images share a row: 6 columns, and for f half of the replies.
    let count = |rules: &str| whole.lines().filter(|line| line.contains(rules)).count();
    assert_eq!(count(",brunei-slide,"), 30);
    assert_eq!(count(",geoludie,"), 35);
    assert_eq!(count(",pasang-emas,"), 55);
    // By a jump no stone can enter f there: the player who takes f is stuck.
    assert!(whole.contains("catalogue-20,brunei-jump,f,a,3000,second,0,0,0\n"), "{whole}");
    for cut in [0, 10, 700, whole.len() - 3] {
        place.write("cut.csv", &whole[..cut]);
        place.good(&format!("{words} cut.csv --threads 3"));
        assert!(place.text("cut.csv") == whole, "{cut}");
    }
    let other = format!("{} cut.csv", words.replace("3000", "4000"));
    place.refused(&other, "line 2 is another");
    assert!(place.text("cut.csv") == whole);
}

/// The kept certificates prove what their names state.
#[test]
fn kept_proofs_are_accepted() {
    let folder = Path::new(PROOFS);
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    assert!(names.len() > 3, "{names:?}");
    let paths: Vec<String> = names.iter().map(|name| format!("{PROOFS}/{name}")).collect();
    let words: Vec<&str> = ["check"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let ran = Place::new().exact(&words);
    assert_eq!((ran.status, ran.stdout.lines().count()), (0, names.len()), "{ran:?}");
    for (name, line) in names.iter().zip(ran.stdout.lines()) {
        // SETUP-RULES-COLUMNS.txt: the proven statement begins with the same words.
        let stem = name.trim_end_matches(".txt");
        let said: String =
            line.split(": ").nth(1).unwrap().chars().filter(|sign| !"`".contains(*sign)).collect();
        let said =
            said.replace(", after ", "-").replace(", from the first move", "").replace(", ", "-");
        assert_eq!(said.replace(' ', "-"), stem, "{line}");
    }
}

/// Games on small boards from the first move on, under various rules: both checkers accept the
/// proofs, and the winner is the solver's.
#[test]
fn games_of_small_boards_are_proved() {
    let place = Place::new();
    for (number, (base, settings)) in [
        ("brunei-slide", &["entry=first-decides"][..]),
        ("brunei-jump", &["jump=column", "entry=jump"]),
        ("pasang-emas", &["jump=far", "entry=jump"]),
        ("geoludie", &["ka-stone=scored"]),
        ("traditional", &["entry-capture=row"]),
    ]
    .into_iter()
    .enumerate()
    {
        let (setup, file) = (format!("fourfold-5-{number}"), format!("{number}.txt"));
        let set: Vec<String> = settings.iter().map(|setting| format!(" --set {setting}")).collect();
        let at = format!("--setup {setup} --rules {base}{}", set.concat());
        place.good(&format!("prove {at} --hash 16 --out {file}"));
        let claim =
            place.text(&file).lines().find_map(|it| it.strip_prefix("claim: ").map(str::to_owned));
        let mut rules = rules::preset(base).unwrap();
        assert_eq!(rules.set_all(settings.iter().copied()), []);
        let Game::Brunei(game) = rules else { panic!("{base}") };
        let start = game.start(setup::by_name(&setup).unwrap().stones);
        let indices: Vec<u32> = (0..game.move_count(&start, &mut Vec::new())).collect();
        let (goal, limits) = (SolveGoal::Outcome, Limits::NONE);
        let expected =
            match solve(&mut NullWindowSearch::new(16), &game, &start, &indices, goal, limits)
                .result
                .value()
            {
                Some(1) => "player 1 wins",
                Some(-1) => "player 2 wins",
                _ => "player 1 does not lose",
            };
        assert!(claim.as_ref().unwrap().starts_with(expected), "{at}: {claim:?}");
        place.good(&format!("check {file}"));
        checked(&place, &file);
    }
}

/// Checks a certificate with `crates/exact/proofs/check.py` too, if there is a Python to run it.
fn checked(place: &Place, file: &str) {
    if let Some(mut python) = python() {
        let ran = finished(python.arg(script()).arg(place.path(file)));
        assert_eq!(ran.status, 0, "{ran:?}");
    }
}

/// A certificate's setup name must fit its rows; and no file is overwritten.
#[test]
fn names_are_those_of_the_rows() {
    let place = Place::new();
    let prove = "prove --setup fourfold-5-1 --hash 16 --out proof.txt";
    assert_eq!(
        place.good(prove),
        "player 1 wins: proved in 48806 positions, and the certificate has 477\n"
    );
    let text = place.text("proof.txt");
    place.refused(prove, "`proof.txt` is there already; nothing was written");
    let named = |name| text.replace("setup: fourfold-5-1", &format!("setup: {name}"));
    place.write("named.txt", named("fourfold-5-2"));
    place.refuses("check named.txt", 3, "is called `fourfold-5-2` and has other stones");
    place.write("mine.txt", named("mine"));
    assert_eq!(
        place.good("check mine.txt"),
        "mine.txt: mine, brunei-slide, from the first move: player 1 wins, whatever the other plays (477 \
         positions, 19 plies at most)\n"
    );
    place.write("diary.csv", "my diary");
    let survey = "survey --setup catalogue-20 --rules brunei-jump --nodes 10 --out diary.csv";
    place.refused(survey, "line 1 is another");
    assert_eq!(place.text("diary.csv"), "my diary");
}

/// If the score decides stuck games, claims of wins by stuck are refused by prover and checker:
/// positions that differ in their scores would count as equal.
#[test]
fn only_stuck_that_loses_can_be_proved() {
    let place = Place::new();
    let decides = "--rules brunei-slide --set stuck=score-decides";
    for words in [
        "prove --rules bell".to_owned(),
        format!("prove --stuck {decides}"),
        format!("survey --out t.csv {decides}"),
    ] {
        place.refused(&words, "no player wins by stuck under these rules");
    }
    let names: Vec<String> = certificates(&place)
        .iter()
        .enumerate()
        .map(|(number, parts)| {
            let text = parts.text().replace("stuck: loses", "stuck: score-decides");
            place.write(&format!("{number}.txt"), text);
            format!("{number}.txt")
        })
        .collect();
    let ran = place.pasang(&format!("check {}", names.join(" ")));
    let refusals = |text: &str| text.matches("no player wins by stuck where").count();
    assert_eq!((ran.status, refusals(&ran.stderr)), (3, names.len()), "{ran}");
    if let Some(mut python) = python() {
        let ran = finished(python.arg(script()).args(&names).current_dir(place.path("")));
        assert_eq!((ran.status, refusals(&ran.stdout)), (3, names.len()), "{ran}");
    }
}

/// All files are checked even if stdout is closed, and setup names are printed without control characters.
#[test]
fn all_is_checked_and_said_safely_whoever_reads_it() {
    let place = Place::new();
    let good =
        std::fs::read_to_string(format!("{PROOFS}/catalogue-39-brunei-slide-f-g.txt")).unwrap();
    place.write("good.txt", &good);
    place.write("bad.txt", good.replace("claim: player 2", "claim: player 1"));
    let seen = place.shell("(sleep 0.3; pasang-exact check good.txt bad.txt) | true");
    assert_eq!(seen.status, 3, "{seen}");
    assert!(seen.stderr.contains("bad.txt"), "{seen}");
    // A missing row is detected from the file's own lines.
    let mut lines: Vec<&str> = good.lines().collect();
    let row = lines.iter().position(|line| line.starts_with("claim: ")).unwrap() + 2;
    lines.remove(row);
    place.write("few.txt", lines.join("\n"));
    let last = format!("few.txt:{}:1", row + 10);
    place.refused("check few.txt", &last);
    let name = "mine\u{202e}\u{200b}yours";
    place.write("name.txt", good.replace("setup: catalogue-39", &format!("setup: {name}")));
    let said = place.good("check name.txt");
    assert!(said.starts_with("name.txt: mine\u{fffd}\u{fffd}yours, "), "{said:?}");
}

/// Both checkers accept the same texts as certificates, and the same certificates as proofs;
/// neither prints control characters.
#[test]
fn both_checks_have_one_grammar() {
    let place = Place::new();
    let small = std::fs::read_to_string(format!("{PROOFS}/fourfold-5-1-brunei-slide.txt")).unwrap();
    let large =
        std::fs::read_to_string(format!("{PROOFS}/catalogue-39-brunei-slide-f-g.txt")).unwrap();
    let named = |text: &str, name: &str| {
        let old = text.lines().find(|line| line.starts_with("setup: ")).unwrap();
        text.replace(old, &format!("setup: {name}"))
    };
    let (first, rest) = small.split_once('\n').unwrap();
    let without_a_store = |rows: &str| {
        let rows = rows.lines().enumerate().map(|(number, row)| match number {
            4..=6 => format!("{}___{}\n", &row[..4], &row[7..]),
            _ => format!("{row}\n"),
        });
        rows.collect()
    };
    let mut texts: Vec<(String, i32)> = vec![
        (small.replace('\n', "\r\n"), 0),
        (format!("\u{feff}{small}"), 0),
        (format!("# a comment\n{first}\n#\n{rest}\n\n# another\n"), 0),
        (small.trim_end().to_owned(), 0),
        (named(&small, "mine"), 0),
        (named(&small, "M\u{ed}ne \u{202e}\u{a0}"), 0),
        (named(&small, "catalogue-40"), 0),
        (named(&small, "mirror:fourfold-5-1"), 0),
        (named(&small, "generated-full-07-1"), 0),
        // Line breaks and other control characters.
        (small.replacen('\n', "\r\r\n", 1), 2),
        (format!("{}\r", small.trim_end()), 2),
        (format!("{small}\u{0}"), 2),
        (format!("# \t\n{small}"), 2),
        (named(&small, "mine\u{1b}[2K"), 2),
        (small.replacen('\n', "\u{2028}", 1), 2),
        (small.replacen('\n', "\u{b}", 1), 2),
        // Spaces.
        (small.replacen("proof: 1", "proof:1", 1), 2),
        (small.replacen("proof: 1", "proof: 1 ", 1), 2),
        (small.replacen("after:", "after: ", 1), 2),
        (large.replacen("after: f g", "after: f  g", 1), 2),
        (large.replacen("; ", ";", 1), 2),
        (large.replacen("1: ", "1:", 1), 2),
        (small.replacen("\n\n", "\n \n", 1), 2),
        (format!("{small} \n"), 2),
        (format!("{small}end\n"), 2),
        // Values and names have one spelling.
        (small.replacen("{ black = 1, white = 2 }", "1/2", 1), 2),
        (small.replacen("{ black = 1, white = 2 }", "{ white = 2, black = 1 }", 1), 2),
        (small.replacen("{ black = 1, white = 2 }", "{ black = 01, white = 2 }", 1), 2),
        (small.replacen("stuck: loses", "stuck: Loses", 1), 2),
        (small.replacen("setup:", "Setup:", 1), 2),
        (small.replacen("player 1 wins", "player \u{661} wins", 1), 2),
        (named(&small, "").replace("setup: \n", "setup:\n"), 2),
        (small.replacen("values:", "handicap: 0\nvalues:", 1), 2),
        // The rows are without decoration.
        (board(&small, |rows| rows.to_uppercase()), 2),
        (board(&small, |rows| rows.replacen("b", "b ", 1)), 2),
        (board(&small, |rows| rows.replacen('_', ".", 1)), 2),
        (board(&small, |rows| rows.replacen('b', "_", 1)), 2),
        (board(&small, |rows| rows.replacen('b', ".", 1)), 2),
        (board(&small, |rows| rows.replacen('b', "\u{431}", 1)), 2),
        (board(&small, |rows| format!("{rows}a b c d e\n")), 2),
        (board(&small, |rows| rows[6..].to_owned()), 2),
        (board(&large, without_a_store), 2),
        // Numbers.
        (large.replacen("\n1: ", "\n01: ", 1), 2),
        (large.replacen("\n2: ", "\n3: ", 1), 2),
        (small.replacen("\n1: ", "\n0: a 1\n1: ", 1), 2),
        (large.replacen(" 72; ", " 072; ", 1), 2),
        (large.replacen(" 72; ", " \u{667}2; ", 1), 2),
        (large.replacen(" 72; ", " 99999999999999999999; ", 1), 2),
        (large.replacen(" 72; ", " 999999999; ", 1), 3),
        // Names with another fixed meaning.
        (named(&small, "catalogue-01"), 3),
        (named(&small, "fourfold-5-2"), 3),
        (named(&small, "mirror:fourfold-5-2"), 3),
        (named(&small, "generated-full-7-1"), 3),
        (named(&large, "generated-none-7-3"), 3),
    ];
    for size in [5, 7, 40, 300, small.len() / 2, small.len() - 3] {
        texts.push((small[..size].to_owned(), 2));
    }
    // A name with a seed is right for the setup drawn with it.
    place.other("setups generate --symmetry fourfold --seed 7 --count 2 --out .");
    let drawn = place.text("generated-fourfold-7-2.txt");
    let rows = drawn.split_once("\n\n").unwrap().1.trim_end();
    let mut other = named(&large, "generated-fourfold-7-2");
    other = board(&other, |_| format!("{rows}\n"));
    let is_another = "has other stones than that";
    let steers = |sign: char| sign.is_control() && sign != '\n' || sign == '\u{202e}';
    let mut names = Vec::new();
    for (number, (text, status)) in texts.iter().enumerate() {
        let name = format!("{number}.txt");
        assert!(![&small, &large].contains(&text), "{number}");
        place.write(&name, text);
        let ran = place.pasang(&format!("check {name}"));
        assert_eq!(ran.status, *status, "{ran}\n{}", &text[..text.len().min(600)]);
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains(steers), "{ran:?}");
        names.push(name);
    }
    if let Some(mut python) = python() {
        let ran = finished(python.arg(script()).args(&names).current_dir(place.path("")));
        assert!(ran.status == 3 && !ran.stdout.contains(steers), "{ran:?}");
        for ((text, status), line) in texts.iter().zip(ran.stdout.lines()) {
            let found = match line.split(": ").nth(1) {
                Some("no proof") => 2,
                Some("wrong") => 3,
                _ => 0,
            };
            assert_eq!(found, *status, "{line}\n{}", &text[..text.len().min(600)]);
        }
        assert_eq!(ran.stdout.lines().count(), texts.len());
    }
    place.write("other.txt", other);
    let ran = place.pasang("check other.txt");
    assert!(ran.status == 3 && !ran.stderr.contains(is_another), "{ran}");
    if let Some(mut python) = python() {
        let ran = finished(python.arg(script()).arg(place.path("other.txt")));
        assert!(ran.status == 3 && !ran.stdout.contains(is_another), "{ran}");
    }
}

/// Returns a certificate with the rows of its board changed.
fn board(text: &str, change: impl Fn(&str) -> String) -> String {
    let (head, rest) = text.split_once("\n\n").unwrap();
    let (rows, rest) = rest.split_once("\n\n").unwrap();
    format!("{head}\n\n{}\n{rest}", change(&format!("{rows}\n")))
}

/// An existing output file is refused before the search, also through a link, and a dangling one.
#[test]
fn no_certificate_takes_the_place_of_another_file() {
    let place = Place::new();
    place.write("diary.txt", "my diary");
    for to in ["diary.txt", "nowhere.txt"] {
        let link = place.path(&format!("to-{to}"));
        std::os::unix::fs::symlink(to, link).unwrap();
        let words = format!("prove --setup fourfold-5-1 --hash 16 --out to-{to}");
        place.refused(&words, &format!("`to-{to}` is there already; nothing was written"));
    }
    assert_eq!(place.text("diary.txt"), "my diary");
    assert!(!place.has("nowhere.txt"));
}

/// An endgame that points decide has a proof of its result.
#[test]
fn a_result_is_proved_where_nobody_is_stuck() {
    let rules = brunei::Rules::preset("brunei-slide").unwrap();
    let place = Place::new();
    let mut proved = 0;
    for number in 0..40 {
        let mut rng = SeedKey::new(16, &[b"results"]).rng(number);
        let (position, after) = until_few(&rules, 12, &mut rng);
        let is_stuck = [Seat::FIRST, Seat::SECOND]
            .iter()
            .any(|&it| forced(&rules, &position, it, &mut HashMap::new()));
        if rules.outcome(&position).is_some() || is_stuck {
            continue;
        }
        let after = after.join(" ");
        let file = format!("{number}.txt");
        let ran = place.exact(&["prove", "--hash", "1", "--after", &after, "--out", &file]);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(!place.text(&file).contains("stuck\n\n"));
        place.good(&format!("check {file}"));
        checked(&place, &file);
        proved += 1;
    }
    assert!(proved >= 3, "{proved}");
}
