//! Tables of any game's results: columns, likelihood, gates, and simulated truth.

use crate::support::chance::{normal, uniform};
use crate::support::{Place, amount, finished, has};
use pasang_balance::Direction;
use pasang_balance::Size;
use pasang_balance::table::{Answer, Gate, SeatRow, Share, Table, TableOptions, Verdict};
use pasang_core::base::random::GameRng;

fn answer(names: &[&str], rows: &[Vec<String>]) -> Answer {
    let mut table = Table::new(names, &TableOptions::default()).unwrap();
    for (row, fields) in rows.iter().enumerate() {
        table.add(row as u64, fields).unwrap();
    }
    table.answer().unwrap()
}

fn words<const N: usize>(of: [&str; N]) -> Vec<String> {
    of.map(str::to_owned).to_vec()
}

fn near(found: f64, expected: f64, most: f64, what: &str) {
    assert!((found - expected).abs() <= most, "{what}: {found} instead of {expected}");
}

fn won(rng: &mut GameRng, share: f64, games: usize) -> usize {
    (0..games).filter(|_| uniform(rng) < share).count()
}

/// Without players the ends are those of Clopper and Pearson, here from SciPy's `beta.ppf`.
#[test]
fn few_games_have_exact_ends() {
    let of = |won: &str, games: &str| {
        let lost = (games.parse::<u32>().unwrap() - won.parse::<u32>().unwrap()).to_string();
        let rows = [words(["1", won]), words(["2", &lost])];
        let rows: Vec<_> = rows.into_iter().filter(|row| row[1] != "0").collect();
        let answer = answer(&["winner", "games"], &rows);
        let SeatRow { score, .. } = answer.rows[0].clone();
        [score.low, score.high, score.mean]
    };
    for (won, games, low, high) in [
        ("21", "21", 0.838_90, 1.0),
        ("0", "30", 0.0, 0.115_703),
        ("7", "10", 0.347_547, 0.933_260),
        ("480", "1000", 0.448_633, 0.511_485),
    ] {
        let [of_low, of_high, mean] = of(won, games);
        near(of_low, low, 2e-4, won);
        near(of_high, high, 2e-4, won);
        near(mean, won.parse::<f64>().unwrap() / games.parse::<f64>().unwrap(), 1e-12, won);
    }
    let few = answer(&["winner"], &vec![words(["first"]); 4]);
    has(few.rows[0].lack.as_deref().unwrap(), "4 of at least 5 games");
    assert_eq!(few.rows[0].score.statement.brief(), "open");
}

/// True scores that are even or near the ends, with few and many maps, bots and games; `analysis/table.py`
/// has more of them.
#[test]
fn intervals_hold_true_scores_also_near_the_ends() {
    let mut rng = GameRng::new(11, "table");
    for (truth, spread) in [(0.5, 0.02), (0.8, 0.0), (0.95, 0.01), (0.98, 0.0)] {
        let (mut held, mut all) = (0, 0);
        for (maps, bots, games) in [(1, 1, 25), (1, 4, 100), (8, 4, 20), (8, 2, 200), (20, 12, 60)]
        {
            for _ in 0..amount(12, 60) {
                let own: Vec<f64> = (0..bots).map(|_| spread * normal(&mut rng)).collect();
                let mut rows = Vec::new();
                for map in 0..maps {
                    for (bot, own) in own.iter().enumerate() {
                        let games = games / bots;
                        let won = won(&mut rng, (truth + own).clamp(0.0, 1.0), games);
                        let score = (won as f64 / games as f64).to_string();
                        rows.push(words([
                            &map.to_string(),
                            &bot.to_string(),
                            &score,
                            &games.to_string(),
                        ]));
                    }
                }
                for SeatRow { score, .. } in answer(&["map", "bot", "score", "games"], &rows).rows {
                    held += usize::from(score.low <= truth && truth <= score.high);
                    all += 1;
                }
            }
        }
        assert!(held as f64 >= 0.93 * all as f64, "{truth}: {held} of {all}");
    }
}

