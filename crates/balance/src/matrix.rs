//! Matrices of cold code, as rows.

/// Returns the sum of products, up to the end of the shorter row.
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Returns the square matrix of this size, whose entries are a function of row and column.
pub fn matrix(size: usize, of: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    (0..size).map(|row| (0..size).map(|column| of(row, column)).collect()).collect()
}

/// Returns the sums of products of each two columns of a matrix.
pub fn gram(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let product = |a: usize, b: usize| -> f64 { rows.iter().map(|row| row[a] * row[b]).sum() };
    matrix(rows.first().map_or(0, Vec::len), product)
}

/// Returns the rows of the lower Cholesky factor of a positive semidefinite matrix. The column of a
/// pivot that is zero, but for rounding, is zero.
pub fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut root: Vec<Vec<f64>> = Vec::new();
    for (at, values) in matrix.iter().enumerate() {
        let mut row = Vec::with_capacity(at + 1);
        for (before, value) in root.iter().zip(values) {
            let pivot = before[row.len()];
            row.push(if pivot > 0.0 { (value - dot(&row, before)) / pivot } else { 0.0 });
        }
        let square = values[at] - dot(&row, &row);
        row.push(if square > 1e-13 { square.sqrt() } else { 0.0 });
        root.push(row);
    }
    root
}

/// Solves the triangular system of a Cholesky factor without zero pivots.
pub fn solve(root: &[Vec<f64>], mut of: Vec<f64>) -> Vec<f64> {
    for (at, row) in root.iter().enumerate() {
        of[at] = (of[at] - dot(&row[..at], &of)) / row[at];
    }
    of
}

/// Solves it for several vectors. Their sums grow beside each other, which is quicker than one after the
/// other, and are the same.
pub(crate) fn solve_all(root: &[Vec<f64>], of: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut solved: Vec<Vec<f64>> = Vec::with_capacity(root.len());
    for (at, row) in root.iter().enumerate() {
        let mut sums = vec![0.0; of.len()];
        for (values, part) in solved.iter().zip(row) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += part * value);
        }
        solved.push(of.iter().zip(sums).map(|(it, sum)| (it[at] - sum) / row[at]).collect());
    }
    (0..of.len()).map(|it| solved.iter().map(|values| values[it]).collect()).collect()
}

/// Returns the columns of the inverse of a Cholesky factor without zero pivots: an entry of the product of
/// the whole inverse and a vector is the dot product of a column and the solution for the vector.
pub(crate) fn inverse_columns(root: &[Vec<f64>]) -> Vec<Vec<f64>> {
    solve_all(root, &matrix(root.len(), |at, it| if it == at { 1.0 } else { 0.0 }))
}

/// Inverts a positive definite matrix.
pub fn inverse(of: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = inverse_columns(&cholesky(of));
    matrix(of.len(), |one, other| dot(&columns[one], &columns[other]))
}
