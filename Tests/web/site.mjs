// The page as files: which there are, what is in them, who imports whom.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../web-static/", import.meta.url));

/** Every file below web-static, as a path from there, but for what runs inside of gadgets. */
export const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length))
  .filter((name) => !/^gadget\/(?:frame|lib)\//.test(name)).sort();

/** The modules of the page, of the gadget page, and of the gadget that is assembled from them. */
export const modules = files.filter((name) => name.endsWith(".js"));

/** What is in the file of that path. */
export const text = (name) => readFileSync(join(ROOT, name), "utf8");

/** A file's size in bytes. */
export const size = (name) => readFileSync(join(ROOT, name)).length;

const from = (name, specifier) => normalize(join(dirname(name), specifier));

/** The modules that `name` imports at once, as paths from web-static. */
export const imports = (name) => [...text(name).matchAll(/^(?:import|export)\b[^"`;]*?"(\.[^"]+)";/gm)].map(([, other]) => from(name, other));

/** Those it fetches when they are wanted; `${…}` in a path stands for any name. */
export function fetches(name) {
  return [...text(name).matchAll(/\bimportModule\(\s*(?:"([^"]+)"|`([^`]+)`)\s*\)/g)].flatMap(([, plain, template]) => {
    if (plain) return [plain];
    const pattern = new RegExp(`^${template.split(/\$\{\w+\}/).map((part) => part.replace(/[.\\/]/g, "\\$&")).join("[\\w-]+")}$`);
    return modules.filter((other) => pattern.test(other));
  });
}

/** What a browser loads for the page: index.html, what it names, and what its modules import, directly or not. */
export function loadedAtFirstSight() {
  const found = new Set(["index.html"]);
  for (const name of found) {
    if (name.endsWith(".html")) for (const [, other] of text(name).matchAll(/<(?!link rel="modulepreload")\w[^>]*\s(?:src|href)="([\w./-]+\.\w+)"/g)) found.add(other);
    if (name.endsWith(".js")) for (const other of imports(name)) found.add(other);
  }
  return [...found];
}
