//! Who is better, and by how much: Elo against figures from other programs, against strengths that
//! are known, and through the whole program.

use crate::support::Place;
use crate::support::figures::near;
use pasang::base::random::Stream;
use pasang::stats::elo::{Above, Estimate, Ladder, Meeting, Missing, ladders};

fn meeting(first: usize, second: usize, games: f64, score: f64) -> Meeting {
    on_setup(0, first, second, games, score)
}

fn on_setup(setup: usize, first: usize, second: usize, games: f64, score: f64) -> Meeting {
    Meeting { players: [first, second], games, score, setup }
}

/// The players' ladder, where there is but one.
fn ladder(players: usize, meetings: &[Meeting]) -> Ladder {
    let mut ladders = ladders(players, meetings);
    assert_eq!(ladders.len(), 1);
    ladders.remove(0)
}

/// `tests/data/statistics/elo.py` says where the figures come from.
#[test]
fn estimates_are_those_of_statsmodels() {
    let table = include_str!("../data/statistics/elo.tsv");
    let cases = table.split("case\t").skip(1);
    let mut differences = 0;
    for case in cases {
        let mut lines = case.lines().map(|line| line.split('\t').collect::<Vec<&str>>());
        let head = lines.next().unwrap();
        let players: usize = head[1].parse().unwrap();
        let lines: Vec<Vec<&str>> = lines.collect();
        let number = |text: &str| text.parse::<f64>().unwrap();
        let place = |text: &str| text.parse::<usize>().unwrap();
        let meetings: Vec<Meeting> = lines
            .iter()
            .filter(|line| line[0] == "meeting")
            .map(|line| {
                let [first, second, setup] = [1, 2, 5].map(|at| place(line[at]));
                on_setup(setup, first, second, number(line[3]), number(line[4]))
            })
            .collect();
        let found = ladder(players, &meetings);
        let dispersion = lines.iter().find(|line| line[0] == "dispersion").unwrap()[1];
        match found.dispersion {
            Some(found) => near(found, number(dispersion), 1e-6, head[0]),
            None => assert_eq!(dispersion, "nan"),
        }
        let setups = lines.iter().find(|line| line[0] == "setups").unwrap();
        assert_eq!(found.setups, place(setups[1]), "{}", head[0]);
        // On one setup intervals are made wider, and never narrower.
        let wider = found.dispersion.map_or(1.0, |dispersion| dispersion.max(1.0)).sqrt();
        let check = |estimate: Estimate, value: f64, [alone, between]: [f64; 2], what: &str| {
            near(estimate.elo, value, 1e-6, what);
            let normal = 1.959963984540054 * alone;
            let half = match found.setups {
                1 => normal * wider,
                _ => normal.max(number(setups[2]) * between),
            };
            near(estimate.interval.low, value - half, 1e-6, what);
            near(estimate.interval.high, value + half, 1e-6, what);
        };
        let seat = lines.iter().find(|line| line[0] == "seat").unwrap();
        let errors = |line: &[&str]| [number(line[0]), number(line[1])];
        check(found.seat.unwrap(), number(seat[1]), errors(&seat[2..]), head[0]);
        let expected = |upper: usize, lower: usize| {
            let line = lines.iter().find(|line| {
                let pair = [upper.max(lower).to_string(), upper.min(lower).to_string()];
                line[0] == "difference" && line[1..3] == pair
            });
            let line = line.unwrap();
            let sign = if upper > lower { 1.0 } else { -1.0 };
            (sign * number(line[3]), errors(&line[4..]))
        };
        let weakest = found.steps.last().unwrap().player;
        for (upper, lower) in found.steps.iter().zip(&found.steps[1..]) {
            let (value, errors) = expected(upper.player, lower.player);
            assert!(value >= 0.0, "{}: the stronger one stands above", head[0]);
            let Above::By(by) = upper.above else { panic!("{}: no estimate", head[0]) };
            check(by, value, errors, head[0]);
            let (value, errors) = expected(upper.player, weakest);
            check(upper.elo.unwrap(), value, errors, head[0]);
            differences += 2;
        }
    }
    assert!(differences > 20);
}

/// A number drawn from the normal distribution: twelve even ones, less their mean.
fn normal(stream: &mut Stream) -> f64 {
    (0..12).map(|_| stream.below(1 << 24) as f64 / (1 << 24) as f64).sum::<f64>() - 6.0
}

/// Five players of known strength, on few and many setups that are alike, and on such where the
/// strengths and what the seat is worth differ from setup to setup: the intervals hold the truth as
/// often as they say. Where setups are alike they may do so more often, for they are as wide as the
/// games alone make them, and wider where setups happen to differ.
#[test]
fn intervals_hold_known_strengths() {
    hold_known_strengths(1, 0.0, 0.935..0.985);
    hold_known_strengths(3, 0.0, 0.945..1.0);
    for setups in [3, 8] {
        for deviation in [0.15, 0.4] {
            hold_known_strengths(setups, deviation, 0.93..0.985);
        }
    }
}

