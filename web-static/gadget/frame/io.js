// gadgets.io. Gadgets have no network access, but requests for addresses in the operator's map are
// answered.

(function (frame) {
  "use strict";
  var io = window.gadgets.io = {
    ContentType: { TEXT: "TEXT", DOM: "DOM", JSON: "JSON", FEED: "FEED" },
    MethodType: { GET: "GET", POST: "POST", PUT: "PUT", DELETE: "DELETE", HEAD: "HEAD" },
    AuthorizationType: { NONE: "NONE", SIGNED: "SIGNED", OAUTH: "OAUTH" },
    ProxyUrlRequestParameters: { REFRESH_INTERVAL: "REFRESH_INTERVAL" },
    RequestParameters: {
      METHOD: "METHOD", CONTENT_TYPE: "CONTENT_TYPE", POST_DATA: "POST_DATA", HEADERS: "HEADERS",
      AUTHORIZATION: "AUTHORIZATION", NUM_ENTRIES: "NUM_ENTRIES", GET_SUMMARIES: "GET_SUMMARIES",
      REFRESH_INTERVAL: "REFRESH_INTERVAL", OAUTH_SERVICE_NAME: "OAUTH_SERVICE_NAME",
    },

    /** Calls `callback` later with {text, data, errors, rc}. */
    makeRequest: function (url, callback, opt_parameters) {
      var type = (opt_parameters && opt_parameters.CONTENT_TYPE) || "TEXT";
      var address = frame.localAddress(String(url));
      frame.call("fetch", [address], function (answer) {
        if (!answer || !answer.ok) frame.trouble("missing", address);
        if (typeof callback === "function") callback(respond(answer || {}, type));
      });
    },
    encodeValues: function (fields) {
      var names = frame.keys(fields || {}), index, result = "";
      for (index = 0; index < names.length; index += 1) {
        result += (index ? "&" : "") + encodeURIComponent(names[index]) + "=" + encodeURIComponent(fields[names[index]]);
      }
      return result;
    },
    getProxyUrl: function (url) { return frame.localAddress(String(url)); },
  };

  function respond(answer, type) {
    var response = { text: answer.text || "", errors: [], rc: answer.status || 404, data: null, headers: {}, oauthApprovalUrl: null };
    if (!answer.ok) {
      response.errors[0] = answer.message || "404 Not found";
      return response;
    }
    if (type === "JSON" || type === "FEED") {
      response.data = window.gadgets.json.parse(response.text);
      if (response.data === false) {
        response.data = null;
        response.errors[0] = "500 Failed to parse JSON";
      }
    } else if (type === "DOM") {
      response.data = new DOMParser().parseFromString(response.text, "text/xml");
    } else {
      response.data = response.text;
    }
    return response;
  }
  frame.io = io;
}(window.gadgetFrame));
