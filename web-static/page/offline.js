// Keeps the page in this browser, so that it opens without a line.

/** Keeps only the bundled page. Where a browser cannot or may not, everything else goes on as it did. */
export async function keepPage() {
  if (!document.getElementById("chunks")) return;
  try {
    await navigator.serviceWorker.register(new URL("worker.js", document.baseURI));
  } catch {
    // Not over plain HTTP from elsewhere, and not in private windows of some.
  }
}
