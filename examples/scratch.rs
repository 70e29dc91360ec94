use pasang::board::*; use pasang::game::*; use pasang::random::*;
use std::time::Instant;
fn c4(q: &str) -> Stones { // quarter rows 5..1 columns a-f
    let mut s = Stones::default();
    for (i, row) in q.split(' ').enumerate() { for (c, ch) in row.chars().enumerate() {
        let mut p = Point::new(Column::new(c as u8), Row::new(4 - i as u8));
        for _ in 0..4 { s.put(p, if ch=='b' {Colour::Black} else {Colour::White}); p = Symmetry::QuarterTurn.point(p); }
    }} s }
fn chequer() -> Stones { let mut s=Stones::default(); for p in Point::all() { if p!=Point::CENTRE { s.put(p, if (p.column().index()+p.row().index())%2==0 {Colour::Black} else {Colour::White}); } } s }
fn bench<G: Game>(g:&G, st:Stones, n:u64, what:&str) {
    let key = Key::new(1,&[b"x"]); let mut moves=Vec::new(); let t=Instant::now(); let mut plies=0u64; let mut sum=0u64; let mut most=0;
    let p0=g.start(st);
    for i in 0..n { let mut a=[key.stream(i*4), key.stream(i*4+1)]; let mut p=p0;
        while let Some((r,m))=g.random_move(&p,&mut moves,&mut a[g.to_move(&p).index()&1]) { g.apply(&mut p,m); plies+=1; sum=sum.wrapping_mul(31).wrapping_add(r as u64); most=most.max(moves.len()); }
        sum+=g.outcome(&p).unwrap().winners.count() as u64; }
    let e=t.elapsed().as_secs_f64(); println!("{what}: {:.0} games/s, {:.1} plies, {:.1} ns/ply {sum:x} most {most}", n as f64/e, plies as f64/n as f64, e*1e9/plies as f64);
}
fn main() {
    let s1=c4("wwwwwb wwwwbb wwwbbb wwbbbb wbbbbb"); let s32=c4("bbwwbw bwwbbw wwbwbb wbbwwb bbwbww");
    for (n,r) in pasang::brunei::PRESETS { for s in [s1,s32] { let v:Vec<u64>=(1..=5).map(|d| perft(&r,&r.start(s),d)).collect(); println!("{n} {v:?}"); } }
    for (n,r) in pasang::bell::PRESETS { for d in [pasang::bell::Diagonals::Marked, pasang::bell::Diagonals::None] { let r=pasang::bell::Rules{diagonals:d,..r}; let v:Vec<u64>=(1..=5).map(|d| perft(&r,&r.start(chequer()),d)).collect(); println!("{n} {d} {v:?}"); } }
    let r=pasang::brunei::PRESETS[0].1; bench(&r,s1,300_000,"slide"); bench(&r,s32,300_000,"slide 32"); bench(&pasang::brunei::PRESETS[2].1,s1,300_000,"pe"); bench(&pasang::brunei::PRESETS[4].1,s1,100_000,"trad"); bench(&pasang::bell::PRESETS[0].1,chequer(),30_000,"bell");bench(&pasang::bell::PRESETS[1].1,chequer(),30_000,"bell-ludii");
    let r15=pasang::bell::Rules{max_chain:15,..pasang::bell::PRESETS[0].1}; bench(&r15,chequer(),10_000,"bell15");
    let t=Instant::now(); let n=perft(&r,&r.start(s1),7); let e=t.elapsed().as_secs_f64(); println!("perft 7 {n} {:.1} M/s",n as f64/e/1e6);
}
