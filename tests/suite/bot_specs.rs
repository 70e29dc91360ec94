//! The words of bots: read, written, refused.

use pasang_core::BotSpec;
use pasang_core::players::bots::Name;

/// Each word, as it is written, and with all options.
#[test]
fn words_are_written_in_one_order_without_defaults() {
    let rest = "solve=0,eval=fitted,noise=0,spread=0,hash=16";
    for (read, short, full) in [
        ("random", "random", "random".to_owned()),
        ("greedy", "greedy", "greedy".to_owned()),
        ("mirror", "mirror", "mirror".to_owned()),
        ("search", "search:depth=4", format!("search:depth=4,nodes=0,{rest}")),
        ("search:nodes=7", "search:nodes=7", format!("search:depth=120,nodes=7,{rest}")),
        (
            "search:nodes=5,spread=2.50,depth=3,noise=0.050,hash=1,eval=score",
            "search:depth=3,nodes=5,eval=score,noise=0.05,spread=2.5,hash=1",
            "search:depth=3,nodes=5,solve=0,eval=score,noise=0.05,spread=2.5,hash=1".to_owned(),
        ),
        (
            "search:within=900,solve=20",
            "search:depth=4,solve=20,within=900",
            "search:depth=4,nodes=0,solve=20,eval=fitted,noise=0,spread=0,hash=16,within=900"
                .to_owned(),
        ),
        (
            "mcts:noise=1,leaf=played",
            "mcts:playouts=500,leaf=played,noise=1",
            "mcts:playouts=500,leaf=played,noise=1,hash=16".to_owned(),
        ),
    ] {
        let spec: BotSpec = read.parse().unwrap();
        assert_eq!((spec.to_string().as_str(), spec.to_canonical_string()), (short, full));
        assert_eq!(short.parse(), Ok(spec));
        assert_eq!(spec.to_canonical_string().parse(), Ok(spec));
        assert!(read.starts_with(spec.name()) && spec.version() > 0);
    }
}

/// The wrong part, what is wrong with it, and what was expected.
#[test]
fn wrong_words_are_shown_where_they_stand() {
    let depths = "expected a whole number from 1 to 120";
    for (word, part, what, expected) in [
        ("greddy", "greddy", "unknown bot `greddy`", "expected `random`, `greedy`"),
        ("random:noise=1", ":noise=1", "`random` has no options", "expected `random`"),
        ("search:dept=4", "dept", "`search` has no option `dept`", "its options are `depth`,"),
        ("search:depth=4,", "", "`search` has no option ``", "its options are `depth`,"),
        ("search:within=7", "7", "`7` is no `within` of `search`", "expected a `solve`"),
        ("search:depth=121", "121", "`121` is no `depth` of `search`", depths),
        ("search:depth=+4", "+4", "`+4` is no `depth` of `search`", depths),
        ("search:depth", "depth", "`` is no `depth` of `search`", depths),
        ("search:depth=", "depth=", "`` is no `depth` of `search`", depths),
        ("search:nodes=00", "00", "`00` is no `nodes`", "0, no limit, goes with a `depth`"),
        ("search:nodes=-1", "-1", "`-1` is no `nodes`", "expected a whole number from 0 to"),
        ("a greedy bot", " ", "a bot's word has no spaces", "found one here"),
        ("search:hash=9,hash=9", "hash", "option `hash` of `search` is given", "once"),
        ("search:eval=fited", "fited", "`fited` is no `eval`", "expected `fitted`, `second`"),
        ("search:spread=0.125", "0.125", "`0.125` is no `spread`", "expected points from 0"),
        ("mcts:noise=1.5", "1.5", "`1.5` is no `noise` of `mcts`", "expected a share from 0"),
    ] {
        let no = word.parse::<BotSpec>().unwrap_err();
        assert_eq!(&word[no.span.unwrap()], part, "{word}");
        assert!(no.message.starts_with(what), "{word}: {}", no.message);
        assert!(no.label.starts_with(expected), "{word}: {}", no.label);
    }
    for (word, near) in [("greddy", "`greedy`"), ("search:dept=4", "`depth`")] {
        let help = word.parse::<BotSpec>().unwrap_err().help;
        assert_eq!(help, Some(format!("did you mean {near}?")));
    }
    assert!("".parse::<BotSpec>().is_err());
}

/// Each bot and each of its options stands in the guide's list.
#[test]
fn the_guide_names_every_bot_and_option() {
    let guide = include_str!("../../docs/guide.md");
    for bot in BotSpec::names() {
        assert!([":", "`"].iter().any(|end| guide.contains(&format!("`{bot}{end}"))), "{bot}");
        let options = format!("{bot}:?").parse::<BotSpec>().unwrap_err().label;
        for option in options.split('`').skip(1).step_by(2).filter(|it| *it != bot) {
            let stands =
                [" `", ",", ":"].iter().any(|at| guide.contains(&format!("{at}{option}=")));
            assert!(stands, "{bot}: {option}");
        }
    }
}

#[test]
fn shares_are_written_as_they_were_read() {
    let again = |text: &str| {
        let spec: BotSpec = format!("mcts:noise={text}").parse().ok()?;
        spec.to_string().strip_prefix("mcts:playouts=500,noise=").map(str::to_owned)
    };
    for text in ["1", "0.05", "0.000001", "0.999999", "0.5"] {
        assert_eq!(again(text).as_deref(), Some(text));
    }
    for (text, word) in [("0.50", "0.5"), ("1.0", "1"), (".5", "0.5"), (".05", "0.05")] {
        assert_eq!(again(text).as_deref(), Some(word));
    }
    for text in
        ["", ".", "1.", "..5", "-.5", "1.000001", "2", "0.0000001", "-0", "+1", "1e-3", "0,5"]
    {
        assert_eq!(again(text), None, "{text}");
    }
}

#[test]
fn names_of_engines_are_kept() {
    let name = |text: &str| Name::new(text);
    assert_eq!(name("Ali").unwrap().as_str(), "Ali");
    assert_eq!(name(&"x".repeat(80)).unwrap().to_string().len(), 80);
    for unfit in ["", "a b", "a/b", "a,b", "a:b", "a\n", &"x".repeat(81), &"é".repeat(41)] {
        assert_eq!(name(unfit), None, "{unfit}");
    }
    // Names are ordered as their texts are.
    assert!(name("Ali") < name("Ali2"));
}
