// Writes the gadget into this frame, once the container has sent it, with the library in place before its first script.
// document.write, because that is how pages of 2009 were made: scripts run in order while the page is being read, may
// write themselves, and find no doctype (quirks mode) unless the gadget brings one.
//
// The page is put together as Wave's was: the gadget stands inside of a body that is open already, whatever html, head
// and body tags it brings (a browser takes their attributes and passes over the rest), and the onload handlers are
// called by the last script in it. So document.body is there for the first script, and what a handler writes is
// written at the end of the page, which is still being read.

(function (frame) {
  "use strict";
  delete window.gadgetFrame;

  var STYLE = "<style>body,td,div,span,p{font-family:arial,sans-serif}a{color:#0000cc}a:visited{color:#551a8b}a:active{color:#ff0000}"
    + "body{margin:0;padding:0;background-color:white}</style>";
  var LAST = "<script>gadgets.util.runOnLoadHandlers();</script>";

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
    // For a gadget that leaves a script or a comment open, which swallows the last script.
    frame.addDocumentListener("DOMContentLoaded", frame.runOnLoadHandlers, false);
    frame.addListener("load", frame.runOnLoadHandlers, false);
    frame.write(message.doctype + "<html><head>" + STYLE + "</head><body>" + frame.localMarkup(message.html) + LAST + "</body></html>");
    document.close();
  });

  // The container asks whether the gadget is still there when the frame has loaded something.
  frame.receive("ping", function () { frame.call("pong", []); });
  frame.listenAll();
  frame.call("ready", []);
}(window.gadgetFrame));
