// Imports modules that the first view does not need.
//
// A bundled page has a table of chunks (scripts/bundle). Each entry has an address, the addresses
// of the chunks that it imports, and the paths of its modules, which it exports as m0, m1, ….
// Without the table each module has its own address.

const ROOT = new URL("../", import.meta.url);
const table = globalThis.document?.getElementById?.("chunks");
const chunks = table ? JSON.parse(table.textContent) : [];
const loading = new Map();
let failures = 0;

/** Imports the module at `path`, relative to the page's directory, for example "table/share.js". */
export async function importModule(path) {
  const chunk = chunks.find(({ modules }) => modules.includes(path));
  if (!chunk) return load(path);
  const whole = await load(chunk.address, chunk.needs);
  return whole[`m${chunk.modules.indexOf(path)}`];
}

/**
 * Imports an address once. After a failure the next attempt uses another address, because a browser
 * may cache the failure.
 */
function load(address, needs = []) {
  if (!loading.has(address)) {
    for (const each of needs) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: each }));
    const { href } = new URL(failures ? `${address}?${failures}` : address, ROOT);
    loading.set(address, import(href).catch((error) => {
      loading.delete(address);
      failures += 1;
      throw error;
    }));
  }
  return loading.get(address);
}
