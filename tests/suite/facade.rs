//! The interface of pasang-core that other programs use: what a caller may do wrong, or in another order.

use pasang_core::{
    Bot, BotSpec, CancelToken, Diagnostics, ErrorKind, Game, GameRecord, GameRng, GameRunner,
    Limits, Position, Review, Seat, Setup, SolveGoal, Solver,
};

/// An ending whose winner depends on whether a stuck player loses.
const ENDING: &str = "ww........./ww.......w./.........../.........../....1....../....._...../.........../\
                      .........../......2..../.........ww/.........ww:main:2:85-74:brunei-slide";

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn start(rules: &str, setup: &str) -> Position {
    Game::preset(rules).unwrap().start(&Setup::builtin(setup).unwrap()).unwrap()
}

/// Scores are those of the players there are.
#[test]
fn a_game_for_two_has_two_scores() {
    assert_eq!(*position(ENDING).scores(), [85, 74]);
    let three = Game::preset("bell").unwrap().with("players", "3").unwrap();
    let start = three.start(&Setup::builtin("bell-chequer").unwrap()).unwrap();
    assert_eq!((*start.scores()).len(), 3);
}

/// Regression: a table that was filled under one rule set answered for another.
#[test]
fn tables_of_one_rule_set_do_not_answer_for_another() {
    let texts = [ENDING.to_owned(), format!("{ENDING}:stuck=score-decides")];
    let solve = |solver: &mut Solver, text: &String| {
        let solution = solver.solve(&position(text), SolveGoal::Margin, Limits::NONE);
        (solution.winner(), solution.margin(), solution.best_move)
    };
    let fresh = texts.each_ref().map(|text| solve(&mut Solver::with_table_mib(1), text));
    assert_ne!(fresh[0], fresh[1]);
    let mut solver = Solver::with_table_mib(1);
    for place in [0, 1, 0] {
        assert_eq!(solve(&mut solver, &texts[place]), fresh[place]);
    }
    let build = || "search:depth=20,solve=20".parse::<BotSpec>().unwrap().build();
    let analyze = |bot: &mut dyn Bot, text: &String| {
        bot.choose_move(&position(text), &mut GameRng::new(0, "facade"))
    };
    let fresh = texts.each_ref().map(|text| analyze(&mut build(), text));
    let mut bot = build();
    for place in [0, 1, 0] {
        assert_eq!(analyze(&mut bot, &texts[place]), fresh[place]);
    }
}

#[test]
fn games_of_more_than_two_are_neither_solved_nor_reviewed() {
    let rules = Game::preset("bell").unwrap().with("players", "3").unwrap();
    let start = rules.start(&Setup::builtin("catalogue-05").unwrap()).unwrap();
    let solution = Solver::with_table_mib(1).solve(&start, SolveGoal::Outcome, Limits::nodes(1000));
    assert!(!solution.is_proven() && solution.best_move.is_none());
    let record = GameRunner::new(&start).play();
    assert!(Review::of(&record, 10, &CancelToken::default()).is_none());
    assert_eq!(record.to_string().parse::<GameRecord>().unwrap().moves, record.moves);
}

#[test]
fn moves_of_other_boards_and_games_are_illegal() {
    let (small, large) =
        (start("brunei-slide", "fourfold-5-1"), start("brunei-slide", "catalogue-01"));
    let bell = start("bell", "catalogue-01");
    let foreign = small.parse_move("b").unwrap();
    assert!(small.is_legal(foreign));
    for mut position in [large, bell] {
        assert!(!position.is_legal(foreign));
        assert_eq!(position.play(foreign).unwrap_err().text, "b");
    }
    assert!(GameRecord::new(large, vec![foreign]).is_err());
    let twice = vec![large.parse_move("c").unwrap(); 2];
    assert!(GameRecord::new(large, twice).is_err());
}

/// A depth limit is that of the bot's option.
#[test]
fn limits_hold_for_bots() {
    let position = start("brunei-jump", "catalogue-05");
    let analyze = |bot: &str, limits| {
        bot.parse::<BotSpec>().unwrap().build().analyze(&position, limits).unwrap()
    };
    let shallow = analyze("search:depth=9", Limits::depth(2));
    assert_eq!(shallow, analyze("search:depth=2", Limits::NONE));
    assert_eq!(analyze("search", Limits::depth(0)), analyze("search:depth=1", Limits::NONE));
    assert!(analyze("search:nodes=20000", Limits::nodes(100)).nodes < 200);
}

#[test]
fn a_record_keeps_its_comments() {
    let text =
        "date: 1987\nsetup: catalogue-01\nmoves: {before} c {one} {two} j\nb4-c4xn3 {last}\n";
    let record: GameRecord = text.parse().unwrap();
    let again: GameRecord = format!("\u{feff}{record}").parse().unwrap();
    assert_eq!(again.comments.len(), 4);
    assert_eq!((&again.comments, &again.moves), (&record.comments, &record.moves));
    assert_eq!((&again.about, again.start), (&record.about, record.start));
    let json = serde_json::json!([record, record.last()]);
    let (again, last): (GameRecord, Position) = serde_json::from_value(json).unwrap();
    assert_eq!((&again.comments, last), (&record.comments, record.last()));
    assert!(serde_json::from_str::<Position>("\"nowhere\"").is_err());
}

#[test]
fn a_review_takes_any_number_of_positions() {
    let mut ending = position(ENDING);
    let mv = ending.legal_moves()[0];
    let record = GameRecord::new(ending, vec![mv]).unwrap();
    ending.play(mv).unwrap();
    for positions in [0, 1, u64::MAX] {
        let review = Review::of(&record, positions, &CancelToken::default()).unwrap();
        assert_eq!(review.accuracy(Seat::SECOND).choices, 1);
    }
}

#[test]
fn errors_tell_programs_what_is_wrong() {
    use ErrorKind::{IllegalMove, Invalid, Missing, Repeated, Unknown};
    for (bot, kind) in [
        ("serach", Unknown),
        ("search:dept=2", Unknown),
        ("search:depth=2,depth=2", Repeated),
        ("search:depth=two", Invalid),
        ("engine", Missing),
    ] {
        assert_eq!(bot.parse::<BotSpec>().unwrap_err().kind, kind, "{bot}");
    }
    for (game, kind) in [
        ("setup: catalogue-01\nmoves: c c\n", IllegalMove),
        ("setup: catalogue-1\nmoves: c\n", Unknown),
        ("setup: catalogue-01\nsetup: catalogue-01\nmoves: c\n", Repeated),
        ("moves: c\n", Missing),
        ("setup: catalogue-01\nmoves: c {\n", Invalid),
    ] {
        let faults: Diagnostics = game.parse::<GameRecord>().unwrap_err();
        let kinds: Vec<ErrorKind> = faults.in_order().iter().map(|(_, fault)| fault.kind).collect();
        assert_eq!(kinds, [kind], "{game}");
    }
    let toggle = Game::preset("brunei-slide").unwrap().with("stuk", "score-decides").unwrap_err();
    assert_eq!(toggle.kind, Unknown);
    assert_eq!("a:b:c".parse::<Position>().unwrap_err().kind, Invalid);
    // Another program has no seat here.
    let refused = GameRunner::new(&start("bell", "bell-chequer")).bots(["engine:mine"]).err();
    assert_eq!(refused.unwrap().kind, Invalid);
}
