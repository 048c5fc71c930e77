//! Tables in memory: what they are, single entries, all of them as an array, and their proof.
#![allow(unsafe_code)]

use crate::arguments::{integer, load_mode, maybe_integer, number, threads};
use crate::cube::CubeArg;
use crate::errors::{Failure, Result, changed};
use crate::interrupt::watched;
use cubepdb::{Check, TableError, with_threads};
use pyo3::exceptions::{PyImportError, PyModuleNotFoundError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use std::ffi::c_int;
use std::path::PathBuf;
use std::sync::Arc;

/// Does something with tables on so many threads.
pub fn on_threads<T: Send>(
    workers: usize,
    work: impl FnOnce() -> std::result::Result<T, TableError> + Send,
) -> Result<T> {
    Ok(with_threads(workers, work)??)
}

/// A pattern database in memory, from `open_table`, `build` or `default_table`.
///
/// It has the buffer protocol: ``memoryview(table)`` are the packed entries, read-only, without a copy.
#[pyclass(frozen, module = "cubepdb")]
pub struct Table {
    pub(crate) table: Arc<cubepdb::Table>,
}

impl From<cubepdb::Table> for Table {
    fn from(table: cubepdb::Table) -> Self {
        Self { table: Arc::new(table) }
    }
}

#[pymethods]
impl Table {
    /// Short name, also the stem of a file name.
    #[getter]
    fn name(&self) -> String {
        self.table.name()
    }

    /// ``corners``, ``edges``, ``edge-permutation`` or ``h48``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.table.spec().table()
    }

    /// Names of the pieces, separated by commas.
    #[getter]
    fn pieces(&self) -> String {
        self.table.spec().pieces()
    }

    /// Everything that decides what each entry means, as the file's header has it.
    #[getter]
    fn spec(&self) -> String {
        self.table.spec().identity()
    }

    /// ``htm`` or ``qtm``.
    #[getter]
    fn metric(&self) -> &'static str {
        self.table.spec().metric.name()
    }

    /// Bits of an entry.
    #[getter]
    fn bits(&self) -> u8 {
        self.table.spec().bits()
    }

    /// Number of entries.
    #[getter]
    fn entries(&self) -> u64 {
        self.table.spec().entries()
    }

    /// Bytes of the packed entries.
    #[getter]
    fn nbytes(&self) -> u64 {
        self.table.spec().bytes()
    }

    /// Entries at each depth, from 0.
    #[getter]
    fn distribution(&self) -> Vec<u64> {
        self.table.distribution().to_vec()
    }

    /// Mean depth.
    #[getter]
    fn mean(&self) -> f64 {
        self.table.mean_depth()
    }

    /// The file, if it came from one.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.table.path().map(|path| path.to_path_buf())
    }

    /// Returns whether the entries are mapped from the file instead of copied.
    #[getter]
    fn is_mapped(&self) -> bool {
        self.table.is_mapped()
    }

    /// The number of the entry for a cube.
    fn index(&self, cube: CubeArg<'_>) -> Result<u64> {
        let cube = cube.cube("auto", None)?.state;
        self.table.index(&cube).ok_or_else(|| Failure::usage("tables are for the 3x3x3"))
    }

    /// Returns the table's value for a cube: a lower bound of its distance.
    ///
    /// For a table of corners or edges it is the exact distance of those pieces.
    fn lookup(&self, cube: CubeArg<'_>) -> Result<u8> {
        let index = self.index(cube)?;
        Ok(self.table.entry(index))
    }

    /// The packed bytes as a read-only array of ``uint8``, without a copy. The table lives as long as the array.
    fn view<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array_of(&numpy(slf.py())?, slf.as_any())
    }

    /// Some entries, one a byte, as a new array of ``uint8``.
    ///
    /// Parameters
    /// ----------
    /// start, stop : int
    ///     The first entry, and the one behind the last; all of them if nothing is said.
    #[pyo3(signature = (start=0, stop=None))]
    fn depths<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer)] start: i128,
        #[pyo3(from_py_with = maybe_integer)] stop: Option<i128>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let entries = self.table.spec().entries();
        let stop = stop.map_or(Ok(entries), |stop| number("stop", stop, 0, entries))?;
        let start = number("start", start, 0, stop)?;
        let numpy = numpy(py)?;
        let values = PyByteArray::new_with(py, (stop - start) as usize, |values| {
            py.detach(|| self.table.read(start, values));
            Ok(())
        })?;
        array_of(&numpy, values.as_any())
    }

    /// Proves every entry from the table alone: a minute for a large one.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     Worker threads; one for each core if nothing is said.
    ///
    /// Raises
    /// ------
    /// TableError
    ///     The first entry that is wrong, and what it should be.
    #[pyo3(signature = (*, threads=None))]
    fn verify(&self, py: Python<'_>, #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>) -> Result<()> {
        let (workers, table) = (self::threads(threads)?, &*self.table);
        watched(py, |stop| {
            let proof = with_threads(workers, || table.verify(stop))?;
            if let Some(path) = table.changed() {
                return Err(Failure::table(changed(path)));
            }
            proof.map_err(|error| Failure::table(format!("{}: {error}", table.spec())))
        })
    }

    fn __repr__(&self) -> String {
        let spec = self.table.spec();
        format!("<cubepdb.Table {spec}: {} entries of {} bits in {}>", spec.entries(), spec.bits(), spec.metric)
    }

    /// # Safety
    /// As Python calls it: `view` is valid for writing.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let bytes: &[u8] = slf.get().table.as_bytes();
        let (start, length) = (bytes.as_ptr().cast_mut().cast(), bytes.len() as ffi::Py_ssize_t);
        // SAFETY: `view` is Python's. The bytes belong to the table through an `Arc` that a frozen class never
        // replaces, and the view is given a reference to the table, so that they live as long as it does. It is marked
        // read-only, and a request to write is refused; nothing in this process writes to them. The file of a mapped
        // table is kept as `LoadMode::Mmap` asks for, for this view as for the search.
        let status = unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), start, length, 1, flags) };
        if status == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

