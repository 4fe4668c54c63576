// The size of the gadget in the page. Gadgets of 2009 were drawn for a column of about 600 pixels.
// In a narrower page they are laid out at that width and scaled down. A gadget with the feature
// `responsive` gets the available width.

/** Limits of the size that a gadget may request, in pixels. */
export const HEIGHT = { least: 20, most: 4_000, usual: 200 };
export const WIDTH = { least: 50 };
/** The width at which a gadget is laid out if the page is narrower. */
export const LAYOUT_WIDTH = 600;

/**
 * @param place   the element around the frame, as wide as the page allows.
 * @param element the frame.
 * @param options {height, width, isResponsive} from the gadget's XML.
 */
export function createFit(place, element, { height = HEIGHT.usual, width, isResponsive = false }) {
  let tall = HEIGHT.usual, pixels = null, share = null;
  const observer = new ResizeObserver(draw);
  // A responsive gadget also knows light and dark, so its frame needs no white background.
  element.classList.toggle("plain", isResponsive);
  setHeight(height);
  if (width) setWidth(width);
  observer.observe(place);
  return {
    setHeight, setWidth,
    close() {
      observer.disconnect();
      place.style.height = "";
    },
  };

  function setHeight(asked) {
    if (!Number.isFinite(asked)) return;
    tall = Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.round(asked)));
    draw();
  }

  function setWidth(asked) {
    const percent = /^\s*(\d{1,3})%\s*$/.exec(String(asked));
    const number = parseInt(asked, 10);
    if (percent) [share, pixels] = [Math.min(100, Math.max(10, Number(percent[1]))), null];
    else if (number > 0) [share, pixels] = [null, Math.max(WIDTH.least, number)];
    draw();
  }

  function draw() {
    const room = place.clientWidth;
    if (!room) return;
    const { style } = element;
    style.height = `${tall}px`;
    // A gadget drawn for less than the usual width needs less scaling.
    const layout = isResponsive ? room : Math.min(LAYOUT_WIDTH, pixels ?? LAYOUT_WIDTH);
    const scale = Math.min(1, room / layout);
    if (scale < 1) {
      style.width = `${layout}px`;
      style.maxWidth = "none";
      style.transform = `scale(${scale})`;
    } else {
      // The style sheet's `max-width: 100%` keeps the frame within its place.
      style.width = pixels ? `${pixels}px` : share ? `${share}%` : "";
      style.maxWidth = style.transform = "";
    }
    place.style.height = scale < 1 ? `${Math.ceil(tall * scale)}px` : "";
  }
}
