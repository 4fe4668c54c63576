// What a page of 2009 could count on and a frame without an origin lacks: cookies, storage, document.domain; and links
// and forms, which would replace the gadget by an error page.

(function (frame) {
  "use strict";

  function replace(owner, name, descriptor) {
    descriptor.configurable = true;
    try {
      frame.define(owner, name, descriptor);
    } catch (error) {
      frame.warn("The browser keeps " + name + " as it is.");
    }
  }

  /** Storage that lasts as long as the gadget is shown. */
  function memory() {
    var kept = {};
    return {
      getItem: function (key) { return frame.hasOwn(kept, key) ? kept[key] : null; },
      setItem: function (key, value) { frame.put(kept, String(key), String(value)); },
      removeItem: function (key) { delete kept[key]; },
      clear: function () { kept = {}; },
      key: function (index) { return frame.keys(kept)[index] || null; },
      get length() { return frame.keys(kept).length; },
    };
  }

  frame.installSurroundings = function () {
    var jar = {}, local = memory(), session = memory();
    replace(window, "localStorage", { get: function () { return local; } });
    replace(window, "sessionStorage", { get: function () { return session; } });
    replace(document, "cookie", {
      get: function () {
        var names = frame.keys(jar), text = "", index;
        for (index = 0; index < names.length; index += 1) text += (index ? "; " : "") + names[index] + "=" + jar[names[index]];
        return text;
      },
      set: function (text) {
        var pair = /^\s*([^=;]*)=([^;]*)/.exec(String(text));
        if (pair) frame.put(jar, pair[1], pair[2]);
      },
    });
    offeredWindows();
    replace(document, "domain", { get: function () { return window.location.hostname; }, set: function () {} });
  };

  /**
   * No window opens: an address goes to the page around the gadget, which shows it and lets the person decide. What
   * gadgets do with a window, mostly focus(), does nothing instead of throwing.
   */
  function offeredWindows() {
    window.open = function (address) {
      var nothing = function () {};
      if (address && !/^about:/i.test(String(address))) offer(String(address));
      else frame.trouble("window");
      return {
        closed: false, focus: nothing, blur: nothing, close: nothing, moveTo: nothing, resizeTo: nothing, postMessage: nothing,
        document: { open: nothing, write: nothing, writeln: nothing, close: nothing, title: "" }, location: {}, opener: window,
      };
    };
  }

  function offer(address) { frame.call("requestNavigateTo", [address.replace(/^\/\//, "http://")]); }

  /** A link out is offered by the page; one to nowhere does nothing; neither replaces the gadget. */
  function clicked(event) {
    var address = linked(event);
    if (address === null || event.defaultPrevented || (address.charAt(0) === "#" && !isOut(address))) return;
    if (/^javascript:/i.test(address)) {
      // The policy of the page around this frame refuses to navigate it, even to this.
      event.preventDefault();
      run(address);
    } else {
      event.preventDefault();
      if (isOut(address)) offer(address);
    }
  }

  /** With the wheel, or with a key held, a link opens a tab, which nothing but this keeps it from: before any handler of the gadget. */
  function clickedAside(event) {
    var address = linked(event);
    if (address === null || !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    if (isOut(address)) offer(address);
  }

  /** The address of the link that was clicked; null where it was none. */
  function linked(event) {
    var link = event.target, address;
    while (link && !/^(?:a|area)$/i.test(link.nodeName)) link = link.parentNode;
    if (!link || !link.getAttribute) return null;
    address = link.getAttribute("href");
    if (address === null) address = link.getAttribute("xlink:href"); // in drawings of then
    return address === null ? null : String(address).replace(/^\s+/, "");
  }

  /** To another page; a fragment such as #restored:wave:… was a place in the page around the gadget. */
  function isOut(address) { return /^(?:(?:https?:)?\/\/|mailto:|wave:|#(?:restored|minimized|maximized|focused):)/i.test(address); }

  /** The gadget's own handler has run by now; nothing is ever sent by the browser. */
  function submitted(event) {
    var action;
    if (event.defaultPrevented) return;
    event.preventDefault();
    action = String(event.target.getAttribute("action") || "").replace(/^\s+/, "");
    if (/^javascript:/i.test(action)) run(action);
  }

  /** Runs the code of a javascript: address, as the browser would. */
  function run(address) {
    var code = address.slice("javascript:".length);
    try {
      code = decodeURIComponent(code);
    } catch (error) {
      // A per cent sign that escapes nothing: an operator of the language.
    }
    // oxlint-disable-next-line no-eval -- The frame is sandboxed, and the browser would run the same code.
    (0, window.eval)(code);
  }

  frame.listenAll = function () {
    frame.listen();
    frame.addListener("click", clicked, false);
    frame.addListener("click", clickedAside, true);
    frame.addListener("auxclick", clickedAside, true);
    frame.addListener("submit", submitted, false);
    frame.listenForTrouble();
    frame.listenForSize();
  };
}(window.gadgetFrame));
