// Writes the gadget into this frame when the container has sent it. The library is in place before
// the gadget's first script. This file uses document.write, because pages of 2009 depend on its
// effects: scripts run in order while the page is being parsed, and may write themselves. The page
// has no doctype (quirks mode) unless the gadget has one.
//
// The page has the same structure as in Wave. The gadget is inside a body that is already open,
// whatever html, head and body tags the gadget has. A browser takes their attributes and ignores
// the tags. The last script in the body calls the onload handlers. So document.body exists for the
// first script, and a handler's writes go to the end of the page, which is still being parsed.

(function (frame) {
  "use strict";
  delete window.gadgetFrame;

  var STYLE = "<style>body,td,div,span,p{font-family:arial,sans-serif}a{color:#0000cc}a:visited{color:#551a8b}a:active{color:#ff0000}"
    + "body{margin:0;padding:0;background-color:white}</style>";
  var LAST = "<script>gadgets.util.runOnLoadHandlers();</script>";

  /** Returns the user's looks (light or dark, board, stones) as attributes of the root element. */
  function attributes(looks) {
    var names = frame.keys(looks), text = "", index;
    for (index = 0; index < names.length; index += 1) text += " data-" + names[index] + "=\"" + looks[names[index]] + "\"";
    return text;
  }

  frame.confine();
  frame.hookAddresses();
  frame.installSurroundings();

  frame.receive("render", function (message) {
    frame.setAddresses(message.addresses);
    frame.setPrefs(message.prefs, message.messages, message.place);
    frame.setFeatures(message.features);
    frame.setViews(message.views);
    window.gadgets.config.init({ "core.util": message.features, rpc: {}, views: {} });
    frame.open();
    frame.listenAll();
    frame.watchStyles();
    frame.watchFrames();
    // Covers gadgets that leave a script or a comment open, which swallows the last script.
    frame.addDocumentListener("DOMContentLoaded", frame.runOnLoadHandlers, false);
    frame.addListener("load", frame.runOnLoadHandlers, false);
    frame.write(message.doctype + "<html" + attributes(message.looks) + "><head>" + STYLE + "</head><body>" + frame.localMarkup(message.html) + LAST + "</body></html>");
    document.close();
  });

  // The container asks whether the gadget is still present after the frame has loaded a document.
  frame.receive("ping", function () { frame.call("pong", []); });
  frame.listenAll();
  frame.call("ready", []);
}(window.gadgetFrame));
