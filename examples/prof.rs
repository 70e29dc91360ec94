use pasang::game::*; use pasang::random::*; use pasang::board::*;
fn main(){ let mut s=Stones::default(); for p in Point::all() { if p!=Point::CENTRE { s.put(p, if (p.column().index()*3+p.row().index()*7)%5<2 {Colour::Black} else {Colour::White}); } }
 let r=pasang::brunei::PRESETS[0].1; let key=Key::new(1,&[b"x"]); let mut m=Vec::new(); let p0=r.start(s); let mut plies=0;
 for i in 0..std::env::args().nth(1).map_or(2000,|a| a.parse().unwrap()) { let mut a=[key.stream(i*4),key.stream(i*4+1)]; let mut p=p0; while let Some((_,mv))=r.random_move(&p,&mut m,&mut a[r.to_move(&p).index()]) {r.apply(&mut p,mv);plies+=1;} }
 println!("{plies}"); }
