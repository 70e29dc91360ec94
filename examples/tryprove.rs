use pasang::games::{Ruled, Seat, brunei, find_move, setup};
use pasang::players::search::{Finding, Prover};
use std::time::Instant;
fn main() {
    // args: setup rules attacker nodes pairs..
    let a: Vec<String> = std::env::args().collect();
    let s = setup::find(&a[1], None).unwrap();
    let rules = brunei::Rules::preset(&a[2]).unwrap();
    let nodes: u64 = a[4].parse().unwrap();
    let mib: u32 = std::env::var("MIB").ok().and_then(|t| t.parse().ok()).unwrap_or(512);
    let cols = "abcdefghijk";
    let mut pairs: Vec<String> = a[5..].to_vec();
    if pairs.is_empty() {
        for x in cols.chars() {
            for y in cols.chars() {
                pairs.push(format!("{x}{y}"));
            }
        }
    }
    let seats: Vec<Seat> = match a[3].as_str() {
        "1" => vec![Seat::FIRST],
        "2" => vec![Seat::SECOND],
        _ => vec![Seat::FIRST, Seat::SECOND],
    };
    let mut prover = Prover::new(Seat::FIRST, mib);
    let begin = Instant::now();
    let (mut all, mut solved, mut tried) = (0, 0, 0);
    for pair in pairs {
        let mut p = rules.start(s.stones);
        let mut ok = true;
        for c in pair.chars() {
            match find_move(&rules, &p, &c.to_string()) {
                Ok(m) => p = rules.play(&p, m),
                Err(_) => {
                    ok = false;
                    break;
                }
            }
        }
        if !ok {
            continue;
        }
        tried += 1;
        let mut line = format!("{pair}:");
        for &seat in &seats {
            prover.clear(seat);
            let t = Instant::now();
            let f = prover.prove(&rules, &p, nodes);
            all += prover.nodes();
            if f == Finding::Forced {
                solved += 1;
            }
            line += &format!(
                "  {} {:?} {} nodes {:.2}s size {:?}",
                seat.number(),
                f,
                prover.nodes(),
                t.elapsed().as_secs_f64(),
                prover.known(&rules, &p)
            );
        }
        if std::env::var("Q").is_err() {
            println!("{line}");
        }
    }
    println!(
        "{} {} tried {tried} forced {solved}, {all} nodes, {:.2} M/s",
        a[1],
        a[2],
        all as f64 / 1e6 / begin.elapsed().as_secs_f64()
    );
}
