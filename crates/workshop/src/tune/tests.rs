//! The regression is held to figures of SciPy; what the program brings, to what made it.

use super::*;

/// Samples and coefficients as `data/logistic.py` wrote them, with SciPy.
#[test]
fn the_regression_agrees_with_scipy() {
    let mut samples = Vec::new();
    let mut expected: Vec<Vec<f64>> = Vec::new();
    for line in include_str!("../../data/logistic.tsv").lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words[0] {
            "sample" => {
                let numbers: Vec<i32> =
                    words[1..].iter().map(|word| word.parse().unwrap()).collect();
                samples.push(Sample {
                    stage: numbers[0] as usize,
                    result: numbers[1] as u8,
                    difference: numbers[2],
                    features: numbers[3..].to_vec(),
                });
            }
            "fit" => expected.push(words[1..].iter().map(|word| word.parse().unwrap()).collect()),
            _ => {}
        }
    }
    let count = samples[0].features.len();
    let fits = fit(&samples, 0..expected.len(), count);
    assert!(fits.len() == 3 && count == 4 && samples.len() > 500);
    for (fit, expected) in fits.iter().zip(&expected) {
        let found = [vec![fit.point], fit.features.clone(), vec![fit.loss_by_score, fit.loss]];
        let found = found.concat();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        let in_points = |worth: &f64| (worth / expected[0] * 100.0).round() as i32;
        let weights: Vec<i32> = expected[1..=count].iter().map(in_points).collect();
        assert_eq!(fit.weights(), weights);
    }
}

/// So much work; the rest as it was for what the program brings.
fn tuning(game: Kind, form: Form, games: Option<u64>) -> Tuning {
    Tuning { game, form, seed: 1, games, generations: None }
}

fn on_threads(threads: usize, tuning: Tuning) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| tuning.run())
}

#[test]
fn tuning_gives_the_same_bytes_on_any_number_of_threads() {
    for (game, games) in [(Kind::Brunei, 12), (Kind::Bell, 3)] {
        for form in [Form::Net, Form::Linear] {
            let tuning = Tuning { generations: Some(2), ..tuning(game, form, Some(games)) };
            let tuned = on_threads(1, tuning);
            assert!(on_threads(3, tuning) == tuned, "{tuning}");
            assert!(Tuning { seed: 4, ..tuning }.run() != tuned, "{tuning}");
        }
    }
}

/// The files that the program is compiled from.
const SHIPPED: [(Kind, Form, &str); 4] = [
    (Kind::Brunei, Form::Linear, include_str!("../../../core/src/games/brunei/weights.txt")),
    (Kind::Bell, Form::Linear, include_str!("../../../core/src/games/bell/weights.txt")),
    (Kind::Brunei, Form::Net, include_str!("../../../core/src/games/brunei/net.txt")),
    (Kind::Bell, Form::Net, include_str!("../../../core/src/games/bell/net.txt")),
];

#[test]
fn what_is_shipped_is_of_the_command_without_options() {
    for (game, form, text) in SHIPPED {
        let command = tuning(game, form, None).to_string();
        assert!(text.contains(&format!("\n#     {command}\n")), "{command}");
    }
}

/// All that is told from the names and sizes alone is written as it stands in those files.
#[test]
fn files_are_laid_out_as_those_that_are_shipped() {
    let signs = |text: &str| -> String {
        let plain = text.chars().filter(|sign| !sign.is_ascii_digit() && !"-.".contains(*sign));
        plain.collect()
    };
    for (game, form, text) in SHIPPED {
        let tuning = Tuning { generations: Some(1), ..tuning(game, form, Some(1)) };
        for (made, shipped) in tuning.run().lines().zip(text.lines()) {
            assert_eq!(signs(made), signs(shipped));
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn what_is_shipped_comes_out_again() {
    for (game, form, text) in SHIPPED {
        assert!(tuning(game, form, None).run() == text, "{game:?} {form:?}");
    }
}
