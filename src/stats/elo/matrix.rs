//! As much of matrices as estimates need.

/// A square matrix that is its own mirror image.
pub(super) struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, values: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.values.chunks(self.size);
        rows.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
    }

    /// The inverse, by Cholesky's decomposition; nothing where some of the rows make up another,
    /// as far as rounding lets one see.
    pub(super) fn inverse(&self) -> Option<Matrix> {
        let size = self.size;
        let mut lower = Matrix::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let products: f64 =
                    (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - products;
                let value = if row == column {
                    if rest.is_nan() || rest <= 1e-10 * self.at(row, row) {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.at(column, column)
                };
                lower.add(row, column, value);
            }
        }
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut solved = vec![0.0; size];
            for row in 0..size {
                let unit = if row == column { 1.0 } else { 0.0 };
                let known: f64 = (0..row).map(|k| lower.at(row, k) * solved[k]).sum();
                solved[row] = (unit - known) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let known: f64 = (row + 1..size).map(|k| lower.at(k, row) * solved[k]).sum();
                solved[row] = (solved[row] - known) / lower.at(row, row);
                inverse.add(row, column, solved[row]);
            }
        }
        Some(inverse)
    }
}
