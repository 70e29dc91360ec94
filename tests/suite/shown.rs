//! Output for viewing: games on the board, pictures, boards of reports, and leaving a game.

use std::process::Stdio;

use crate::support::{Place, has, until};
use pasang::show::{Block, Board, Document, Section, text};
use pasang_core::board::BoardSize;

/// Creates a place with two games by these rules.
fn two_games(rules: &str) -> Place {
    let setup = if rules == "bell" { "bell-chequer" } else { "catalogue-05" };
    Place::with(&format!(
        "seed = 3\ngames = 2\nsetups = [\"{setup}\"]\nrules = [\"{rules}\"]\n\
         bots = [\"greedy\"]\nopenings = \"as-chosen\"\n"
    ))
}

/// Returns the positions that `replay` prints, below their title.
fn positions(whole: &str) -> Vec<String> {
    whole.split("\n\n").skip(1).map(|part| format!("\n{}\n", part.trim_end())).collect()
}

/// Returns the place of a point in a picture: a11 at 1 1, k1 at 11 11.
fn at(point: &str) -> String {
    let column = u32::from(point.as_bytes()[0] - b'a');
    let row: u32 = point[1..].parse().unwrap();
    format!("{} {}", 1 + column, 12 - row)
}

/// Expected marks by move notation: in Brunei's game the ka's origin, its destination and the
/// number of captures per side, in Bell's the path of the stone.
#[test]
fn pictures_mark_the_way_and_what_is_taken() {
    for (rules, hole) in [("brunei-slide", "M5 5h2v2h-2z"), ("bell", "M4 4h4v4h-4z")] {
        let place = two_games(rules);
        place.good("run e.toml --out out");
        let parts = positions(&place.good("replay out 0"));
        place.good("replay out 0 --svg pictures");
        for (ply, part) in parts.iter().enumerate() {
            let picture = place.text(&format!("pictures/game-0-ply-{ply:03}.svg"));
            assert!(picture.contains(hole), "{rules} {ply}");
            let of_width = |width: &str| {
                let found = picture.split_once(&format!("stroke-width=\"{width}\""));
                found.map_or("", |(_, behind)| behind.split('>').next().unwrap())
            };
            let (dots, drawn) = (of_width(".34").matches("h0").count(), of_width(".12"));
            if ply == 0 {
                assert_eq!((dots, drawn), (0, ""));
                continue;
            }
            let word = part.split("plays ").nth(1).unwrap().split(',').next().unwrap();
            let (way, line) = word.split_once('x').unwrap_or((word, ""));
            let points: Vec<String> = way.split('-').filter(|way| way.len() > 1).map(at).collect();
            let taken = match (rules, points.len()) {
                // A column, or a corner.
                ("brunei-slide", 0) => 5,
                (_, 0 | 1) => 1,
                ("bell", many) => many - 1,
                _ => line
                    .split(|sign: char| !sign.is_ascii_digit())
                    .filter_map(|number| number.parse::<usize>().ok())
                    .sum(),
            };
            assert_eq!(dots, taken, "{rules} {ply}: {word}");
            let way = format!(" d=\"M{}\"/", points.join("L"));
            assert_eq!(drawn, if points.len() > 1 { &way } else { "" }, "{word}: {picture}");
        }
    }
}

/// Rules 2.1: Bell's game has no kas, and nine fewer points.
#[test]
fn a_report_of_bells_game_speaks_of_no_kas_and_shows_its_own_board() {
    let place = two_games("bell");
    place.good("run e.toml --out out");
    let page = place.text("out/report.html");
    let (_, body) = page.split_once("<main>").unwrap();
    let words = body.split(|sign: char| !sign.is_alphanumeric());
    assert_eq!(words.filter(|word| ["ka", "kas", "Kas"].contains(word)).count(), 0);
    assert!(page.contains("href=\"#woods\""));
    // The board below the title: 112 stones, 56 of them white, on the same points.
    assert!(page.split_once("class=\"concerned\"").unwrap().1.contains("href=\"#s0\""));
    let (_, emblem) = page.split_once("<symbol id=\"s0\"").unwrap();
    let (emblem, _) = emblem.split_once("</symbol>").unwrap();
    let disks = |colour: &str| {
        let (_, path) = emblem.split_once(&format!("stroke=\"{colour}\"")).unwrap();
        path.split_once(" d=\"").unwrap().1.split('"').next().unwrap().matches("h0").count()
    };
    assert_eq!((disks("#161616"), disks("#fcfcfa")), (112, 56));

    let place = two_games("brunei-slide");
    place.good("run e.toml --out out");
    let page = place.text("out/report.html");
    assert!(!page.contains("#woods"));
}

