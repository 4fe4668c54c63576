// gadgets.MiniMessage: small messages above the gadget's contents, which the user can dismiss.

(function (frame) {
  "use strict";

  function MiniMessage(opt_moduleId, opt_container) { this.container_ = opt_container || null; }

  MiniMessage.prototype = {
    constructor: MiniMessage,
    createDismissibleMessage: function (message, opt_callback) {
      var box = this.box_(message), button = frame.createElement("button"), self = this;
      button.type = "button";
      button.className = "mmlib_xlink";
      button.textContent = "×";
      button.title = "Dismiss";
      button.style.cssText = "float:right;border:0;background:none;font:inherit;font-weight:bold;cursor:pointer;padding:0 4px";
      button.onclick = function () {
        if (typeof opt_callback !== "function" || opt_callback(box) !== false) self.dismissMessage(box);
      };
      box.insertBefore(button, box.firstChild);
      return box;
    },
    createTimerMessage: function (message, seconds, opt_callback) {
      var box = this.box_(message), self = this;
      frame.setTimeout(function () {
        if (typeof opt_callback !== "function" || opt_callback(box) !== false) self.dismissMessage(box);
      }, Math.max(0, Number(seconds) || 0) * 1000);
      return box;
    },
    createStaticMessage: function (message) { return this.box_(message); },
    dismissMessage: function (box) {
      if (box && box.parentNode) box.parentNode.removeChild(box);
    },
    box_: function (message) {
      var box = frame.createElement("div"), content = frame.createElement("span");
      box.className = "mmlib_table";
      box.style.cssText = "background:#fff3c4;color:#333;border:1px solid #e3c766;padding:2px 4px;margin:0 0 2px;font:13px arial,sans-serif";
      if (message && typeof message === "object" && message.nodeType) content.appendChild(message);
      else content.innerHTML = String(message);
      box.appendChild(content);
      this.place_().appendChild(box);
      return box;
    },
    place_: function () {
      if (!this.container_) {
        this.container_ = frame.createElement("div");
        document.body.insertBefore(this.container_, document.body.firstChild);
      }
      return this.container_;
    },
  };
  window.gadgets.MiniMessage = MiniMessage;
  frame.MiniMessage = MiniMessage;
}(window.gadgetFrame));
