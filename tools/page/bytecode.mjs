// Makes byte code with the Python that runs it: node bytecode.mjs PYODIDE SOURCES LIBRARY OUT
//
// SOURCES is a zip of the program, LIBRARY Python's own; OUT gets program.zip and
// python_stdlib.zip, in the latter only what the program imports and what Python needs to begin.

import fs from "node:fs";
import path from "node:path";

const [pyodide, sources, library, out] = process.argv.slice(2);
const { loadPyodide } = await import(path.resolve(pyodide, "pyodide.mjs"));
const py = await loadPyodide({ indexURL: path.resolve(pyodide) + "/" });
py.FS.writeFile("/sources.zip", fs.readFileSync(sources));
py.FS.writeFile("/library.zip", fs.readFileSync(library));
py.FS.writeFile("/make.py", fs.readFileSync(new URL("bytecode.py", import.meta.url)));
await py.runPythonAsync("import sys; sys.path.insert(0, '/'); import make; make.main()");
for (const name of ["program.zip", "python_stdlib.zip"]) fs.writeFileSync(path.join(out, name), py.FS.readFile(`/${name}`));