/// The first player wins every game of two who change seats: the more they play, the surer it is; a loss in a
/// hundred does not tell more than none. However unequal the numbers are, figures are numbers.
#[test]
fn games_that_all_begin_alike_are_decided() {
    let low = |games: &str, lost: &str| {
        let mut rows = vec![words(["x", "y", "1", games]), words(["y", "x", "1", games])];
        if lost != "0" {
            rows.extend([words(["x", "y", "2", lost]), words(["y", "x", "2", lost])]);
        }
        let score = answer(&["bot_1", "bot_2", "winner", "games"], &rows).rows[0].score.clone();
        assert_eq!(score.statement.size(), Some(Size::Beyond10), "{games}: {score:?}");
        score.low
    };
    let ends = ["20", "100", "1000", "20000"].map(|games| low(games, "0"));
    assert!(ends.windows(2).all(|two| two[0] < two[1]), "{ends:?}");
    assert!(low("990", "10") - ends[2] < 0.05, "{ends:?}");
    for many in [12_000_000_u64, 30_000_000] {
        let row = |map: &str, one: &str, other: &str, winner: &str, games: u64| {
            words([map, one, other, winner, &games.to_string()])
        };
        let rows = [
            row("a", "x", "y", "1", many),
            row("a", "y", "x", "1", 20),
            row("b", "x", "y", "1", 10),
            row("b", "y", "x", "2", 8),
        ];
        let found = answer(&["map", "bot_1", "bot_2", "winner", "games"], &rows);
        assert!(found.rows.iter().all(|it| it.score.mean.is_finite()), "{many}");
    }
}

/// Players who share no pattern tell nothing of how they differ there: each pattern's games count as those of
/// a single player, of which 50 of 50 have a lower end of .929 (Clopper and Pearson, by SciPy), less a little.
#[test]
fn players_who_share_no_pattern_have_an_answer() {
    let of = |map: u32, game: u32| {
        words([
            &map.to_string(),
            &(map % 3).to_string(),
            if (map + game).is_multiple_of(2) { "first" } else { "second" },
        ])
    };
    let rows: Vec<_> = (0..6).flat_map(|map| (0..50).map(move |_| of(map, 0))).collect();
    for row in answer(&["map", "ai", "winner"], &rows).rows {
        let first = row.pattern.parse::<u32>().unwrap().is_multiple_of(2);
        let [least, most] = if first { [row.score.low, 1.0] } else { [1.0 - row.score.high, 0.0] };
        assert_eq!(row.score.mean, most, "{row:?}");
        assert!((0.88..0.929).contains(&least), "{row:?}");
    }
}

/// No statement says what the interval does not: a side is shown where even lies outside, a size where the
/// interval at 90 % does, and a single pattern has the answer of its class.
#[test]
fn statements_are_as_sure_as_their_intervals() {
    let mut rng = GameRng::new(17, "table");
    for number in 0..amount(300, 3000) {
        let (seats, players) = (2 + number % 3, 1 + rng.below_u64(5));
        let row = |rng: &mut GameRng, player: u64| {
            let winner = if number % 4 == 0 { 1 } else { 1 + rng.below_u64(seats) };
            words([&player.to_string(), &winner.to_string(), &(1 + rng.below_u64(30)).to_string()])
        };
        let rows: Vec<_> = (0..3 * players).map(|at| row(&mut rng, at % players)).collect();
        // Seats without a win are there all the same.
        let last = words(["0", &seats.to_string(), "1"]);
        let found = answer(&["bot", "winner", "games"], &[rows, vec![last]].concat());
        let even = 1.0 / found.seats as f64;
        for (row, class) in found.rows.iter().zip(&found.classes) {
            let (score, of_class) = (&row.score, &class.score);
            let told = |of: &Share| (of.statement.size(), of.statement.direction());
            assert_eq!((row.seat, told(score)), (class.seat, told(of_class)), "{row:?}");
            assert!((score.mean - of_class.mean).abs() < 1e-9, "{row:?}");
            match score.statement.direction() {
                Some(Direction::First) => assert!(score.low > even, "{row:?}"),
                Some(Direction::Second) => assert!(score.high < even, "{row:?}"),
                None => assert!(score.low <= even && even <= score.high, "{row:?}"),
            }
        }
    }
}

#[test]
fn more_seats_than_are_answered_are_refused() {
    let names = |of: usize| (1..=of).map(|seat| format!("place_{seat}")).collect::<Vec<_>>();
    let new = |names: &[String]| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Table::new(&names, &TableOptions::default()).map(drop)
    };
    assert!(new(&names(16)).is_ok());
    assert_eq!(new(&names(18)).unwrap_err().what, "`place_17` is of seat 17");
}

