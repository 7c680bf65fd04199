// Makes byte code with the Python that runs it: node bytecode.mjs PAGE
//
// In a page of sources it replaces program.zip and Python's library; of the latter it leaves what
// the program imports and what Python needs to begin.

import fs from "node:fs";
import path from "node:path";

const page = path.resolve(process.argv[2]);
const { loadPyodide } = await import(path.join(page, "pyodide", "pyodide.mjs"));
const sources = path.join(page, "program.zip");
const library = path.join(page, "pyodide", "python_stdlib.zip");
await run("shorten('/library.zip')");
const py = await run("main()");
fs.writeFileSync(sources, py.FS.readFile("/program.zip"));
fs.writeFileSync(library, py.FS.readFile("/python_stdlib.zip"));

/** Run a function of bytecode.py in a Python of its own, which has the library as it is now. */
async function run(call) {
  const py = await loadPyodide({ indexURL: path.join(page, "pyodide") + "/" });
  py.FS.writeFile("/sources.zip", fs.readFileSync(sources));
  py.FS.writeFile("/library.zip", fs.readFileSync(library));
  py.FS.writeFile("/make.py", fs.readFileSync(new URL("bytecode.py", import.meta.url)));
  py.runPython(`import sys; sys.path.insert(0, '/'); import make; make.${call}`);
  fs.writeFileSync(library, py.FS.readFile("/library.zip"));
  return py;
}
