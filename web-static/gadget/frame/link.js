// The frame's end of the message channel to the container: calls of named services in both
// directions, as in gadgets.rpc.
//
// A message is {nonce, service, args, call, ...}. The container trusts none of it. The frame
// accepts only messages from the parent window with the nonce of this frame.

(function (frame) {
  "use strict";
  var services = {}, callbacks = {}, nextCall = 1, fallback = null, receivers = {};
  var nonce = (/[#&]rpctoken=([\w-]+)/.exec(window.location.hash) || [])[1];

  /**
   * Calls a service of the container. `callback`, if given, gets its answer. `more` lists further
   * members of the message.
   */
  frame.call = function (service, args, callback, more) {
    var list = [], index, message, value;
    for (index = 0; index < args.length; index += 1) {
      value = frame.plain(args[index]);
      list[index] = value === undefined ? null : value;
    }
    message = { nonce: nonce, service: String(service), args: list, call: 0 };
    if (typeof callback === "function") {
      message.call = nextCall;
      callbacks[nextCall] = callback;
      nextCall += 1;
    }
    if (more) for (index = 0; index < more.length; index += 1) message[more[index][0]] = more[index][1];
    frame.post(message, frame.address);
  };

  var lastSaid = {};

  /**
   * Calls a service with a text, unless it is the same text as before, because gadgets repeat it at
   * every callback.
   */
  frame.say = function (service, text) {
    if (frame.own(lastSaid, service) === text) return;
    lastSaid[service] = text;
    frame.call(service, [text]);
  };

  /**
   * Registers a service for the container to call. A gadget that registers the same name replaces
   * it, as in gadgets.rpc.
   */
  frame.register = function (service, handler) { frame.put(services, String(service), handler); };
  frame.unregister = function (service) { delete services[String(service)]; };
  frame.registerDefault = function (handler) { fallback = handler || null; };
  frame.handlerOf = function (service) { return frame.own(services, service); };

  /**
   * Registers the library's handler for a kind of message other than calls and answers, for example
   * "state".
   */
  frame.receive = function (kind, receiver) { receivers[kind] = receiver; };

  /** Calls the handler of `service` with `args`. `this` describes the caller, as in gadgets.rpc. */
  frame.dispatch = function (service, args) {
    var handler = frame.own(services, service) || fallback;
    if (handler) handler.apply({ s: service, f: "..", a: args, t: nonce, callback: function () {} }, args);
  };

  function received(event) {
    var message = event.data, kind, callback;
    if (event.source !== frame.container || !message || message.nonce !== nonce) return;
    kind = message.kind;
    if (kind === "answer") {
      callback = frame.own(callbacks, message.call);
      delete callbacks[message.call];
      if (callback) callback(message.value);
    } else if (frame.own(receivers, kind)) {
      receivers[kind](message);
    } else if (kind === "call") {
      frame.dispatch(message.service, message.args);
    }
  }

  /**
   * Adds the message listener. It is called again after document.open, which removes all listeners.
   */
  frame.listen = function () { frame.addListener("message", received, false); };
}(window.gadgetFrame));