/// The greatest comeback by points, from the scores that `replay` prints, and a game of median length.
#[test]
fn a_report_shows_a_turn_round_and_a_usual_game() {
    let place = two_games("brunei-slide");
    place.write("e.toml", place.text("e.toml").replace("games = 2", "games = 15"));
    place.good("run e.toml --out out");
    let journal = place.text("out/games.csv");
    let rows = crate::support::table(&journal);
    let behind = |row: &std::collections::BTreeMap<&str, &str>| {
        let shown = place.good(&format!("replay out {}", row["game"]));
        let scores = shown.lines().filter_map(|line| {
            let (_, scores) = line.strip_prefix("ply ")?.rsplit_once(", ")?;
            let (one, other) = scores.split_once('-')?;
            Some(one.parse::<i64>().unwrap() - other.parse::<i64>().unwrap())
        });
        let leads: Vec<i64> = scores.collect();
        let last = *leads.last().unwrap();
        leads.iter().map(|lead| -lead * last.signum()).max().unwrap()
    };
    let by_score = rows.iter().filter(|row| row["ending"] == "cleared" && row["winner"] != "draw");
    let most = by_score.map(|row| (behind(row), row["game"])).max_by_key(|it| it.0).unwrap();
    let page = place.text("out/report.html");
    let shown = |name: &str| {
        let line =
            page.lines().find(|line| line.contains(name) && line.contains("replay")).unwrap();
        let game = line.split("replay . ").nth(1).unwrap().split('<').next().unwrap();
        rows.iter().find(|row| row["game"] == game).unwrap()
    };
    let turned = shown("A turn-round");
    assert_eq!((behind(turned), turned["ending"]), (most.0, "cleared"));
    let plies = |row: &std::collections::BTreeMap<&str, &str>| row["plies"].parse::<i64>().unwrap();
    let mut all: Vec<i64> = rows.iter().map(plies).collect();
    all.sort_unstable();
    assert!((all[3]..=all[11]).contains(&plies(shown("A usual game"))), "{all:?}");
}

/// Ctrl-C ends a game at once in either player's turn, and prints how to resume.
#[test]
fn a_person_who_leaves_is_told_how_to_go_on() {
    let place = Place::new();
    let mut command = place.command("play --bot greedy --seed 1 --brief");
    let (from, to) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut &to, b"c\n").unwrap();
    let file = std::fs::File::create(place.path("said.txt")).unwrap();
    let child = command.stdin(from).stdout(file).stderr(Stdio::piped()).spawn().unwrap();
    let running = crate::support::Running::from(child);
    until("the bot has moved", || place.text("said.txt").contains("19 moves"));
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.status, 130);
    let told = "pasang play --bot greedy --brief --seed 1 --after 'c k'\n";
    assert!(ran.stderr.starts_with("\nto go on:\n  ") && ran.stderr.ends_with(told), "{ran}");
    drop(to);
}

/// Rules not visible on the board are printed: the handicap, and the swap of sides.
#[test]
fn a_handicap_and_a_swap_are_told() {
    let place = Place::with(
        "seed = 1\ngames = 2\nsetups = [\"catalogue-05\"]\nrules = [\"brunei-slide\", \"five\"]\n\
         bots = [\"greedy\"]\n[rule.five]\nbase = \"brunei-slide\"\nhandicap = 5\n",
    );
    place.good("run e.toml --out out");
    let words = "the player who moves second has 5 points in advance";
    assert!(!place.good("replay out 0").contains("in advance"));
    assert!(place.good("replay out 1").contains(words));
    let said = place.quiet("printf 'rules\\n-1\\nquit\\n' | pasang play --two --set handicap=5");
    assert!(said.contains(&format!("score 0-0; {words}")), "{said}");
    assert!(said.contains("handicap = 5: Points given to the second player"), "{said}");
    assert!(said.contains("`-1` is no move and no command"), "{said}");
    let said = place.quiet("printf 'quit\\n' | pasang play --two --set swap-sides=true");
    let words: Vec<&str> = said.split_whitespace().collect();
    assert!(
        words.join(" ").contains("swap-sides = true: The second player may take the"),
        "{said}"
    );
    // The command printed by `save` resumes the same game, with its seats and seed.
    let said = place.quiet(
        "printf 'save s.txt\\nquit\\n' | pasang play --seat 2 --bot greedy --seed 7 --brief",
    );
    has(&said, "pasang play --load s.txt");
    has(&place.text("s.txt"), "first: greedy\nseed: 7\n");
}

/// Rules 1.9 and 2.2: the lines that the hollow interrupts, the ends of the diagonals, and its edge,
/// worked out by hand: column f lies at 6, and so does row 6. Board size 5: a1 is d4 of the large
/// board, and the hole's corner b2 is e5.
#[test]
fn lines_and_diagonals_stop_at_the_hollow() {
    let hole = "M6 1V5M6 7V11M1 6H5M7 6H11 M5 1V11 M7 1V11 M1 11L5 7 M11 1L7 5 M5 5h2v2h-2z";
    let store = "M5 1V4M5 8V11 M6 1V4M6 8V11 M7 1V4M7 8V11 M4 1V11 M8 1V11 M1 11L4 8 M4 4h4v4h-4z";
    let small = "M4 8L5 7 M6 4V5M6 7V8";
    for (side, sign, lines) in [(11, '.', hole), (11, '_', store), (5, '.', small)] {
        let side = BoardSize::of_length(side).unwrap();
        let board = Board::new(String::new(), side, |_| sign).svg();
        lines
            .split(" M")
            .for_each(|line| has(&board, &format!("M{}", line.trim_start_matches('M'))));
        assert!(!board.contains("M6 1V11") && !board.contains("M1 6H11"), "{board}");
    }
}

#[test]
fn names_steer_no_terminal() {
    let notes = vec![Block::Notes(vec!["\u{1b}[2Ka\u{202e}".to_owned()])];
    let section = Section { id: "a", title: "b\u{200b}\r".to_owned(), blocks: notes };
    let seen = "first\n\nb\u{fffd}\u{fffd}\n\n\u{fffd}[2Ka\u{fffd}\n";
    // A section without visible blocks has no title either.
    let folds = vec![Block::Fold("c".to_owned(), section.blocks.clone())];
    let folded = Section { id: "d", title: "e".to_owned(), blocks: folds };
    let (lead, sections) = (vec!["first".to_owned()], vec![section, folded]);
    assert_eq!(text(&Document { lead, sections, ..Document::default() }, 80), seen);
}
