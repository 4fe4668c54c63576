// The files of the page, their contents and their imports.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../web-static/", import.meta.url));

/** Every file below web-static as a relative path, except those that run inside gadgets. */
export const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length))
  .filter((name) => !/^gadget\/(?:frame|lib)\//.test(name)).sort();

/** The modules of the page, of the gadget page, and of the gadget that is assembled from them. */
export const modules = files.filter((name) => name.endsWith(".js"));

/** Returns the contents of the file at that path. */
export const text = (name) => readFileSync(join(ROOT, name), "utf8");

/** Returns a file's size in bytes. */
export const size = (name) => readFileSync(join(ROOT, name)).length;

const from = (name, specifier) => normalize(join(dirname(name), specifier));

/** Returns the modules that `name` imports statically, as paths from web-static. */
export const imports = (name) => [...text(name).matchAll(/^(?:import|export)\b[^"`;]*?"(\.[^"]+)";/gm)].map(([, other]) => from(name, other));

/** Returns the modules that `name` loads on demand. `${…}` in a path stands for any name. */
export function fetches(name) {
  return [...text(name).matchAll(/\bimportModule\(\s*(?:"([^"]+)"|`([^`]+)`)\s*\)/g)].flatMap(([, plain, template]) => {
    if (plain) return [plain];
    const pattern = new RegExp(`^${template.split(/\$\{\w+\}/).map((part) => part.replace(/[.\\/]/g, "\\$&")).join("[\\w-]+")}$`);
    return modules.filter((other) => pattern.test(other));
  });
}

/**
 * Returns the files that a browser loads for the page: index.html, the files it names, and all
 * static imports.
 */
export function loadedAtFirstSight() {
  const found = new Set(["index.html"]);
  for (const name of found) {
    if (name.endsWith(".html")) for (const [, other] of text(name).matchAll(/<(?!link rel="modulepreload")\w[^>]*\s(?:src|href)="([\w./-]+\.\w+)"/g)) found.add(other);
    if (name.endsWith(".js")) for (const other of imports(name)) found.add(other);
  }
  return [...found];
}
