//! The program `pasang-exact`.

fn main() {}
