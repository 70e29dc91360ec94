//! Tables of results, given away as Arrow streams without a copy per reader.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator,
    StringArray,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCapsule, PyDict, PyIterator, PyList};

use crate::{Any, wrong};

/// A table. pandas, polars, DuckDB and pyarrow read it as it is (`__arrow_c_stream__`); without
/// them a column is `table["name"]`. `table.columns` says what each column means.
#[pyclass(frozen, module = "pasang")]
pub struct Table {
    name: String,
    batch: RecordBatch,
}

/// Reads the values of a column of a type: `integer`, `number`, `boolean` or `string`; an empty one
/// is missing. `Err` has the place of a value that is not of this type.
fn column<'a>(kind: &str, values: impl Iterator<Item = &'a str>) -> Result<ArrayRef, usize> {
    fn parsed<'a, T: FromStr, A: Array + FromIterator<Option<T>> + 'static>(
        values: impl Iterator<Item = &'a str>,
    ) -> Result<ArrayRef, usize> {
        let value = |(place, text): (usize, &str)| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| place),
        };
        Ok(Arc::new(values.enumerate().map(value).collect::<Result<A, usize>>()?))
    }
    match kind {
        "integer" => parsed::<i64, Int64Array>(values),
        "number" => parsed::<f64, Float64Array>(values),
        "boolean" => parsed::<bool, BooleanArray>(values),
        _ => parsed::<String, StringArray>(values),
    }
}

impl Table {
    /// Returns a table of the program.
    pub fn from_csv(of: &pasang::show::Table) -> PyResult<Table> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (place, it) in of.columns.iter().enumerate() {
            let values = of.rows.iter().map(|row| row[place].as_str());
            let array = column(it.kind.type_name(), values).map_err(|_| wrong(&it.name))?;
            let metadata = [("description".to_owned(), it.what.clone())].into();
            fields.push(
                Field::new(&it.name, array.data_type().clone(), true).with_metadata(metadata),
            );
            arrays.push(array);
        }
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(wrong)?;
        Ok(Table { name: of.file.trim_end_matches(".csv").to_owned(), batch })
    }

    /// Returns the names of the columns, each with its values.
    fn lists<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&str, Bound<'py, PyList>)>> {
        let columns = self.batch.schema_ref().fields().iter().zip(self.batch.columns());
        columns.map(|(field, array)| Ok((field.name().as_str(), list(py, array)?))).collect()
    }
}

#[pymethods]
impl Table {
    /// Reads a file of comma-separated values, whose columns have a name, a type (`integer`,
    /// `number`, `boolean` or `string`), a meaning and a unit.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        columns: Vec<(String, String, String, String)>,
    ) -> PyResult<Table> {
        let shown = path.display();
        py.detach(|| {
            let failed = |error: csv::Error| PyOSError::new_err(format!("{shown}: {error}"));
            let mut reader = csv::Reader::from_path(&path).map_err(failed)?;
            if reader.headers().map_err(failed)?.iter().ne(columns.iter().map(|it| &it.0)) {
                return Err(wrong(format!("{shown} has other columns than its description")));
            }
            let rows = reader.records().collect::<Result<Vec<_>, _>>().map_err(failed)?;
            let (mut fields, mut arrays) = (Vec::new(), Vec::new());
            for (place, (name, kind, meaning, unit)) in columns.into_iter().enumerate() {
                let array = column(&kind, rows.iter().map(|row| &row[place])).map_err(|row| {
                    let line = rows[row].position().map_or(0, csv::Position::line);
                    let text = &rows[row][place];
                    wrong(format!("{shown}, line {line}: `{text}` is no value of `{name}`"))
                })?;
                let metadata = [("description".to_owned(), meaning), ("unit".to_owned(), unit)];
                let metadata = metadata.into_iter().filter(|(_, text)| !text.is_empty()).collect();
                let field = Field::new(name, array.data_type().clone(), true);
                fields.push(field.with_metadata(metadata));
                arrays.push(array);
            }
            let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok(Table { name, batch: batch.map_err(wrong)? })
        })
    }

    /// The meaning of each column, by its name.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = self.batch.schema_ref().fields().iter();
        let meaning = |it: &FieldRef| it.metadata().get("description").cloned().unwrap_or_default();
        fields.map(|it| (it.name(), meaning(it))).into_py_dict(py)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// Iterates over the rows, as dictionaries.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_dicts(py)?.into_pyobject(py)?.try_iter()
    }

    /// Returns a column as a list, with `None` where nothing is known.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        if let Some(array) = self.batch.column_by_name(column) {
            return list(py, array);
        }
        let fields = self.batch.schema_ref().fields().iter();
        let names = fields.map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
        Err(PyKeyError::new_err(format!("no column `{column}`; there are {names}")))
    }

    /// Returns the rows as dictionaries.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rows: Vec<_> = (0..self.batch.num_rows()).map(|_| PyDict::new(py)).collect();
        for (name, values) in self.lists(py)? {
            rows.iter().zip(values).try_for_each(|(row, value)| row.set_item(name, value))?;
        }
        Ok(rows)
    }

    /// Returns the table as a pandas data frame.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Any<'py>> {
        let py = slf.py();
        if let Ok(pyarrow) = py.import("pyarrow") {
            return pyarrow.call_method1("table", (slf,))?.call_method0("to_pandas");
        }
        let columns = slf.get().lists(py)?.into_py_dict(py)?;
        py.import("pandas")?.call_method1("DataFrame", (columns,))
    }

    /// Returns the table as a stream of the Arrow C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Any<'py>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A request is no more than a wish.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.batch.num_rows(), self.batch.num_columns());
        format!("<Table {}: {rows} rows, {columns} columns>", self.name)
    }
}

fn list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    match array.data_type() {
        DataType::Int64 => PyList::new(py, array.as_primitive::<Int64Type>()),
        DataType::Float64 => PyList::new(py, array.as_primitive::<Float64Type>()),
        DataType::Boolean => PyList::new(py, array.as_boolean()),
        _ => PyList::new(py, array.as_string::<i32>()),
    }
}