/// One player more is held, and the mean over all, also where few players differ by 10 percentage points.
#[test]
fn one_player_more_is_held() {
    let mut rng = GameRng::new(16, "table");
    let (mut means, mut more, mut all) = (0, 0, 0);
    for (truth, players, games) in [(0.5, 4, 20), (0.5, 20, 5), (0.8, 4, 100), (0.8, 20, 20)] {
        for _ in 0..amount(60, 200) {
            let draw = |rng: &mut GameRng| {
                (truth + 0.2 * f64::sqrt(truth * (1.0 - truth)) * normal(rng)).clamp(0.0, 1.0)
            };
            let mut row = |player: i32| {
                let share = draw(&mut rng);
                let score = won(&mut rng, share, games) as f64 / games as f64;
                words([&player.to_string(), &score.to_string(), &games.to_string()])
            };
            let rows: Vec<_> = (0..players).map(&mut row).collect();
            let SeatRow { score, .. } = &answer(&["bot", "score", "games"], &rows).rows[0];
            let ([low, high], next) = (score.one_more.unwrap(), draw(&mut rng));
            means += usize::from(score.low <= truth && truth <= score.high);
            more += usize::from(low <= next && next <= high);
            all += 1;
        }
    }
    assert!(means as f64 >= 0.93 * all as f64, "{means} of {all}");
    assert!(more as f64 >= 0.93 * all as f64, "{more} of {all}");
}

/// Tables whose seats are exchanged give the mirrored answer, also with more players than are all taken.
#[test]
fn exchanged_seats_mirror_the_answer() {
    let mut rng = GameRng::new(17, "table");
    for (players, games) in [(3, 60), (5, 200), (9, 90), (120, 900)] {
        let mut pick = |most: usize| (uniform(&mut rng) * most as f64) as usize;
        let (mut rows, mut exchanged) = (Vec::new(), Vec::new());
        for _ in 0..games {
            let [one, two] = [pick(players), pick(players)].map(|it| format!("ai {it}"));
            let at = pick(7 + players % 2);
            let [result, other] = if at == 0 { [0, 0] } else { [1 + at % 2, 2 - at % 2] };
            let map = pick(2).to_string();
            rows.push(words([&map, &one, &two, &result.to_string()]));
            exchanged.push(words([&map, &two, &one, &other.to_string()]));
        }
        let names = ["map", "bot_1", "bot_2", "winner"];
        let [here, there] = [answer(&names, &rows), answer(&names, &exchanged)];
        for (one, two) in here.rows.iter().zip(&there.rows) {
            let (one, two) = (&one.score, &two.score);
            let [more, other] = [one.one_more.unwrap(), two.one_more.unwrap()];
            let ends = [one.mean, one.low, one.high, more[0], more[1], one.statement.first];
            let mirrored = [two.mean, two.high, two.low, other[1], other[0], two.statement.first];
            for (end, of) in ends.into_iter().zip(mirrored) {
                near(end, 1.0 - of, 1e-8, "exchanged");
            }
        }
    }
}

/// Ratings thousands of points apart leave no chance: the answer says so, or stays wide.
#[test]
fn ratings_far_apart_tell_no_seat() {
    let of = |upsets: usize| {
        let row = |game| words(["0", "3000", if game < upsets { "1" } else { "2" }]);
        answer(&["elo_1", "elo_2", "winner"], &(0..100).map(row).collect::<Vec<_>>())
    };
    let sure = of(0);
    has(sure.rows[0].lack.as_deref().unwrap(), "the stronger player nearly always wins");
    has(&sure.notes[0], "farther than 400 from the mean of their game");
    let score = &of(10).rows[0].score;
    assert!(score.high - score.low > 0.5, "{score:?}");
    assert!(score.low < 0.5, "{score:?}");
}

/// AIs of unequal strength that change seats on maps for four, as Globulation's table has them.
#[test]
fn seat_and_skill_of_four_are_parted() {
    let mut rng = GameRng::new(12, "table");
    let (seats, skill) = ([0.4, 0.0, -0.1, -0.3], [0.8, 0.2, -0.3, -0.7_f64]);
    let odds: Vec<f64> = seats.iter().map(|it| libm::exp(*it)).collect();
    let truth: Vec<f64> = odds.iter().map(|it| it / odds.iter().sum::<f64>()).collect();
    let (mut held, mut all, mut above) = (0, 0, 0);
    for _ in 0..amount(20, 100) {
        let mut rows = Vec::new();
        for game in 0..400_usize {
            let order: Vec<usize> = (0..4).map(|seat| (seat + game) % 4).collect();
            let odds: Vec<f64> = (0..4).map(|it| libm::exp(seats[it] + skill[order[it]])).collect();
            let mut rest = uniform(&mut rng) * odds.iter().sum::<f64>();
            let winner = odds.iter().position(|it| {
                rest -= it;
                rest < 0.0
            });
            let names: Vec<String> = order.iter().map(|it| format!("ai {it}")).collect();
            let winner = (winner.unwrap_or(3) + 1).to_string();
            let winner = if game % 50 == 0 { "timeout" } else { &winner };
            rows.push([vec![format!("map {}", game % 3)], names, words([winner])].concat());
        }
        let found = answer(&["map", "ai_1", "ai_2", "ai_3", "ai_4", "winner"], &rows);
        assert_eq!((found.seats, found.without_result), (4, 8));
        for row in &found.rows {
            let truth = truth[row.seat - 1];
            held += usize::from(row.score.low <= truth && truth <= row.score.high);
            all += 1;
        }
        above += usize::from(found.classes[0].score.statement.first > 0.975);
    }
    assert!(held as f64 >= 0.93 * all as f64, "{held} of {all}");
    assert!(above > amount(10, 50), "{above}");
}