fn hold_known_strengths(setups: usize, deviation: f64, expected: std::ops::Range<f64>) {
    const RUNS: usize = 400;
    let strengths = [0.0, 0.4, 0.5, 1.3, 2.0];
    let seat = 0.25;
    let elo = 400.0 / std::f64::consts::LN_10;
    let mut stream = Stream::new(7, &format!("known strengths {setups} {deviation}"));
    let (mut held, mut seats_held, mut all, mut sum) = (0, 0, 0, 0.0);
    for _ in 0..RUNS {
        let mut meetings = Vec::new();
        for setup in 0..setups {
            let own = strengths.map(|strength| strength + deviation * normal(&mut stream));
            let own_seat = seat + deviation * normal(&mut stream);
            for (first, second) in
                [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3), (0, 2), (2, 4)]
            {
                let odds: f64 = own[first] - own[second] + own_seat;
                let p = 1.0 / (1.0 + (-odds).exp());
                let bound = (p * 4e9) as u32;
                let wins = (0..60).filter(|_| stream.below(4_000_000_000) < bound).count();
                meetings.push(on_setup(setup, first, second, 60.0, wins as f64));
            }
        }
        let found = ladder(5, &meetings);
        let holds = |estimate: Estimate, truth: f64| {
            (estimate.interval.low..=estimate.interval.high).contains(&truth)
        };
        for (upper, lower) in found.steps.iter().zip(&found.steps[1..]) {
            let Above::By(by) = upper.above else { panic!("no estimate") };
            let truth = elo * (strengths[upper.player] - strengths[lower.player]);
            held += usize::from(holds(by, truth));
            all += 1;
        }
        let top = found.steps.iter().find(|step| step.player == 4).unwrap().elo.unwrap().elo;
        let low = found.steps.iter().find(|step| step.player == 0).unwrap().elo.unwrap().elo;
        sum += top - low;
        seats_held += usize::from(holds(found.seat.unwrap(), elo * seat));
    }
    let share = |held: usize, of: usize| held as f64 / of as f64;
    let name = format!("{setups} setups that differ by {deviation}");
    println!("{name}: {:.3}, seat {:.3}", share(held, all), share(seats_held, RUNS));
    assert!(expected.contains(&share(held, all)), "{name}: {}", share(held, all));
    // One figure a run: its share varies more.
    let wider = expected.start - 0.02..expected.end + 0.01;
    assert!(wider.contains(&share(seats_held, RUNS)), "{name}: {}", share(seats_held, RUNS));
    // The mean of many estimates is near the truth; odds that differ draw it a little to even.
    let off = (sum / RUNS as f64 - elo * 2.0).abs();
    assert!(off < 6.0 + 200.0 * deviation * deviation, "{name}: {off}");
}

/// The reference is the bound of Clopper and Pearson: 0.025^(1/20) = 0.831566, 277.39 Elo (SciPy
/// 1.17.1, `beta.ppf(0.025, 20, 1)`).
#[test]
fn who_never_lost_has_a_bound_and_no_estimate() {
    let shut_out = [
        meeting(0, 1, 10.0, 0.0),
        meeting(1, 0, 10.0, 10.0),
        meeting(1, 2, 10.0, 4.0),
        meeting(2, 1, 10.0, 3.0),
    ];
    let found = ladder(3, &shut_out);
    assert_eq!(found.steps.iter().map(|step| step.group).collect::<Vec<_>>(), [1, 1, 2]);
    assert_eq!(found.steps[2].player, 0);
    assert_eq!(found.steps[2].group, 2);
    assert_eq!(found.steps[2].elo, None);
    // The games of the other group are those of two players alone.
    let alone = ladder(2, &[meeting(0, 1, 10.0, 4.0), meeting(1, 0, 10.0, 3.0)]);
    assert_eq!(found.seat, alone.seat);
    assert_eq!(found.steps[0].above, alone.steps[0].above);
    // The next above is whoever stands last in its group, and may not have played player 0.
    match (found.steps[1].player, found.steps[1].above) {
        (1, Above::AtLeast(bound)) => assert!((bound - 277.39).abs() < 0.01, "{bound}"),
        (2, above) => assert_eq!(above, Above::ByWayOfOthers),
        other => panic!("{other:?}"),
    }
    let both = [meeting(0, 1, 10.0, 0.0), meeting(1, 0, 10.0, 10.0)];
    let found = ladder(2, &both);
    let Above::AtLeast(bound) = found.steps[0].above else { panic!("{found:?}") };
    assert!((bound - 277.39).abs() < 0.01, "{bound}");
    assert_eq!(found.steps[0].above.separated(), Some(true));
    assert_eq!((found.steps[0].player, found.seat, found.missing), (1, None, None));
    // Five games are too few: 0.025^(1/5) = 0.478.
    let found = ladder(2, &[meeting(0, 1, 5.0, 5.0)]);
    assert_eq!(found.steps[0].above.separated(), Some(false));
}

