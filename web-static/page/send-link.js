// Sharing a link.

/**
 * Shares a link, by default the page's: with the system's share sheet on a touch device, otherwise
 * by the clipboard. Returns "shared", "copied" or null.
 */
export async function sendLink(title, url = location.href) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title, url });
      return "shared";
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return error.name === "AbortError" ? "shared" : null;
  }
}
