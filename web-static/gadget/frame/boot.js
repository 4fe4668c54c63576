// Writes the gadget into this frame, once the container has sent it, with the library in place before its first script.
// document.write, because that is how pages of 2009 were made: scripts run in order while the page is being read, may
// write themselves, and find no doctype (quirks mode) unless the gadget brings one.

(function (frame) {
  "use strict";
  delete window.gadgetFrame;

  var STYLE = "<style>body,td,div,span,p{font-family:arial,sans-serif}a{color:#0000cc}a:visited{color:#551a8b}a:active{color:#ff0000}"
    + "body{margin:0;padding:0;background-color:white}</style>";

  frame.hookAddresses();
  frame.installSurroundings();

  frame.receive("render", function (message) {
    frame.setAddresses(message.addresses);
    frame.setPrefs(message.prefs, message.messages, message.place);
    frame.setFeatures(message.features);
    window.gadgets.config.init({ "core.util": message.features, rpc: {}, views: {} });
    frame.open();
    frame.listenAll();
    frame.watchStyles();
    frame.addDocumentListener("DOMContentLoaded", frame.runOnLoadHandlers, false);
    frame.addListener("load", frame.runOnLoadHandlers, false);
    frame.write(message.doctype + STYLE + frame.localMarkup(message.html));
    document.close();
  });

  frame.listenAll();
  frame.call("ready", []);
}(window.gadgetFrame));