/// People of known ratings, in the words of chess.
#[test]
fn ratings_part_seat_and_skill() {
    let mut rng = GameRng::new(13, "table");
    let (mut held, mut all) = (0, 0);
    for _ in 0..amount(200, 400) {
        let mut rows = Vec::new();
        for _ in 0..300 {
            // The stronger has the first move more often.
            let gap = 120.0 * normal(&mut rng) + 60.0;
            let share = 1.0 / (1.0 + libm::exp(-(gap * 0.005_756_463 + 0.2)));
            let draw = 0.8 * share * (1.0 - share);
            let at = uniform(&mut rng);
            let result = match at {
                at if at < draw => "1/2-1/2",
                at if at < share + 0.5 * draw => "1-0",
                _ => "0-1",
            };
            let ratings = [1500.0 + gap, 1500.0].map(|it| format!("{it:.0}"));
            rows.push(words(["ann", "bob", result, &ratings[0], &ratings[1]]));
        }
        let found = answer(&["White", "Black", "Result", "WhiteElo", "BlackElo"], &rows);
        let score = &found.rows[0].score;
        held += usize::from(score.low <= 0.549_834 && 0.549_834 <= score.high);
        all += 1;
    }
    assert!(held as f64 >= 0.93 * all as f64, "{held} of {all}");
}

#[test]
fn players_of_one_seat_tell_no_seat() {
    let rows = vec![words(["ann", "bob", "1"]); 30];
    let found = answer(&["bot_1", "bot_2", "winner"], &rows);
    has(found.rows[0].lack.as_deref().unwrap(), "each player sits in one seat only");
    assert_eq!(found.rows[0].score.interval().high, 1.0);
}

#[test]
fn options_have_their_effects() {
    let mut rng = GameRng::new(14, "table");
    let (mut held, mut named) = (0, 0);
    for _ in 0..40 {
        let options = TableOptions {
            factors: vec!["drop".to_owned(), "line".to_owned()],
            ..TableOptions::default()
        };
        let mut table =
            Table::new(&["map", "drop", "line", "bot", "score", "games"], &options).unwrap();
        for at in 0..96_usize {
            let [map, drop, line, bot] = [at % 6, at / 6 % 2, at / 12 % 2, at / 24];
            let share = 0.45 + 0.02 * map as f64 + 0.1 * drop as f64;
            let score = won(&mut rng, share, 50) as f64 / 50.0;
            let row = [map, drop, line, bot].map(|it| it.to_string());
            let row: Vec<String> =
                row.into_iter().chain([score.to_string(), "50".to_owned()]).collect();
            table.add(at as u64, &row).unwrap();
        }
        let found = table.answer().unwrap();
        let [drop, line] = &found.options[..] else { panic!("{:?}", found.options) };
        assert_eq!([&*drop.option, &*drop.value, &*drop.than], ["drop", "1", "0"]);
        held += usize::from(drop.interval[0] <= 0.1 && 0.1 <= drop.interval[1]);
        held += usize::from(line.interval[0] <= 0.0 && 0.0 <= line.interval[1]);
        let gate: Gate = "no option beyond 3".parse().unwrap();
        named += usize::from(gate.verdict(&found).unwrap().0 == Verdict::Contrary);
    }
    assert!(held >= 74, "{held}");
    assert!(named >= 35, "{named}");
}

/// Two patterns that differ tell of others with one degree of freedom: 12.706 errors, by SciPy.
#[test]
fn few_patterns_that_differ_tell_little_of_an_option() {
    let options = TableOptions { factors: vec!["way".to_owned()], ..TableOptions::default() };
    let mut table = Table::new(&["map", "way", "score", "games"], &options).unwrap();
    let rows = [("a", "x", "0.5"), ("a", "y", "0.74"), ("b", "x", "0.5"), ("b", "y", "0.66")];
    for (map, way, score) in rows {
        table.add(1, &[map, way, score, "1000"]).unwrap();
    }
    let answer = table.answer().unwrap();
    let [low, high] = answer.options[0].interval;
    // The effects are .24 and .16: their mean has an error of half their difference.
    assert!(
        (low - (0.2 - 12.706_2 * 0.04)).abs() < 1e-5
            && (high - (0.2 + 12.706_2 * 0.04)).abs() < 1e-5
    );
}

