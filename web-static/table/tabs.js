// Tabs of which one shows at a time, by the ARIA pattern: arrows go from one to the next. Where there is room one is always
// shown; else (style.css) a press opens it over the rest, and a second press or Escape closes it.

/** Connects the tabs in `panel`; `onShow(name)` when another is shown. Returns {show(name, over), shown(): its name, or null}: `over` the rest, where it would have to be opened, unless that is false. */
export function mountTabs(panel, onShow) {
  const tabs = [...panel.querySelectorAll("[role=tab]")], name = (tab) => tab.id.slice("tab-".length);
  const body = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  let current = tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  panel.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (tab) open(tab, !(tab === current && panel.classList.contains("unfolded")));
  });
  panel.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target), next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (event.key === "Escape" && panel.classList.contains("unfolded")) {
      open(current, false);
      current.focus();
    } else if (at < 0 || next === undefined) {
      return;
    } else {
      select(tabs[(next + tabs.length) % tabs.length]);
      current.focus();
    }
    event.preventDefault();
  });
  document.addEventListener("pointerdown", ({ target }) => { if (!panel.contains(target)) panel.classList.remove("unfolded"); });
  return { show: (wanted, over = true) => open(tabs.find((tab) => name(tab) === wanted), over), shown };

  function open(tab, on) {
    panel.classList.toggle("unfolded", on);
    select(tab);
  }

  function select(tab) {
    current = tab;
    for (const each of tabs) {
      each.setAttribute("aria-selected", each === tab);
      each.tabIndex = each === tab ? 0 : -1;
      body(each).hidden = each !== tab;
    }
    onShow(shown());
  }

  /** What one sees now: nothing, where it would have to be opened. */
  function shown() {
    return body(current).checkVisibility() ? name(current) : null;
  }
}
