// How large the gadget stands in the page. Gadgets of 2009 were drawn for a column of some 600 pixels: in a narrower
// place they are laid out at that width and shown smaller, whole. A gadget that says it is responsive gets what there is.

/** Bounds of what a gadget may ask for, in pixels. */
export const HEIGHT = { least: 20, most: 4_000, usual: 200 };
export const WIDTH = { least: 50 };
/** The width that a gadget is laid out at where the place is narrower. */
export const LAYOUT_WIDTH = 600;

/**
 * @param place   what the frame stands in, as wide as there is room
 * @param element the frame
 * @param options {height, width, isResponsive}: what the gadget's XML says
 */
export function createFit(place, element, { height = HEIGHT.usual, width, isResponsive = false }) {
  let tall = HEIGHT.usual, pixels = null, share = null;
  const observer = new ResizeObserver(draw);
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
    // What is drawn for less than the usual width fits sooner.
    const layout = isResponsive ? room : Math.min(LAYOUT_WIDTH, pixels ?? LAYOUT_WIDTH);
    const scale = Math.min(1, room / layout);
    if (scale < 1) {
      style.width = `${layout}px`;
      style.maxWidth = "none";
      style.transform = `scale(${scale})`;
    } else {
      // Never wider than its place: the style sheet says max-width: 100%.
      style.width = pixels ? `${pixels}px` : share ? `${share}%` : "";
      style.maxWidth = style.transform = "";
    }
    place.style.height = scale < 1 ? `${Math.ceil(tall * scale)}px` : "";
  }
}