#[test]
fn gates_say_what_is_shown() {
    let of = |first: u32, games: u32, require: &str| {
        let rows =
            [words(["first", &first.to_string()]), words(["second", &(games - first).to_string()])];
        let found = answer(&["winner", "games"], &rows);
        require.parse::<Gate>().unwrap().verdict(&found).unwrap()
    };
    assert_eq!(of(1010, 2000, "within 10").0, Verdict::Shown);
    assert_eq!(of(1010, 2000, "first 45..55").0, Verdict::Shown);
    assert_eq!(of(1010, 2000, "second 45..55").0, Verdict::Shown);
    assert_eq!(of(1400, 2000, "within 10").0, Verdict::Contrary);
    let (verdict, told) = of(11, 20, "within 10");
    assert_eq!(verdict, Verdict::Open);
    has(&told, "games would decide it");
    for wrong in
        ["", "within", "within x", "first 55..45", "seat 0 within 5", "no option", "45..55"]
    {
        assert!(wrong.parse::<Gate>().is_err(), "{wrong}");
    }
}

/// An opening that wins more than the others is found, with its effect.
#[test]
fn strong_openings_are_found() {
    let mut rng = GameRng::new(15, "table");
    let (mut held, mut best) = (0, 0);
    for turn in 0..40 {
        let mut rows = Vec::new();
        for at in 0..48_usize {
            let [map, first, bot] = [at % 3, at / 3 % 4, at / 12];
            let score = won(&mut rng, 0.5 + if first == 3 { 0.2 } else { 0.0 }, 20) as f64 / 20.0;
            let row = [map, first, bot].map(|it| it.to_string());
            rows.push(row.into_iter().chain([score.to_string(), "20".to_owned()]).collect());
        }
        // Whatever it is called.
        let called = ["opening", "First move"][turn % 2];
        let found = answer(&["map", called, "bot", "score", "games"], &rows);
        for cell in &found.openings {
            let it = &cell.summary.firsts[3];
            held += usize::from((it.effect.interval.low..=it.effect.interval.high).contains(&0.15));
            best += usize::from(it.best > 0.8);
        }
    }
    assert!(held >= 108 && best >= 100, "{held} {best}");
}

/// Forms that spreadsheets and programs write: signs between fields, marks, ends of lines, decimal commas.
#[test]
fn files_of_every_form_are_read() {
    let place = Place::new();
    let plain = "map,winner,games\nhills,first,30\nhills,second,20\nlakes,draw,7\n";
    place.write("plain.csv", plain);
    let expected = place.good("balance plain.csv");
    has(&expected, "2 patterns, 57 games, 2 seats");
    place.write("marked.csv", format!("\u{feff}{}", plain.replace('\n', "\r\n")));
    place.write(
        "quoted.csv",
        "\"games\";\"Map\";\"Winner\"\n\"30\";\"hills\";first\n20;hills;second\n7;lakes;draw\n",
    );
    place.write("sep.csv", format!("sep=;\n{}", plain.replace(',', ";")));
    place.write("scores.csv", "map;score;games\nhills;0,6;50\nlakes;0,5;7\n");
    for file in ["marked", "quoted", "sep"] {
        assert_eq!(place.good(&format!("balance {file}.csv")), expected, "{file}");
    }
    has(&place.good("balance scores.csv"), "60.0 (");
    let both = place.good("balance plain.csv quoted.csv");
    has(&both, "114 games");
    let renamed = plain.replace("map", "where").replace("winner", "who");
    place.write("renamed.csv", renamed);
    assert_eq!(place.good("balance renamed.csv --columns pattern=where,winner=who"), expected);
    place.refuses("balance plain.csv --columns pattern=where", 2, "there is no column `where`");
}

