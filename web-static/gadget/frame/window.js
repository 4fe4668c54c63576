// gadgets.window: the size of the gadget and its title. The container limits both.

(function (frame) {
  "use strict";

  function viewport() {
    return { width: window.innerWidth || 0, height: window.innerHeight || 0 };
  }

  /** Returns the height of the contents, independent of the frame's present height. */
  function contentHeight() {
    var body = document.body, range, style, bottom = 0, index, box, children;
    if (!body) return 0;
    children = body.children;
    for (index = 0; index < children.length; index += 1) {
      box = children[index].getBoundingClientRect();
      if (box.width || box.height) bottom = Math.max(bottom, box.bottom, box.top + tall(children[index]));
    }
    range = document.createRange();
    range.selectNodeContents(body);
    bottom = Math.max(bottom, range.getBoundingClientRect().bottom) + (window.pageYOffset || 0);
    style = window.getComputedStyle(body);
    return Math.ceil(bottom + pixels(style.paddingBottom) + pixels(style.marginBottom));
  }

  /** Returns the height of an element that does not scroll, including content that overflows it. */
  function tall(element) {
    var style = window.getComputedStyle(element);
    return style.overflowY === "visible" && style.display !== "inline" ? element.scrollHeight || 0 : 0;
  }

  function pixels(text) { return parseInt(text, 10) || 0; }

  var lastHeight = 0, lastWidth = 0, isAutomatic = false;

  /**
   * Adjusts the height again when the width changes (a turned device, for example), if the gadget
   * uses automatic height.
   */
  frame.listenForSize = function () {
    frame.addListener("resize", function () {
      var width = viewport().width;
      if (width === lastWidth) return;
      lastWidth = width;
      if (isAutomatic) window.gadgets.window.adjustHeight();
    }, false);
  };

  window.gadgets.window = {
    adjustHeight: function (opt_height) {
      var height = parseInt(opt_height, 10);
      isAutomatic = isNaN(height);
      if (isAutomatic) height = contentHeight();
      if (height === lastHeight) return;
      lastHeight = height;
      frame.call("resize_iframe", [height]);
    },
    adjustWidth: function (opt_width) {
      var width = opt_width;
      if (width === undefined || width === null) width = document.body ? document.body.scrollWidth : 0;
      frame.call("setIframeWidth", [typeof width === "number" ? width : String(width)]);
    },
    setTitle: function (title) { frame.say("set_title", String(title)); },
    getViewportDimensions: viewport,
    getWidth: function () { return viewport().width; },
    getHeight: function () { return viewport().height; },
  };
}(window.gadgetFrame));
