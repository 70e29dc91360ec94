//! Tables of results, given away as Arrow streams without a copy per reader.

use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator,
    StringArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::wrong;

/// A table. pandas, polars, DuckDB and pyarrow read it as it is (`__arrow_c_stream__`); without
/// them a column is `table["name"]`. `table.columns` says what each column means.
#[pyclass(frozen, module = "pasang")]
pub struct Table {
    name: String,
    batch: RecordBatch,
}

/// A column that is being read.
enum Builder {
    Integer(Int64Builder),
    Number(Float64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Builder {
    fn of(kind: &DataType) -> Builder {
        match kind {
            DataType::Int64 => Builder::Integer(Int64Builder::new()),
            DataType::Float64 => Builder::Number(Float64Builder::new()),
            DataType::Boolean => Builder::Flag(BooleanBuilder::new()),
            _ => Builder::Text(StringBuilder::new()),
        }
    }

    /// Adds a value; an empty one is missing. `None` if the text is no value of this type.
    fn add(&mut self, text: &str) -> Option<()> {
        let given = Some(text).filter(|text| !text.is_empty());
        match self {
            Builder::Integer(it) => {
                it.append_option(given.map(str::parse).transpose().ok()?);
            }
            Builder::Number(it) => {
                it.append_option(given.map(str::parse).transpose().ok()?);
            }
            Builder::Flag(it) => it.append_option(given.map(str::parse).transpose().ok()?),
            Builder::Text(it) => it.append_option(given),
        }
        Some(())
    }

    fn finish(mut self) -> ArrayRef {
        match &mut self {
            Builder::Integer(it) => Arc::new(it.finish()),
            Builder::Number(it) => Arc::new(it.finish()),
            Builder::Flag(it) => Arc::new(it.finish()),
            Builder::Text(it) => Arc::new(it.finish()),
        }
    }
}

/// Reads the schema of a table from the description of a results folder.
fn schema(package: &str, file: &str) -> PyResult<SchemaRef> {
    let package: serde_json::Value = serde_json::from_str(package)
        .map_err(|error| wrong(format!("datapackage.json: {error}")))?;
    let resources = package["resources"].as_array();
    let found = resources.into_iter().flatten().find(|it| it["path"] == file);
    let fields = found.and_then(|it| it["schema"]["fields"].as_array());
    let fields =
        fields.ok_or_else(|| wrong(format!("datapackage.json does not describe {file}")))?;
    let field = |it: &serde_json::Value| {
        let kind = match it["type"].as_str() {
            Some("integer") => DataType::Int64,
            Some("number") => DataType::Float64,
            Some("boolean") => DataType::Boolean,
            _ => DataType::Utf8,
        };
        let meaning = ["description", "unit"]
            .into_iter()
            .filter_map(|key| it[key].as_str().map(|text| (key.to_owned(), text.to_owned())));
        Field::new(it["name"].as_str().unwrap_or_default(), kind, true)
            .with_metadata(meaning.collect())
    };
    Ok(Arc::new(Schema::new(fields.iter().map(field).collect::<Vec<_>>())))
}

#[pymethods]
impl Table {
    /// Reads a table of a results folder, such as `cells.csv`.
    #[staticmethod]
    fn read(py: Python<'_>, folder: &str, file: &str) -> PyResult<Table> {
        py.detach(|| {
            let path = Path::new(folder).join(file);
            let shown = path.display().to_string();
            let package = std::fs::read_to_string(Path::new(folder).join("datapackage.json"))
                .map_err(|error| {
                    PyOSError::new_err(format!("{folder}/datapackage.json: {error}"))
                })?;
            let schema = schema(&package, file)?;
            let failed = |error: csv::Error| PyOSError::new_err(format!("{shown}: {error}"));
            let mut reader = csv::Reader::from_path(&path).map_err(failed)?;
            let names: Vec<&str> = schema.fields().iter().map(|it| it.name().as_str()).collect();
            if reader.headers().map_err(failed)?.iter().ne(names.iter().copied()) {
                return Err(wrong(format!("{shown} has other columns than datapackage.json says")));
            }
            let mut builders: Vec<Builder> =
                schema.fields().iter().map(|it| Builder::of(it.data_type())).collect();
            let mut row = csv::StringRecord::new();
            while reader.read_record(&mut row).map_err(failed)? {
                for ((builder, text), name) in builders.iter_mut().zip(&row).zip(&names) {
                    builder.add(text).ok_or_else(|| {
                        let line = row.position().map_or(0, csv::Position::line);
                        wrong(format!("{shown}, line {line}: `{text}` is no value of `{name}`"))
                    })?;
                }
            }
            let columns = builders.into_iter().map(Builder::finish).collect();
            let batch = RecordBatch::try_new(schema, columns)
                .map_err(|error| wrong(format!("{shown}: {error}")))?;
            Ok(Table { name: file.trim_end_matches(".csv").to_owned(), batch })
        })
    }

    /// The meaning of each column, by its name.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for field in self.batch.schema_ref().fields() {
            let meaning = field.metadata().get("description").map_or("", String::as_str);
            columns.set_item(field.name(), meaning)?;
        }
        Ok(columns)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// Returns a column as a list, with `None` where nothing is known.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let found = self.batch.column_by_name(column);
        let array = found.ok_or_else(|| {
            let names: Vec<_> =
                self.batch.schema_ref().fields().iter().map(|it| it.name().as_str()).collect();
            PyKeyError::new_err(format!("no column `{column}`; there are {}", names.join(", ")))
        })?;
        list(py, array)
    }

    /// Returns the rows as dictionaries.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rows: Vec<_> = (0..self.batch.num_rows()).map(|_| PyDict::new(py)).collect();
        for (field, array) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            for (row, value) in rows.iter().zip(list(py, array)?.iter()) {
                row.set_item(field.name(), value)?;
            }
        }
        Ok(rows)
    }

    /// Returns the table as a pandas data frame.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        if let Ok(pyarrow) = py.import("pyarrow") {
            return pyarrow.call_method1("table", (slf,))?.call_method0("to_pandas");
        }
        let columns = PyDict::new(py);
        for (field, array) in own.batch.schema_ref().fields().iter().zip(own.batch.columns()) {
            columns.set_item(field.name(), list(py, array)?)?;
        }
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

fn list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    let any = array.as_any();
    if let Some(it) = any.downcast_ref::<Int64Array>() {
        PyList::new(py, it.iter().collect::<Vec<_>>())
    } else if let Some(it) = any.downcast_ref::<Float64Array>() {
        PyList::new(py, it.iter().collect::<Vec<_>>())
    } else if let Some(it) = any.downcast_ref::<BooleanArray>() {
        PyList::new(py, it.iter().collect::<Vec<_>>())
    } else if let Some(it) = any.downcast_ref::<StringArray>() {
        PyList::new(py, it.iter().collect::<Vec<_>>())
    } else {
        Err(wrong("a column of an unknown type"))
    }
}