#[test]
fn what_games_cannot_tell_is_not_told() {
    // Seats were not swapped.
    let found = ladder(2, &[meeting(0, 1, 50.0, 30.0)]);
    assert_eq!(found.missing, Some(Missing::Confounded));
    assert_eq!(
        (found.seat, found.steps[0].elo, found.steps[0].above),
        (None, None, Above::Unknown)
    );
    // Three players without a swap, in a circle: here the seat can be told.
    let circle = [meeting(0, 1, 50.0, 30.0), meeting(1, 2, 50.0, 30.0), meeting(2, 0, 50.0, 30.0)];
    let found = ladder(3, &circle);
    assert_eq!(found.missing, None);
    near(found.seat.unwrap().elo, 400.0 * 1.5_f64.log10(), 1e-6, "seat");
    // Whoever moves first wins.
    let found = ladder(2, &[meeting(0, 1, 50.0, 50.0), meeting(1, 0, 50.0, 50.0)]);
    assert_eq!(found.missing, Some(Missing::SeatDecides));
    assert_eq!(found.steps[0].above, Above::Unknown);
    // Players that never met, not even by way of others.
    let apart = [
        meeting(0, 2, 50.0, 30.0),
        meeting(2, 0, 50.0, 30.0),
        meeting(1, 3, 50.0, 10.0),
        meeting(3, 1, 50.0, 10.0),
        meeting(4, 0, 0.0, 0.0),
    ];
    let members: Vec<Vec<usize>> = ladders(5, &apart)
        .iter()
        .map(|ladder| ladder.steps.iter().map(|step| step.player).collect())
        .collect();
    assert_eq!(members, [vec![0, 2], vec![1, 3]]);
    // Two that lost every game to a third: which of them is better nobody knows.
    let lost = [meeting(0, 1, 9.0, 0.0), meeting(2, 1, 9.0, 0.0)];
    let found = ladder(3, &lost);
    assert_eq!(found.steps[0].player, 1);
    assert_eq!(found.steps[1].above, Above::Unknown);
}

const LADDER: &str = "seed = 3\ngames = 60\nsetups = [\"catalogue-01\", \"catalogue-02\", \"catalogue-03\", \n\
    \"catalogue-04\"]\n\
    rules = [\"brunei-slide\"]\nbots = [[\"random\", \"greedy\"]]\nswap = true\nopenings = \"all\"\n";

#[test]
fn strength_is_part_of_the_results() {
    let place = Place::with(LADDER);
    let ran = place.pasang("run e.toml --out out");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("Who is better, brunei-slide, 4 setups, in Elo"), "{}", ran.stdout);
    let table = place.text("out/elo.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!((rows[1][5], rows[1][6], rows[1][11]), ("greedy", "480", "random"));
    assert_eq!((rows[2][5], rows[2][8]), ("random", "0.00"));
    let apart = rows[1][13].parse::<f64>().unwrap() > 0.0;
    let verdict = if apart { "separated" } else { "not separated" };
    assert_eq!((rows[1][15], rows[1][16]), ("t-95 over setups", verdict));
    assert!(place.text("out/manifest.json").contains("elo.csv"));
    assert_eq!(place.pasang("verify out").status, 0);
    // Made by a merge, in JSON.
    for part in 1..=2 {
        let words = format!("run e.toml --shard {part}/2 --out part{part}");
        assert_eq!(place.pasang(&words).status, 0);
    }
    assert_eq!(place.pasang("merge part1 part2 --out merged").status, 0);
    assert_eq!(place.text("merged/elo.csv"), table);
    let json: serde_json::Value =
        serde_json::from_str(&place.pasang("report out --json").stdout).unwrap();
    assert_eq!(json["elo"][0]["bot"], "greedy");
    assert_eq!(json["elo"][0]["elo"].to_string(), rows[1][8].trim_end_matches('0').to_owned());
    assert_eq!(json["cells"].as_array().unwrap().len(), 8);
    // A manifest that knows of none.
    place.remove("out/elo.csv");
    let manifest = place.text("out/manifest.json");
    let without: Vec<&str> = manifest.lines().filter(|line| !line.contains("elo.csv")).collect();
    place.write("out/manifest.json", without.join("\n") + "\n");
    let ran = place.pasang("verify out");
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.contains("manifest.json: it has no digest of elo.csv"), "{}", ran.stdout);
}
