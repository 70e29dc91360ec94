//! The engine protocol of docs/protocol.md, as other programs speak it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::support::{Place, amount, program};
use pasang_core::games::rules::{self, Game, GameKind};
use pasang_core::games::setup::by_name;

/// Engine process with both ends of its pipes.
struct Talk {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Talk {
    fn new() -> Talk {
        let mut command = Command::new(program());
        command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let orders = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Talk { child, orders, answers }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.orders.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.orders.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the words after a key in an answer, up to the next of these keys.
fn behind<'a>(answer: &'a str, key: &str) -> Vec<&'a str> {
    const KEYS: [&str; 4] = ["bestmove", "value", "positions", "line"];
    let words = answer.split(' ').skip_while(|word| *word != key).skip(1);
    words.take_while(|word| !KEYS.contains(word)).collect()
}

/// Counts how many of these words are legal in sequence.
fn legal(rules: &Game, words: &[&str]) -> usize {
    let setup = if rules.kind() == GameKind::Bell { "bell-chequer" } else { "catalogue-01" };
    let mut position = rules.start(&by_name(setup).unwrap()).unwrap();
    let is_legal =
        |word: &&&str| position.parse_move(word).map(|mv| position.play(mv).unwrap()).is_ok();
    words.iter().take_while(is_legal).count()
}

/// Compares the answer to `board` with `pasang moves --json`, a separate implementation.
#[test]
fn a_board_has_what_each_move_takes() {
    let place = Place::new();
    let mut talk = Talk::new();
    for (after, phase) in [("c j", "entry"), ("c j b4-c4xn3 k7-j7xw3", "main")] {
        let listed = place.quiet(&format!("pasang moves --json --after '{after}'"));
        let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
        assert_eq!(talk.ask(&format!("position moves {after}\nisready")), "readyok");
        let mut said = talk.ask("board");
        for expected in listed["moves"].as_array().unwrap() {
            let words = |of: &serde_json::Value| -> Vec<String> {
                of.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
            };
            let (word, takes) = (expected["move"].as_str().unwrap(), words(&expected["takes"]));
            let way = word.split('x').next().unwrap().replace('-', " ");
            let line = format!(
                "move {word} way {way} takes {} points {}",
                takes.join(" "),
                expected["points"]
            );
            assert_eq!(said, line);
            said = talk.hear();
        }
        let scores = format!("{}-{}", listed["scores"][0], listed["scores"][1]);
        let (rows, rest) = said.strip_prefix("board ").unwrap().split_once(' ').unwrap();
        assert_eq!(rest, format!("phase {phase} turn {} score {scores}", listed["to_move"]));
        assert!(rows.split('/').count() == 11 && rows.split('/').all(|row| row.len() == 11));
    }
}

#[test]
fn a_talk_goes_as_the_page_about_it_says() {
    let page = include_str!("../../docs/protocol.md");
    let (_, lines) = page.split_once("```text\n").unwrap();
    let (lines, _) = lines.split_once("```").unwrap();
    let mut talk = Talk::new();
    let mut heard = 0;
    for line in lines.lines() {
        if let Some(order) = line.strip_prefix("> ") {
            talk.say(order);
            continue;
        }
        let said = talk.hear();
        heard += 1;
        // A build from a commit names it.
        match line.strip_prefix("id ").and_then(|id| id.split_once(" (")) {
            Some((version, _)) => {
                let rest = said.strip_prefix(&format!("id {version}")).unwrap();
                let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
                // A `+` marks uncommitted changes.
                let is_commit = |it: &str| {
                    let it = it.strip_suffix('+').unwrap_or(it);
                    it.len() == 12 && it.bytes().all(|sign| sign.is_ascii_hexdigit())
                };
                assert!(rest.is_empty() || commit.is_some_and(is_commit), "{said}");
            }
            None => assert_eq!(said, line),
        }
    }
    assert_eq!(heard, 6);
    assert_eq!(talk.hear(), "");
    assert!(talk.child.wait().unwrap().success());
}

/// Answers depend neither on the asking program nor on earlier questions.
#[test]
fn the_same_question_has_the_same_answer() {
    let mut one = Talk::new();
    let mut other = Talk::new();
    one.say("position rules pasang-emas setup catalogue-05 moves c j");
    one.ask("go positions 3000");
    let questions = [
        ("search:depth=3", "", "go"),
        ("search:nodes=5000,spread=2", "moves c j", "go"),
        ("search:nodes=5000,spread=2", "moves d g", "go"),
        ("search:nodes=500,solve=120,within=500", "moves d g", "go"),
        ("mcts:playouts=50", "moves c j", "go positions 80"),
        ("random", "rules bell", "go positions 5"),
        ("greedy", "rules bell moves a1", "go"),
        ("search:depth=2", "rules bell-ludii set players=4 moves a1", "go"),
    ];
    for (bot, position, go) in questions {
        let answers = [&mut one, &mut other].map(|talk| {
            talk.say(&format!("set bot {bot}"));
            talk.say(&format!("position {position}"));
            talk.ask(go)
        });
        assert_eq!(answers[0], answers[1], "{bot}");
        assert!(answers[0].starts_with("bestmove "), "{bot}: {}", answers[0]);
        // Another seed shuffles equal moves, if there are any, and never costs strength.
        one.say("set seed 1");
        assert!(one.ask(go).starts_with("bestmove "));
        one.say("set seed 0");
        assert_eq!(one.ask(go), answers[0], "{bot}");
    }
}

#[test]
fn a_budget_is_kept_and_a_line_is_legal_to_its_end() {
    let mut talk = Talk::new();
    for (rules, moves, bot) in [
        ("brunei-slide", "", "search:depth=2"),
        ("pasang-emas", "c j", "search:nodes=9"),
        ("bell", "a1", "search:depth=1"),
        ("brunei-jump", "c j", "mcts:playouts=9"),
    ] {
        talk.say(&format!("set bot {bot}"));
        talk.say(&format!("position rules {rules} moves {moves}"));
        for budget in [1_u64, 500, 20_000] {
            if bot.starts_with("mcts") && budget > 500 {
                continue;
            }
            let answer = talk.ask(&format!("go positions {budget}"));
            let looked_at: u64 = behind(&answer, "positions")[0].parse().unwrap();
            // The replies to the first position are all examined, even beyond the limit.
            assert!(looked_at <= budget.max(500), "{bot} {budget}: {answer}");
            let line = behind(&answer, "line");
            let mut all: Vec<&str> = moves.split_whitespace().collect();
            let before = all.len();
            all.extend(&line);
            let rules: Game = rules::preset(rules).unwrap();
            assert_eq!(legal(&rules, &all), all.len(), "{answer}");
            let first = behind(&answer, "bestmove")[0];
            assert!(all.len() == before || all[before] == first, "{answer}");
            if budget >= 500 {
                assert!(line.len() > 1, "{answer}");
                assert_eq!(behind(&answer, "value").len(), 2, "{answer}");
            }
        }
    }
}

/// On a small board everything is proven: the engine agrees with `pasang solve`.
#[test]
fn what_is_proved_is_what_solving_says() {
    let place = Place::new();
    let rows = ["bwbwb", "wbwbw", "bw_wb", "wbwbw", "bwbwb"];
    place.write("small.txt", rows.join("\n"));
    let mut talk = Talk::new();
    talk.say("set bot search:depth=1,solve=24");
    let mut results = Vec::new();
    for moves in ["", "a", "a d", "b", "b e", "c b"] {
        talk.say(&format!("position rows {} moves {moves}", rows.join("/")));
        let answer = talk.ask("go");
        let command = ["solve", "--json", "--setup", "small.txt", "--after", moves];
        let solved = place.command("").args(command).output().unwrap();
        let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
        let margin = solved["margin"][0].as_i64().unwrap();
        let result = solved["result"][0].as_i64().unwrap();
        let sign = if moves.split_whitespace().count() % 2 == 0 { 1 } else { -1 };
        let word = ["loss", "draw", "win"][(sign * result + 1) as usize];
        let expected = ["proved".to_owned(), word.to_owned(), format!("{:+}", sign * margin)];
        assert_eq!(behind(&answer, "value"), expected, "{moves}: {answer}\n{solved}");
        results.push(result);
    }
    results.sort_unstable();
    results.dedup();
    assert!(results.len() > 1, "{results:?}");
}

/// Commands sent as a list are handled in order, as if each answer had been awaited.
#[test]
fn orders_wait_while_the_bot_thinks() {
    let orders = "set bot search:nodes=3000\nposition moves c j\ngo\nstate\nposition\ngo\nstate\n\
                  go positions 0\nset seed 5\nhello\ngo\n";
    let mut talk = Talk::new();
    talk.say(orders.trim_end());
    drop(talk.orders.take());
    let answers: Vec<String> =
        std::iter::repeat_with(|| talk.hear()).take_while(|line| !line.is_empty()).collect();
    let first = |line: &String| line.split(' ').next().unwrap().to_owned();
    let kinds: Vec<String> = answers.iter().map(first).collect();
    // The first `state` is read while nothing waits: it is answered before the search ends.
    let after =
        ["bestmove", "state", "error", "id", "option", "option", "orders", "hello", "bestmove"];
    assert_eq!(kinds[2..], after, "{answers:?}");
    let mut start = kinds[..2].to_vec();
    start.sort();
    assert_eq!(start, ["bestmove", "state"]);
    let mut alone = Talk::new();
    alone.say("set bot search:nodes=3000");
    assert_eq!(alone.ask("go"), answers[2]);
    assert_eq!(alone.ask("state"), answers[3]);
    assert!(answers[4].contains("positions `0`") && answers[6].ends_with("search:nodes=3000"));
    assert_eq!(answers[7], "option seed 5");
    alone.say("set seed 5");
    assert_eq!(alone.ask("go"), answers[10]);
    assert!(talk.child.wait().unwrap().success());
}

/// Bots that would search for hours: stopped by the user, or by the time limit.
#[test]
fn thinking_is_stopped_and_other_lines_are_heard_meanwhile() {
    for bot in
        ["search:nodes=1000000000000", "search:depth=120,solve=120", "mcts:playouts=1000000000"]
    {
        let mut talk = Talk::new();
        talk.say(&format!("set bot {bot}"));
        talk.say("position moves c j");
        // Without a search there is nothing to stop.
        talk.say("stop");
        talk.say("go");
        assert_eq!(talk.ask("isready"), "readyok");
        assert!(talk.ask("state").starts_with("state turn 1 score 8-9 moves b1-c1x"));
        let answer = talk.ask("stop");
        let first = behind(&answer, "bestmove")[0].to_owned();
        let rules = rules::preset("brunei-slide").unwrap();
        assert_eq!(legal(&rules, &["c", "j", &first]), 3, "{bot}: {answer}");
        let begin = Instant::now();
        let answer = talk.ask("go milliseconds 100");
        assert!(answer.starts_with("bestmove "), "{answer}");
        let took = begin.elapsed();
        assert!(took >= Duration::from_millis(90), "{took:?}");
        assert!(took < Duration::from_secs(30), "{took:?}");
        // Quitting does not wait.
        talk.say("go");
        talk.say("quit");
        assert_eq!(talk.hear(), "");
        assert!(talk.child.wait().unwrap().success());
    }
}

/// A game between two independent engine processes, to its end.
#[test]
fn a_game_is_played_to_its_end_over_the_protocol() {
    let mut talk = Talk::new();
    let mut moves: Vec<String> = Vec::new();
    let last = loop {
        talk.say(&format!("position rules brunei-jump moves {}", moves.join(" ")));
        let state = talk.ask("state");
        if state.starts_with("state over ") {
            break state;
        }
        let turn = 1 + moves.len() % 2;
        assert!(state.starts_with(&format!("state turn {turn} score ")), "{state}");
        talk.say(["set bot greedy", "set bot search:nodes=200"][moves.len() % 2]);
        let answer = talk.ask("go");
        let mv = behind(&answer, "bestmove")[0];
        assert!(state.split(' ').any(|word| word == mv), "{state}\n{answer}");
        moves.push(mv.to_owned());
    };
    let place = Place::new();
    let seen =
        place.shell(&format!("pasang moves --rules brunei-jump --after '{}'", moves.join(" ")));
    let words: Vec<&str> = last.split(' ').collect();
    assert!(seen.stderr.contains(&format!("{}, player {} wins", words[2], words[4])), "{seen}");
    assert!(seen.stderr.trim_end().ends_with(words[6]), "{last}\n{seen}");
    assert_eq!(talk.ask("go"), "error the game is over here: there is no move");
}

/// Writes commands after the start of a search, all of which wait for it, from a separate thread.
/// The engine's input ends when the pipe that the thread returns is dropped.
fn behind_a_thought(
    talk: &mut Talk,
    orders: impl Iterator<Item = String> + Send + 'static,
) -> JoinHandle<ChildStdin> {
    talk.say("set bot search:nodes=1000000000000");
    talk.say("go milliseconds 300");
    talk.say("set bot random");
    let mut pipe = talk.orders.take().unwrap();
    std::thread::spawn(move || {
        orders.for_each(|order| writeln!(pipe, "{order}").unwrap());
        pipe
    })
}

/// Lists of any length are answered completely, however fast they are written. Regression: beyond
/// 65,536 waiting commands were dropped.
#[test]
fn a_long_list_is_answered_to_its_end() {
    let mut talk = Talk::new();
    let count = amount(2500, 40_000);
    let pairs = (0..count).map(|number| {
        let column = char::from(b'a' + number as u8 % 5);
        format!("position moves {column}\ngo")
    });
    drop(behind_a_thought(&mut talk, pairs));
    let mut answers = 0;
    while let Some(answer) = Some(talk.hear()).filter(|answer| !answer.is_empty()) {
        assert!(answer.starts_with("bestmove "), "{answer}");
        answers += 1;
    }
    assert_eq!(answers, count + 1);
    assert!(talk.child.wait().unwrap().success());
}

/// Beyond 16 MiB of waiting commands the pipe blocks the writer, and the memory stays small.
#[test]
fn a_long_list_does_not_fill_the_memory() {
    let mut talk = Talk::new();
    let orders = (0..1800).map(|_| format!("position moves c{:60000}", ""));
    let orders = orders.chain(["isready".to_owned(), "go".to_owned()]);
    // While its input is open the engine does not exit, and its memory can be measured.
    let writer = behind_a_thought(&mut talk, orders);
    let first = talk.hear();
    assert!(first.starts_with("bestmove "), "{first}");
    assert_eq!(talk.hear(), "readyok");
    let status = std::fs::read_to_string(format!("/proc/{}/status", talk.child.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let most: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(most < 100_000, "{most} kB");
    assert!(talk.hear().starts_with("bestmove "));
    drop(writer.join().unwrap());
}
