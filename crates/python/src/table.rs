//! Tables of results, given away as Arrow streams without a copy per reader.

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
use pyo3::types::{IntoPyDict, PyCapsule, PyDict, PyList};

use crate::wrong;

/// A table. pandas, polars, DuckDB and pyarrow read it as it is (`__arrow_c_stream__`); without
/// them a column is `table["name"]`. `table.columns` says what each column means.
#[pyclass(frozen, module = "pasang")]
pub struct Table {
    name: String,
    batch: RecordBatch,
}

/// Reads the values of a column; an empty one is missing. `Err` has the place of a value that is
/// not of this type.
fn column<'a>(kind: &DataType, values: impl Iterator<Item = &'a str>) -> Result<ArrayRef, usize> {
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
        DataType::Int64 => parsed::<i64, Int64Array>(values),
        DataType::Float64 => parsed::<f64, Float64Array>(values),
        DataType::Boolean => parsed::<bool, BooleanArray>(values),
        _ => parsed::<String, StringArray>(values),
    }
}

impl Table {
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
        path: &str,
        columns: Vec<(String, String, String, String)>,
    ) -> PyResult<Table> {
        let field = |(name, kind, meaning, unit): (String, String, String, String)| {
            let kind = match kind.as_str() {
                "integer" => DataType::Int64,
                "number" => DataType::Float64,
                "boolean" => DataType::Boolean,
                _ => DataType::Utf8,
            };
            let metadata = [("description".to_owned(), meaning), ("unit".to_owned(), unit)];
            let metadata = metadata.into_iter().filter(|(_, text)| !text.is_empty()).collect();
            Field::new(name, kind, true).with_metadata(metadata)
        };
        let schema = Arc::new(Schema::new(columns.into_iter().map(field).collect::<Vec<_>>()));
        py.detach(|| {
            let failed = |error: csv::Error| PyOSError::new_err(format!("{path}: {error}"));
            let mut reader = csv::Reader::from_path(path).map_err(failed)?;
            if reader.headers().map_err(failed)?.iter().ne(names(&schema)) {
                return Err(wrong(format!("{path} has other columns than its description")));
            }
            let rows = reader.records().collect::<Result<Vec<_>, _>>().map_err(failed)?;
            let read = |(place, field): (usize, &FieldRef)| {
                column(field.data_type(), rows.iter().map(|row| &row[place])).map_err(|row| {
                    let line = rows[row].position().map_or(0, csv::Position::line);
                    let (text, name) = (&rows[row][place], field.name());
                    wrong(format!("{path}, line {line}: `{text}` is no value of `{name}`"))
                })
            };
            let columns = schema.fields().iter().enumerate().map(read);
            let columns = columns.collect::<PyResult<Vec<_>>>()?;
            let name = path.rsplit(['/', '\\', '.']).nth(1).unwrap_or(path).to_owned();
            Ok(Table { name, batch: RecordBatch::try_new(schema, columns).map_err(wrong)? })
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

    /// Returns a column as a list, with `None` where nothing is known.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        if let Some(array) = self.batch.column_by_name(column) {
            return list(py, array);
        }
        let names = names(self.batch.schema_ref()).collect::<Vec<_>>().join(", ");
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
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
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
        requested_schema: Option<Bound<'py, PyAny>>,
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

fn names(schema: &Schema) -> impl Iterator<Item = &str> {
    schema.fields().iter().map(|field| field.name().as_str())
}

fn list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    macro_rules! list {
        ($values:expr) => {
            PyList::new(py, $values.iter().collect::<Vec<_>>())
        };
    }
    match array.data_type() {
        DataType::Int64 => list!(array.as_primitive::<Int64Type>()),
        DataType::Float64 => list!(array.as_primitive::<Float64Type>()),
        DataType::Boolean => list!(array.as_boolean()),
        _ => list!(array.as_string::<i32>()),
    }
}
