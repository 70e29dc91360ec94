//! Makes bytes of the texts of weights and nets. The compiler would take seconds to read them itself, each
//! time that it compiles or checks the crate.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    for game in ["brunei", "bell"] {
        let made = Path::new(&out).join(game);
        fs::create_dir_all(&made)?;
        for file in fs::read_dir(Path::new("src/games").join(game))? {
            let path = file?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let Some(name) = name.filter(|name| name.ends_with(".txt")) else { continue };
            println!("cargo:rerun-if-changed={}", path.display());
            let mut bytes = Vec::new();
            // `#` starts a comment.
            let text = fs::read_to_string(&path)?;
            let numbers = text.lines().filter_map(|line| line.split('#').next());
            for word in numbers.flat_map(str::split_whitespace) {
                bytes.extend(word.parse::<i32>()?.to_le_bytes());
            }
            fs::write(made.join(format!("{name}.bin")), bytes)?;
        }
    }
    Ok(())
}
