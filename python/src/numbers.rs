//! Numbers of the engine that NumPy can read where they lie in memory.

use fewest_tables::{DistanceTable, Encoding};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// An immutable list of numbers in memory. NumPy reads it through the attribute
/// `__array_interface__`, without copying it.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Numbers(Kept);

enum Kept {
    /// A table with a byte for each distance.
    Distances(DistanceTable),
    Counts(Vec<u64>),
}

impl Numbers {
    pub(crate) fn counts(counts: Vec<u64>) -> Self {
        Self(Kept::Counts(counts))
    }

    /// The distances in a table. A table with half a byte for each distance is decoded.
    pub(crate) fn distances(table: DistanceTable) -> PyResult<Self> {
        if table.encoding() == Encoding::Byte {
            return Ok(Self(Kept::Distances(table)));
        }
        let ranks = 0..table.states();
        let byte = |rank| table.distance(rank).map_or(u8::MAX, |d| d as u8);
        Self::of_bytes(ranks.map(byte).collect())
    }

    fn of_bytes(bytes: Vec<u8>) -> PyResult<Self> {
        let states = bytes.len() as u64;
        let table = DistanceTable::new(bytes, Encoding::Byte, states);
        let table = table.ok_or_else(|| PyValueError::new_err("not a table of distances"))?;
        Ok(Self(Kept::Distances(table)))
    }
}

#[pymethods]
impl Numbers {
    /// The distances that [`tobytes`](Self::tobytes) has written.
    #[staticmethod]
    fn from_distances(bytes: Vec<u8>) -> PyResult<Self> {
        Self::of_bytes(bytes)
    }

    #[staticmethod]
    fn from_counts(counts: Vec<u64>) -> Self {
        Self::counts(counts)
    }

    fn __len__(&self) -> usize {
        match &self.0 {
            Kept::Distances(table) => table.bytes().len(),
            Kept::Counts(counts) => counts.len(),
        }
    }

    fn get(&self, index: usize) -> PyResult<u64> {
        let number = match &self.0 {
            Kept::Distances(table) => table.bytes().get(index).copied().map(u64::from),
            Kept::Counts(counts) => counts.get(index).copied(),
        };
        number.ok_or_else(|| PyIndexError::new_err("index out of range"))
    }

    fn tobytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.0 {
            Kept::Distances(table) => PyBytes::new(py, table.bytes()),
            Kept::Counts(counts) => {
                let bytes: Vec<u8> = counts.iter().flat_map(|n| n.to_ne_bytes()).collect();
                PyBytes::new(py, &bytes)
            }
        }
    }

    /// The number of entries of a table at each distance.
    fn histogram(&self) -> Vec<u64> {
        match &self.0 {
            Kept::Distances(table) => table.histogram().to_vec(),
            Kept::Counts(_) => Vec::new(),
        }
    }

    /// Where the numbers lie. NumPy keeps this object alive as long as an array refers to it.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, kind) = match &self.0 {
            Kept::Distances(table) => (table.bytes().as_ptr() as usize, "|u1"),
            Kept::Counts(counts) if cfg!(target_endian = "little") => {
                (counts.as_ptr() as usize, "<u8")
            }
            Kept::Counts(counts) => (counts.as_ptr() as usize, ">u8"),
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (self.__len__(),))?;
        interface.set_item("typestr", kind)?;
        // The second value says that the numbers must not be changed.
        interface.set_item("data", (address, true))?;
        Ok(interface)
    }
}