/// NumPy, which nothing but arrays needs.
fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        let missing = error.value(py).getattr("name").and_then(|name| name.eq("numpy")).unwrap_or(false);
        if !(missing && error.is_instance_of::<PyModuleNotFoundError>(py)) {
            return error;
        }
        let advice = "view() and depths() give NumPy arrays, and NumPy is not installed: `pip install numpy`";
        let told = PyImportError::new_err(advice);
        told.set_cause(py, Some(error));
        told
    })
}

/// A buffer as a NumPy array, without a copy.
fn array_of<'py>(numpy: &Bound<'py, PyModule>, buffer: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let dtype = PyDict::new(buffer.py());
    dtype.set_item("dtype", "uint8")?;
    numpy.call_method("frombuffer", (buffer,), Some(&dtype))
}

/// Opens a table and brings it into memory.
///
/// Parameters
/// ----------
/// path : str or os.PathLike
///     A file that `build` or ``pdbgen`` made, compressed or not.
/// load : str
///     ``copy`` into memory, ``mmap`` the file, or ``auto``: copy what takes at most half of the free memory. A mapped
///     file must not be written to or cut short while it is in use; replacing it is harmless.
/// check : bool
///     Check the checksums of all blocks.
///
/// Raises
/// ------
/// TableError
///     If there is no such table, or it is damaged, incomplete or unknown.
#[pyfunction]
#[pyo3(signature = (path, *, load="auto", check=true))]
pub fn open_table(py: Python<'_>, path: PathBuf, load: &str, check: bool) -> Result<Table> {
    let (mode, workers) = (load_mode(load)?, threads(None)?);
    let check = if check { Check::Full } else { Check::Header };
    watched(py, |_| on_threads(workers, || cubepdb::Table::open(&path, mode, check))).map(Table::from)
}
