// wave.ui: buttons, dialogs and frames in the style of Wave.

(function (frame) {
  "use strict";
  var loaded = false;

  window.wave.ui = {
    BASE: "http://wave-api.appspot.com/public/",
    cssLoaded: false,

    loadCss: function () {
      var link;
      if (loaded) return;
      loaded = window.wave.ui.cssLoaded = true;
      link = frame.createElement("link");
      link.rel = "stylesheet";
      link.type = "text/css";
      link.href = window.wave.ui.BASE + "wave.ui.css";
      (document.getElementsByTagName("head")[0] || document.documentElement).appendChild(link);
    },

    /** Turns an element, usually a link, into a button. */
    makeButton: function (target) {
      var parts = ["left", "middle", "right"], table, cell, index;
      if (!target) return;
      window.wave.ui.loadCss();
      table = frame.createElement("span");
      table.className = "wavebutton";
      for (index = 0; index < parts.length; index += 1) {
        cell = frame.createElement("span");
        cell.className = "wavebutton-" + parts[index];
        if (index === 1) while (target.firstChild) cell.appendChild(target.firstChild);
        table.appendChild(cell);
      }
      target.className = (target.className + " wavebuttonlink").replace(/^ /, "");
      target.appendChild(table);
    },

    /** Turns an element into a dialog with a title. Its close button calls `opt_onClose`. */
    makeDialog: function (target, opt_title, opt_onClose) {
      var box, title, cross, body;
      if (!target) return;
      window.wave.ui.loadCss();
      body = frame.createElement("div");
      body.className = "wavedialog-body";
      while (target.firstChild) body.appendChild(target.firstChild);
      title = frame.createElement("div");
      title.className = "wavedialog-title";
      title.textContent = opt_title || "";
      if (opt_onClose) {
        cross = frame.createElement("a");
        cross.href = "#";
        cross.className = "wavedialog-close";
        cross.textContent = "×";
        cross.onclick = function () {
          opt_onClose();
          return false;
        };
        title.insertBefore(cross, title.firstChild);
      }
      box = frame.createElement("div");
      box.className = "wavedialog";
      box.appendChild(title);
      box.appendChild(body);
      target.appendChild(box);
    },

    /** Draws a frame around an element. */
    makeFrame: function (target) {
      if (!target) return;
      window.wave.ui.loadCss();
      target.className = (target.className + " waveframe").replace(/^ /, "");
    },
  };
}(window.gadgetFrame));
