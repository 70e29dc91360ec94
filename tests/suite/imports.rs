//! Games that people wrote down, imported as a results folder (docs/games.md).

use std::collections::{BTreeMap, BTreeSet};

use crate::plain::{self, PlainGame};
use crate::support::{Place, Ran, table};
use pasang::base::random::Stream;
use pasang::games::setup::builtin;

/// A game that the plain transcription of the rules has played, as a person would have noted it.
struct Noted {
    preset: &'static str,
    setup: String,
    moves: Vec<String>,
}

/// What the plain rules make of moves.
enum Truth {
    /// The game is over: who won, the scores and what ended it.
    Whole(String, String, &'static str),
    /// It goes on.
    Unfinished,
    /// This ply, counted from 1, is not legal; these would have been.
    Illegal(usize, Vec<String>),
}

const PRESETS: [&str; 5] = ["brunei-slide", "brunei-jump", "pasang-emas", "traditional", "bell"];

fn rows(setup: &str) -> Vec<String> {
    builtin(setup).unwrap().board().lines().map(str::to_owned).collect()
}

/// Does something with a game by the plain rules.
fn with_plain<T>(noted: &Noted, work: impl FnOnce(&mut dyn PlainGame) -> T) -> T {
    let rows = rows(&noted.setup);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    match noted.preset {
        "bell" => {
            let rules = plain::bell::Rules::preset(noted.preset);
            work(&mut plain::bell::Game::new(&rules, &rows))
        }
        _ => {
            let rules = plain::brunei::Rules::preset(noted.preset);
            work(&mut plain::brunei::Game::new(&rules, &rows))
        }
    }
}

impl Noted {
    fn drawn(number: usize, stream: &mut Stream) -> Noted {
        let preset = PRESETS[number % PRESETS.len()];
        let setup = format!("catalogue-{:02}", 1 + stream.below(20));
        let mut noted = Noted { preset, setup, moves: Vec::new() };
        noted.moves = with_plain(&noted, |game| {
            let mut played = Vec::new();
            while game.ended().is_none() {
                let legal: Vec<String> = game.moves().into_iter().collect();
                let mv = legal[stream.below(legal.len() as u32) as usize].clone();
                game.play(&mv);
                played.push(mv);
            }
            played
        });
        noted
    }

    fn truth(&self) -> Truth {
        with_plain(self, |game| {
            for (ply, mv) in (1..).zip(&self.moves) {
                let legal = game.moves();
                if !legal.contains(mv) {
                    return Truth::Illegal(ply, legal.into_iter().collect());
                }
                game.play(mv);
            }
            let Some(ended) = game.ended() else { return Truth::Unfinished };
            let winner = match ended.winners.as_slice() {
                [1] => "first",
                [2] => "second",
                _ => "draw",
            };
            let scores: Vec<String> = game.scores().iter().map(u32::to_string).collect();
            Truth::Whole(winner.to_owned(), scores.join("-"), ended.ending)
        })
    }

