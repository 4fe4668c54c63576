// The line to the container: calls of services by name, both ways, as gadgets.rpc had them.
//
// A message is {nonce, service, args, call, ...}. The container believes nothing of it; here only what comes from the
// parent window, with the nonce of this frame, is listened to.

(function (frame) {
  "use strict";
  var services = {}, callbacks = {}, nextCall = 1, fallback = null, receivers = {};
  var nonce = (/[#&]rpctoken=([\w-]+)/.exec(window.location.hash) || [])[1];

  /** Calls a service of the container; `callback`, when given, gets its answer. `more` are members beside the arguments. */
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

  /** Calls a service with a text, unless that text was the last: gadgets say the same at every callback. */
  frame.say = function (service, text) {
    if (frame.own(lastSaid, service) === text) return;
    lastSaid[service] = text;
    frame.call(service, [text]);
  };

  /** What the container may call here; a gadget that registers the same name takes it over, as in gadgets.rpc. */
  frame.register = function (service, handler) { frame.put(services, String(service), handler); };
  frame.unregister = function (service) { delete services[String(service)]; };
  frame.registerDefault = function (handler) { fallback = handler || null; };
  frame.handlerOf = function (service) { return frame.own(services, service); };

  /** What the library itself does on a message, before the service's handler: keeps the state, for example. */
  frame.receive = function (kind, receiver) { receivers[kind] = receiver; };

  /** Calls the handler of `service` with `args`; `this` tells who asked, as in gadgets.rpc. */
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

  /** Starts to listen: again after document.open, which forgets all listeners. */
  frame.listen = function () { frame.addListener("message", received, false); };
}(window.gadgetFrame));
