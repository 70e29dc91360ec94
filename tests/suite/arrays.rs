//! Balanced arrays of published sizes, and others.

use pasang::experiment::arrays::{Array, balanced};

/// Returns whether every choice of `strength` factors has all combinations of levels equally
/// often.
fn has_strength(levels: &[usize], array: &Array, strength: usize) -> bool {
    let choices =
        (0_usize..1 << levels.len()).filter(|choice| choice.count_ones() as usize == strength);
    choices.into_iter().all(|choice| {
        let chosen: Vec<usize> =
            (0..levels.len()).filter(|factor| choice >> factor & 1 == 1).collect();
        let combinations: usize = chosen.iter().map(|&factor| levels[factor]).product();
        let mut counts = vec![0; combinations];
        for row in array {
            counts[chosen.iter().fold(0, |at, &it| at * levels[it] + row[it])] += 1;
        }
        counts.iter().all(|&count| count * combinations == array.len())
    })
}

/// Arrays of published sizes (Hedayat, Sloane and Stufken 1999, "Orthogonal arrays", table 12.1 to
/// 12.3): runs, strength, and numbers of levels with the number of such factors.
#[test]
fn published_arrays_are_found() {
    for (runs, strength, factors) in [
        (4, 2, &[(2, 3)][..]),
        (8, 2, &[(2, 7)]),
        (8, 3, &[(2, 4)]),
        (9, 2, &[(3, 4)]),
        (16, 2, &[(2, 15)]),
        (16, 2, &[(4, 5)]),
        (16, 2, &[(4, 3), (2, 6)]),
        (16, 3, &[(2, 8)]),
        (25, 2, &[(5, 6)]),
        (27, 2, &[(3, 13)]),
        (27, 3, &[(3, 4)]),
        (32, 3, &[(2, 16)]),
        (64, 3, &[(4, 6)]),
        (64, 3, &[(4, 2), (2, 5)]),
        (81, 3, &[(3, 8)]),
    ] {
        let levels: Vec<usize> = factors.iter().flat_map(|&(it, many)| vec![it; many]).collect();
        let array = balanced(&levels, runs, 1, |array, _| Some(array.clone())).unwrap();
        assert_eq!(array.len(), runs);
        assert!(has_strength(&levels, &array, strength), "{runs} {strength} {factors:?}");
    }
}

/// L12 (Plackett and Burman 1946) and L18 (Taguchi) are no linear arrays: few of their factors are
/// found by exchanges.
#[test]
fn other_arrays_are_balanced_by_exchanges() {
    for (levels, runs) in [(&[2; 5][..], 12), (&[2, 3, 3, 3], 18), (&[2, 2, 3], 12), (&[6, 2], 12)]
    {
        let array = balanced(levels, runs, 1, |array, _| Some(array.clone())).unwrap();
        assert!(has_strength(levels, &array, 2), "{levels:?} {runs}: {array:?}");
    }
}
