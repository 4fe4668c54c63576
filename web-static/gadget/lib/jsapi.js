// A replacement for http://www.google.com/jsapi: google.load for libraries in the operator's map,
// and the callback for the loaded page.
window.google = window.google || {};
(function (google) {
  var FILES = {
    jquery: "jquery.min.js", jqueryui: "jquery-ui.min.js", prototype: "prototype.js", scriptaculous: "scriptaculous.js",
    mootools: "mootools-yui-compressed.js", swfobject: "swfobject.js",
  };
  google.loader = google.loader || {};
  google.setOnLoadCallback = function (callback) { gadgets.util.registerOnLoadHandler(callback); };
  google.load = function (name, version, options) {
    var file = FILES[name], callback = options && options.callback;
    if (file && document.readyState === "loading") {
      document.write('<script src="http://ajax.googleapis.com/ajax/libs/' + name + "/" + version + "/" + file + '"><\/script>');
    }
    if (typeof callback === "function") google.setOnLoadCallback(callback);
  };
}(window.google));
