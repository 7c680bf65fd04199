// Makes byte code with the Python that runs it: node bytecode.mjs PAGE
//
// In a page of sources it replaces program.zip and Python's library; of the latter it leaves what
// the program imports and what Python needs to begin.

import fs from "node:fs";
import path from "node:path";

const page = path.resolve(process.argv[2]);
const { loadPyodide } = await import(path.join(page, "pyodide", "pyodide.mjs"));
const py = await loadPyodide({ indexURL: path.join(page, "pyodide") + "/" });
const sources = path.join(page, "program.zip");
const library = path.join(page, "pyodide", "python_stdlib.zip");
py.FS.writeFile("/sources.zip", fs.readFileSync(sources));
py.FS.writeFile("/library.zip", fs.readFileSync(library));
py.FS.writeFile("/make.py", fs.readFileSync(new URL("bytecode.py", import.meta.url)));
await py.runPythonAsync("import sys; sys.path.insert(0, '/'); import make; make.main()");
fs.writeFileSync(sources, py.FS.readFile("/program.zip"));
fs.writeFileSync(library, py.FS.readFile("/python_stdlib.zip"));