#[test]
fn wrong_files_are_refused_with_row_and_column() {
    let place = Place::new();
    let refuses = |text: &str, part: &str| {
        place.write("t.csv", text);
        place.refuses("balance t.csv", 2, part);
    };
    refuses("map,moves\na,3\n", "no column of results");
    refuses("map,map,winner\na,b,1\n", "two columns are called `map`");
    place.write("t.csv", "plies,rules,winner\n4,a,1\n");
    for twice in ["--fact plies,plies", "--factor rules --factor rules"] {
        place.refuses(&format!("balance t.csv {twice}"), 2, "is named twice");
    }
    place.write("t.csv", "plies,rules,winner\n".to_owned() + &",a,1\n,a,2\n".repeat(9));
    let said = place.good("balance t.csv --fact plies --factor rules");
    has(&said, "No game tells `plies`.");
    has(&said, "On no pattern are there two values of `rules` to compare.");
    refuses(
        "bot_1,bot_2,winner\na,b,1\na,b,3\n",
        "`t.csv`, line 3: `winner` is `3`: there is no seat 3",
    );
    refuses("winner\n1-0\n2\n", "line 3: `winner` is `2`, of another kind than in row 2");
    refuses("winner\nperhaps\n", "`winner` is `perhaps`");
    refuses("score\n50\n", "the first player's score, a number from 0 to 1");
    refuses("winner,games\n1,9007199254740992\n1,1\n", "line 3: the games add up to more than");
    refuses("winner,games\n1,1.5\n", "a whole number from 1");
    refuses("map,score\na,0,5\n", "line 2: 3 fields, and 2 in the header");
    // Lines are those of an editor with any ends, also behind one that a spreadsheet adds.
    refuses("map,score\r\na,0\r\na,0,5\r\n", "line 3: 3 fields");
    refuses("sep=;\r\nmap;score\r\na;0\r\na;0;5\r\n", "line 4: 3 fields");
    refuses("sep=;\nmap;score\na;0;5\n", "line 3: 3 fields");
    refuses("winner\n*\n", "none of the 1 games has a result");
    refuses("", "no column of results");
    place.refuses("balance none.csv", 2, "cannot read `none.csv`");
}

#[test]
fn requirements_have_exit_statuses() {
    let place = Place::new();
    place
        .write("even.csv", "winner,games\n1,1010\n2,990\n")
        .write("far.csv", "winner,games\n1,1400\n2,600\n");
    place.write("few.csv", "winner,games\n1,11\n2,9\n");
    for (file, status, told) in [
        ("even", 0, "Shown: "),
        ("far", 4, "The contrary is shown of "),
        ("few", 5, "games would decide it."),
    ] {
        let mut command = place.command(&format!("balance {file}.csv --require"));
        let ran = finished(command.arg("within 10"));
        assert_eq!(ran.status, status, "{ran}");
        has(&ran.stdout, told);
    }
    place.refuses("balance even.csv --require fair", 2, "`fair` is no requirement");
    // An estimate at the limit may be there by chance; and players may be what is lacking.
    let ends = |table: &str, told: &str| {
        place.write("t.csv", table);
        let ran = place.shell("pasang balance t.csv --require 'within 10'");
        has(&ran.stdout, told);
        assert_eq!(ran.status, 5, "{ran}");
    };
    ends("winner,games\n1,12\n2,8\n", "after 20 games; about 220 games would decide it.");
    ends("winner,games\n1,600000\n2,400000\n", "it is at the limit.");
    let two = "winner,bot,games\n1,a,4900\n2,a,100\n1,b,1300\n2,b,3900\n";
    ends(two, "games by ");
    let many = |at| format!("1,a{at},5000\n1,b{at},1000\n2,b{at},4000\n");
    let many: String = (0..10).map(many).collect();
    ends(&format!("winner,bot,games\n{many}"), "more players would tell, more games hardly.");
    let fixed = "bot_1,bot_2,winner,games\na,b,1,30\na,b,2,20\n";
    ends(fixed, "let them change seats, after 50 games.");
}

/// Options that vary between patterns only are compared with nothing; and an interval that holds all there
/// is shows no contrary.
#[test]
fn options_of_whole_patterns_tell_nothing() {
    let place = Place::new();
    let mut table = "map,ai,rule,winner,games\n".to_owned();
    for (map, rule) in [("a", "old"), ("b", "old"), ("c", "new"), ("d", "new")] {
        for ai in ["x", "y"] {
            table += &format!("{map},{ai},{rule},1,30\n{map},{ai},{rule},2,30\n");
        }
    }
    place.write("t.csv", &table);
    let said = place.good("balance t.csv --factor rule");
    assert!(!said.contains("new instead of old"), "{said}");
    let ran = place.shell("pasang balance t.csv --factor rule --require 'no option beyond 3'");
    assert_eq!(ran.status, 2, "{ran}");
    has(&ran.stderr, "no pattern has games with two values of an option");
    // Six games with either value.
    let few = "map,ai,rule,winner,games\na,x,old,1,3\na,x,old,2,3\na,x,new,1,3\na,x,new,2,3\n";
    place.write("few.csv", few);
    let few = place.shell("pasang balance few.csv --factor rule --require 'no option beyond 1'");
    assert_eq!(few.status, 5, "{few:?}");
}