    fn text(&self, headers: &str) -> String {
        let moves = self.moves.join(" ");
        format!("{headers}rules: {}\nsetup: {}\nmoves: {moves}\n", self.preset, self.setup)
    }
}

/// Of a hundred games that the plain rules played, most are written down with a mistake: each is
/// taken, left out or refused as those rules say, and of a move that is not legal the nearest ones are.
#[test]
fn a_hundred_records_with_mistakes_are_imported_or_refused_rightly() {
    let mut stream = Stream::new(1, "records");
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for number in 0..100 {
        let mut noted = Noted::drawn(number, &mut stream);
        let mut below = |most: usize| stream.below(most as u32) as usize;
        let (plies, mistake) = (noted.moves.len(), number / PRESETS.len() % 10);
        let (mut headers, mut wrong) = (String::new(), None);
        match mistake {
            0 => headers = "first: Ali\nsecond: Siti\ndate: 1987\n".to_owned(),
            // A move that is legal somewhere else.
            1 => noted.moves[below(plies)] = noted.moves[below(plies)].clone(),
            2 => noted.moves.swap(below(plies), below(plies)),
            // One is left out, or written twice.
            3 => drop(noted.moves.remove(below(plies))),
            4 => {
                let place = below(plies);
                noted.moves.insert(place, noted.moves[place].clone());
            }
            // A sign is misread.
            5 => {
                let place = below(plies);
                let word = noted.moves[place].clone();
                let sign = below(word.len());
                let other = ["a", "f", "3", "x", "-"][below(5)];
                noted.moves[place].replace_range(sign..=sign, other);
            }
            // It was broken off.
            6 => noted.moves.truncate(below(plies)),
            7 => noted.moves.push("a1-a2".to_owned()),
            8 => {
                let Truth::Whole(winner, ..) = noted.truth() else { panic!("{number}") };
                let other = if winner == "first" { "second" } else { "first" };
                headers = format!("result: {other}\n");
                wrong = Some("another result than that of the moves");
            }
            _ => {
                headers = ["sett: stuck = loses\n", "game: a\ngame: b\n"][number % 2].to_owned();
                wrong =
                    Some(["unknown header `sett`", "does not say what it starts from"][number % 2]);
            }
        }
        let place = Place::new();
        place.write("game.txt", noted.text(&headers));
        let ran = place.pasang("import game.txt --out out");
        let what = match (wrong, noted.truth()) {
            (Some(wrong), _) => {
                assert_eq!(ran.status, 2, "{number}: {ran}");
                assert!(ran.stderr.contains(wrong), "{number}: {ran}");
                "refused"
            }
            (None, Truth::Illegal(ply, legal)) => {
                is_told(&ran, (ply, &noted.moves[ply - 1]), &legal);
                "illegal"
            }
            (None, Truth::Unfinished) => {
                assert_eq!(ran.status, 2, "{number}: {ran}");
                assert!(ran.stderr.contains("there is no game here that came to its end"), "{ran}");
                "unfinished"
            }
            (None, Truth::Whole(winner, scores, ending)) => {
                assert_eq!(ran.status, 0, "{number}: {ran}");
                let journal = place.text("out/games.csv");
                let rows = table(&journal);
                let (row, plies) = (&rows[0], noted.moves.len().to_string());
                let found = format!("{}-{}", row["score_1"], row["score_2"]);
                assert_eq!((rows.len(), row["plies"]), (1, plies.as_str()));
                assert_eq!(
                    (row["winner"], found, row["ending"]),
                    (winner.as_str(), scores, ending)
                );
                "whole"
            }
        };
        *seen.entry(what).or_default() += 1;
        assert_eq!(place.has("out"), what == "whole", "{number}");
    }
    println!("{seen:?}");
    assert!(seen["whole"] >= 10 && seen["illegal"] >= 40 && seen["unfinished"] >= 9, "{seen:?}");
}

/// What is said of a move that is not legal: which, and others near it that are.
fn is_told(ran: &Ran, (ply, word): (usize, &str), legal: &[String]) {
    assert_eq!(ran.status, 2, "{ran}");
    let said = format!("move {ply}, `{word}`, is not legal");
    assert!(ran.stderr.contains(&said), "{said}\n{ran}");
    let named = ran.stderr.split_once("legal here: ");
    let named = named.or_else(|| ran.stderr.split_once("nearest legal moves: "));
    let Some((_, named)) = named else {
        assert!(legal.is_empty() && ran.stderr.contains("the game is over"), "{ran}");
        return;
    };
    let words: Vec<&str> = named.lines().next().unwrap().split('`').skip(1).step_by(2).collect();
    assert!(!words.is_empty());
    for word in words {
        assert!(legal.iter().any(|legal| legal == word), "{word}: {legal:?}");
    }
}

/// Ten games between three people and a bot, some of them under other rules.
fn club() -> Place {
    let place = Place::new();
    let mut stream = Stream::new(2, "club");
    let mut text = String::new();
    for (number, (first, second)) in [
        ("Ali", "Siti"),
        ("Siti", "Ali"),
        ("Haji Omar (Tutong)", "Ali"),
        ("Ali", "Siti"),
        ("greedy", "Ali"),
        ("Ali", "Siti"),
        ("Ali", "Ali"),
        ("", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut noted = Noted::drawn(0, &mut stream);
        while !["catalogue-03", "catalogue-11"].contains(&noted.setup.as_str()) {
            noted = Noted::drawn(0, &mut stream);
        }
        let players = match first {
            "" => String::new(),
            _ => format!("first: {first}\nsecond: {second}\n"),
        };
        text += &noted.text(&format!("\ngame: {number}\n{players}"));
    }
    place.write("club.txt", text);
    place
}

#[test]
fn people_who_meet_unequally_often_get_all_tables() {
    let place = club();
    let said = place.pasang("import club.txt --out out --title Friday");
    assert_eq!(
        (said.status, said.stderr.lines().next()),
        (0, Some("8 games are in out")),
        "{said}"
    );
    let verified = place.good("verify out");
    assert!(
        verified.contains("8 games by players from outside: every move is legal"),
        "{verified}"
    );
    assert!(verified.ends_with("verified: nothing differs\n"), "{verified}");
    let cells = place.text("out/cells.csv");
    let cells = table(&cells);
    let games = |bots: &str| -> u64 {
        let of = cells.iter().filter(|row| row["bots"] == bots);
        of.map(|row| row["games"].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(games("person:Ali/person:Siti"), 3);
    assert_eq!(games("person:Haji-Omar-Tutong/person:Ali"), 1);
    assert_eq!(games("greedy/person:Ali"), 1);
    assert_eq!((games("person:Ali"), games("person:unnamed")), (1, 1));
    // Cells that nobody has played are no rows, and no statements.
    assert_eq!(cells.iter().filter(|row| row["games"] == "0").count(), 0);
    let said = format!("All {} verdicts hold together", cells.len());
    assert!(place.good("report out").contains(&said), "{said}");
    let report = place.text("out/report.html");
    assert!(report.contains("These games were played elsewhere"), "no word of it in the report");
    assert!(!report.contains("follow from the experiment and its seed"));
    let cited = place.good("cite out");
    assert!(cited.contains("the games were imported") && !cited.contains("seed  "), "{cited}");
    // Written and read once more they are the same games.
    place.write("again.txt", place.good("export out"));
    place.good("import again.txt --out again --title Friday");
    let games = |folder: &str| {
        let journal = place.text(&format!("{folder}/games.csv"));
        let rows = table(&journal);
        let told = ["setup", "rules", "bots", "winner", "ending", "moves"];
        let rows = rows.iter().map(|row| told.map(|column| row[column].to_owned()));
        rows.collect::<BTreeSet<_>>()
    };
    assert_eq!(games("again").len(), 8);
    assert_eq!(games("again"), games("out"));
    let shown = place.good("replay out 0");
    assert!(shown.contains("catalogue-"), "{shown}");
}

#[test]
fn nobody_plays_imported_games_and_nothing_is_written_over() {
    let place = club();
    place.good("import club.txt --out out");
    for words in [
        "run out/experiment.toml --out other",
        "plan out/experiment.toml",
        "cluster slurm out/experiment.toml --shards 2 --out other",
    ] {
        let ran = place.pasang(words);
        assert_eq!(ran.status, 2, "{words}: {ran}");
        assert!(ran.stderr.contains("nobody can play them"), "{words}: {ran}");
    }
    let before = place.files("out");
    let ran = place.pasang("import club.txt --out out");
    assert!(ran.status == 2 && ran.stderr.contains("holds results already"), "{ran}");
    assert_eq!(place.files("out"), before);
    // A row that is another game than its moves.
    place.copy("out", "changed");
    place
        .write("changed/games.csv", place.text("out/games.csv").replacen(",first,", ",second,", 1));
    assert_eq!(place.pasang("verify changed").status, 3);
    // The games are nowhere else.
    place.copy("out", "slim");
    place.remove("slim/games.csv");
    let ran = place.pasang("verify slim");
    assert!(ran.status == 3 && ran.stdout.contains("no seed brings its games back"), "{ran}");
    let ran = place.pasang("export slim");
    assert!(ran.status == 2 && ran.stderr.contains("no seed brings them back"), "{ran}");
    // People do not play by themselves.
    place.write(
        "people.toml",
        "games = 1\nsetups = [\"catalogue-01\"]\nrules = [\"bell\"]\nbots = [\"person:Ali\"]\n",
    );
    let ran = place.pasang("run people.toml");
    assert!(ran.status == 2 && ran.stderr.contains("`person:Ali` does not play here"), "{ran}");
}

#[test]
fn what_cannot_go_into_a_folder_is_said() {
    let place = club();
    let board = |from: &str, name: &str| {
        let text = place.good(&format!("setups show --text {from}"));
        text.replace(&format!("name: {from}"), &format!("name: {name}"))
    };
    let mut stream = Stream::new(3, "names");
    let mut game = |setup: &str, name: &str| loop {
        let noted = Noted::drawn(0, &mut stream);
        if noted.setup == setup {
            let moves = noted.moves.join(" ");
            return format!("game: {name}\n{}\nmoves: {moves}\n", board(setup, "mine"));
        }
    };
    // Two patterns with one name are two patterns.
    place.write("mine.txt", game("catalogue-07", "a") + &game("catalogue-09", "b"));
    let ran = place.pasang("import mine.txt club.txt --out both");
    assert_eq!(ran.status, 0, "{ran}");
    let experiment = place.text("both/experiment.toml");
    for name in ["\"mine\",", "\"mine-2\",", "\"catalogue-03\","] {
        assert!(experiment.contains(name), "{name}: {experiment}");
    }
    // What is there twice is told.
    let ran = place.pasang("import club.txt club.txt --out twice");
    assert!(ran.status == 0, "{ran}");
    assert!(ran.stderr.contains("warning: 8 games written down before, move by move"), "{ran}");
    assert!(ran.stderr.contains("`3` of `club.txt` is `3` of `club.txt`"), "{ran}");
    let long = place.text("club.txt").replace("Haji Omar (Tutong)", &"x".repeat(81));
    place.write("long.txt", long);
    let ran = place.pasang("import long.txt --out long");
    assert!(
        ran.status == 2 && ran.stderr.contains("is too long") && ran.stderr.contains("80 bytes"),
        "{ran}"
    );
    // What is left out is named.
    let text = place.text("club.txt");
    place.write("part.txt", text.clone() + "\ngame: late\nsetup: catalogue-01\nmoves: c j\n");
    let ran = place.pasang("import part.txt --out part");
    let said = "left out: 1 game that did not come to its end: `late` of `part.txt`";
    assert!(ran.status == 0 && ran.stderr.contains(said), "{ran}");
    // Tables of two and of four do not go together.
    let four = "game: 4\nrules: bell\nset: players = 4\nsetup: bell-chequer\nmoves:";
    let mut moves = String::new();
    while let Some(next) = next_of_four(&moves) {
        moves += &format!(" {next}");
    }
    place.write("four.txt", format!("{four}{moves}\n"));
    assert_eq!(place.pasang("import four.txt --out four").status, 0);
    let ran = place.pasang("import four.txt club.txt --out mixed");
    assert_eq!(ran.status, 2, "{ran}");
    assert!(ran.stderr.contains("do not go into one folder"), "{ran}");
    assert!(ran.stderr.contains("import them apart"), "{ran}");
    // All files are looked at before anything is said.
    place.write("bad.txt", "setup: catalogue-01\nmoves: z\n");
    let ran = place.pasang("import bad.txt missing.txt --out none");
    assert!(ran.stderr.contains("bad.txt:2:8") && ran.stderr.contains("missing.txt"), "{ran}");
    assert!(!place.has("none") && !place.has("mixed"));
}

/// The first legal move of the plain game of four behind these; nothing once it is over.
fn next_of_four(moves: &str) -> Option<String> {
    let mut rules = plain::bell::Rules::preset("bell");
    rules.set("players", "4");
    let rows = rows("bell-chequer");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut game = plain::bell::Game::new(&rules, &rows);
    moves.split_whitespace().for_each(|mv| game.play(mv));
    game.moves().into_iter().next()
}
