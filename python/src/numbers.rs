//! Distances that NumPy can read where they lie in memory.

use fewest_tables::{DistanceTable, Encoding};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// The distances of all boards in memory, a byte each. NumPy reads them through the attribute
/// `__array_interface__`, without copying them.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Numbers(DistanceTable);

impl Numbers {
    /// The distances in a table. A table with half a byte for each distance is decoded.
    pub(crate) fn distances(table: DistanceTable) -> PyResult<Self> {
        if table.encoding() == Encoding::Byte {
            return Ok(Self(table));
        }
        let ranks = 0..table.states();
        let byte = |rank| table.distance(rank).map_or(u8::MAX, |d| d as u8);
        Self::of_bytes(ranks.map(byte).collect())
    }

    fn of_bytes(bytes: Vec<u8>) -> PyResult<Self> {
        let states = bytes.len() as u64;
        let table = DistanceTable::new(bytes, Encoding::Byte, states);
        let table = table.ok_or_else(|| PyValueError::new_err("not a table of distances"))?;
        Ok(Self(table))
    }
}

#[pymethods]
impl Numbers {
    /// The distances that [`tobytes`](Self::tobytes) has written.
    #[staticmethod]
    fn from_distances(bytes: Vec<u8>) -> PyResult<Self> {
        Self::of_bytes(bytes)
    }

    fn __len__(&self) -> usize {
        self.0.bytes().len()
    }

    fn get(&self, index: usize) -> PyResult<u8> {
        let number = self.0.bytes().get(index).copied();
        number.ok_or_else(|| PyIndexError::new_err("index out of range"))
    }

    fn tobytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.bytes())
    }

    /// The number of entries at each distance.
    fn histogram(&self) -> Vec<u64> {
        self.0.histogram().to_vec()
    }

    /// Where the numbers lie. NumPy keeps this object alive as long as an array refers to it.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (self.__len__(),))?;
        interface.set_item("typestr", "|u1")?;
        // The second value says that the numbers must not be changed.
        interface.set_item("data", (self.0.bytes().as_ptr() as usize, true))?;
        Ok(interface)
    }
}