/// A second column of one meaning is named; one that is an option, or that the caller gives a meaning, is read.
#[test]
fn columns_that_are_passed_over_are_named() {
    let names = ["map", "setup", "level_seed", "winner", "result"];
    let told = |options: &TableOptions| {
        let mut table = Table::new(&names, options).unwrap();
        for row in 0..8 {
            let map = if row % 2 == 0 { "a" } else { "b" };
            table.add(row, &[map, "x", "7", "first", "first"]).unwrap();
        }
        table.answer().unwrap().notes.join("\n")
    };
    let note = |all: &str| format!("Not read, as other columns have their meaning: {all}.");
    has(&told(&TableOptions::default()), &note("`setup`, `level_seed`"));
    let factors = vec!["setup".to_owned()];
    has(&told(&TableOptions { factors, ..TableOptions::default() }), &note("`level_seed`"));
    let columns = vec![("pattern".to_owned(), "setup".to_owned())];
    has(&told(&TableOptions { columns, ..TableOptions::default() }), &note("`map`, `level_seed`"));
}

/// Tables that do not go together, and numbers and names that may be read in two ways, are refused;
/// extreme counts are answered.
#[test]
fn tables_that_would_mislead_are_refused() {
    let place = Place::new();
    place.write("two.csv", "bot_1,bot_2,winner\na,b,1\nb,a,1\na,b,2\nb,a,1\na,b,1\n");
    place.write("three.csv", "bot_1,bot_2,bot_3,winner\na,b,c,1\nc,b,a,3\nb,c,a,2\n");
    place.write("open.csv", "bot,winner\na,1\na,3\n");
    place.write("rated.csv", "rating_1,rating_2,winner\n1500,1600,1\n1600,1500,2\n");
    for (tables, why) in [
        ("two.csv three.csv", "it has 3 seats, and the tables before 2"),
        ("three.csv two.csv", "it has 2 seats, and the tables before 3"),
        ("two.csv open.csv", "the tables before have 2 seats"),
        ("two.csv rated.csv", "one table has ratings by seat, and another one has none"),
    ] {
        place.refuses(&format!("balance {tables}"), 2, why);
    }
    for thousand in ["\"1,000\"", "1.000", "\"12,000\""] {
        place.write("much.csv", format!("winner,games\n1,{thousand}\n2,500\n"));
        place.refuses("balance much.csv", 2, "without signs between thousands");
    }
    std::fs::write(place.path("latin.csv"), b"map,winner\nm\xe9,1\nm\xe8,2\n").unwrap();
    place.refuses("balance latin.csv", 2, "`latin.csv`, line 2: this is no text in UTF-8");
    place.refuses("balance /dev/zero", 2, "`/dev/zero` is no regular file");
    // Several columns of results must agree, unless one is chosen.
    for (table, chosen, names) in [
        ("winner,score\n1,0.2\n", "score=score", "`winner` and `score`"),
        ("winner,result\n1,0-1\n", "winner=result", "`winner` and `result`"),
        ("winner,score_1,score_2\n2,9,3\n", "score_1=score_1", "`winner` and `score_1`"),
        (
            "place_1,place_2,points_1,points_2\n1,2,3,4\n",
            "place_1=place_1",
            "`place_1` and `points_1`",
        ),
    ] {
        place.write("both.csv", table);
        place.refuses("balance both.csv", 2, &format!("{names} tell different winners"));
        place.good(&format!("balance both.csv --columns {chosen}"));
    }
    for table in [
        "winner,score_1,score_2\n1,9,3\n0,5,5\n2,,\n",
        "winner,result,score\nfirst,1-0,1\nsecond,resigned,0\ndraw,,0.5\n",
    ] {
        place.write("agreed.csv", table);
        has(&place.good("balance agreed.csv"), "3 games, 2 seats");
    }
    for from in ["0", "-1", "0.5"] {
        place.write("places.csv", format!("place_1,place_2\n2,{from}\n"));
        place.refuses("balance places.csv", 2, "it must be a place, from 1");
    }
    // Seats that the rows tell.
    place.write("one.csv", "winner\n1\n2\n3\n").write("more.csv", "winner\n3\n3\n1\n");
    has(&place.good("balance one.csv more.csv"), "6 games, 3 seats");
    // Regression: without any weight there were no points to integrate over.
    place.write("far.csv", "bot,winner,games\nb,1,2\nc,1,10000000000\n");
    place.good("balance far.csv");
    let rows = "a,x,1,9\na,x,2,9\na,y,1,9\na,y,2,5\n";
    place.write("steers.csv", format!("bot,\u{1b}[31mdrop,winner,games\n{rows}"));
    let said = place.shell("pasang balance steers.csv --factor $'\\e[31mdrop'");
    assert!(said.status == 0 && !said.stdout.contains('\u{1b}'), "{said}");
}

/// Games that two names have count once; a table beside another file than before does not.
#[test]
fn games_given_twice_are_refused() {
    let place = Place::new();
    let table = "map,winner,games\nhills,1,30\nhills,2,20\n";
    place.write("a.csv", table).write("b.csv", table).write("c.csv", table.replace("30", "31"));
    place.refuses("balance a.csv c.csv ./a.csv", 2, "`./a.csv` holds the games of `a.csv`");
    place.refuses("balance a.csv b.csv", 2, "`b.csv` holds the games of `a.csv`");
    place.refuses("balance a.csv a.csv", 2, "`a.csv` is given twice");
    has(&place.good("balance a.csv c.csv"), "101 games");
}

/// The page has what the terminal shows, and all rows, without a script or a network.
#[test]
fn a_page_has_the_whole_answer() {
    let place = Place::new();
    let mut table = "map,ai,drop,opening,winner,games\n".to_owned();
    for at in 0..48 {
        let [map, ai, drop, first] = [at % 6, at / 6 % 2, at / 12 % 2, at / 24];
        let won = 12 + map + 3 * drop + 2 * first;
        table += &format!("m<{map}>,{ai},{drop},o{first},1,{won}\n");
        table += &format!("m<{map}>,{ai},{drop},o{first},2,{}\n", 30 - won);
    }
    place.write("t.csv", table);
    let said = place.good("balance t.csv --factor drop --html page.html");
    let page = place.text("page.html");
    for part in
        ["<h1>The first player scores ", ">By class<", ">All patterns<", ">Options of the rules<"]
    {
        has(&page, part);
    }
    let is_told = |line: &&str| line.contains("drop 1 instead of") || line.contains("is open: ");
    let told: Vec<&str> = said.lines().filter(is_told).collect();
    assert_eq!(told.len(), 2, "{said}");
    told.iter().for_each(|line| has(&page, line));
    (0..6).for_each(|map| has(&page, &format!("<th scope=\"row\">m&lt;{map}&gt;</th>")));
    for banned in ["<script", "http:", "https:", "m<0>"] {
        assert!(!page.replace("http://www.w3.org/", "").contains(banned), "{banned}");
    }
    has(&said, "Each score is a mean over the values of drop.");
    // Nothing is written if a part cannot be.
    let all = "balance t.csv --out tables --svg pictures --html";
    place.refuses(&format!("{all} page.html"), 2, "is there already");
    place.write("pictures/patterns.svg", "mine");
    place.refuses(&format!("{all} other.html"), 2, "is there already");
    place.write("three.csv", "winner,games\n1,5\n2,5\n3,5\n");
    let all = all.replace("t.csv", "three.csv").replace("pictures", "others");
    place.refuses(&format!("{all} other.html"), 2, "pictures are of games for two");
    for none in ["tables", "other.html", "others"] {
        assert!(!place.has(none), "{none}");
    }
}

/// The variances of four groups are 1, 1, 4 and 4, by the module `statistics` of Python; with 5.88 degrees of
/// freedom, of which 5 count, the quantile of Student's t is 2.5706, by SciPy.
#[test]
fn facts_have_means_and_effects_of_options() {
    let [factors, facts] = ["way", "length"].map(|it| vec![it.to_owned()]);
    let options = TableOptions { factors, facts, ..TableOptions::default() };
    let names = ["map", "way", "winner", "length", "n"];
    let mut table = Table::new(&names, &options).unwrap();
    let groups = [("a", "x", [10, 12, 11]), ("a", "y", [20, 22, 21]), ("b", "x", [10, 14, 12])];
    for (map, way, lengths) in groups.into_iter().chain([("b", "y", [20, 24, 22])]) {
        for length in lengths {
            table.add(1, &[map, way, "1", &length.to_string(), "1"]).unwrap();
        }
        // A game that does not tell it.
        table.add(1, &[map, way, "2", "", "7"]).unwrap();
    }
    let error = table.add(9, &["a", "x", "1", "long", "1"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 9: `length` is `long`; a fact is a number of at most 1e100, or nothing"
    );
    let found = table.answer().unwrap();
    let fact = &found.facts[0];
    let [low, high] = fact.interval.unwrap();
    assert_eq!((&*fact.fact, fact.games, found.facts.len()), ("length", 12, 1));
    assert!(
        (fact.mean - 16.5).abs() < 1e-12
            && (low - 15.326_695).abs() < 1e-5
            && (high - 17.673_305).abs() < 1e-5
    );
    let effect = &fact.effects[0];
    assert_eq!((&*effect.value, &*effect.than, effect.games), ("y", "x", 6));
    // Twice the error of a mean of six.
    let half = 2.570_58 * 0.912_871;
    assert!((effect.effect - 10.0).abs() < 1e-7 && (effect.interval[0] - 10.0 + half).abs() < 1e-4);
}
