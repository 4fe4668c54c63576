// gadgets.rpc: the services of container and gadget, for gadgets that call them without the wave
// object.

(function (frame) {
  "use strict";
  function rest(list, from) {
    var result = [], index;
    for (index = from; index < list.length; index += 1) result[index - from] = list[index];
    return result;
  }

  window.gadgets.rpc = {
    /**
     * Calls a service of the container. `target` is ignored, because only the container answers.
     */
    call: function (target, service, callback) { frame.call(service, rest(arguments, 3), callback); },
    register: function (service, handler) {
      if (service === "__cb" || service === "__ack") throw new Error("Cannot register reserved service: " + service);
      frame.register(service, handler);
    },
    unregister: function (service) { frame.unregister(service); },
    registerDefault: function (handler) { frame.registerDefault(handler); },
    unregisterDefault: function () { frame.registerDefault(null); },
    forceParentVerifiable: function () {},
    getRelayUrl: function () { return ""; },
    setRelayUrl: function () {},
    setAuthToken: function () {},
    setupReceiver: function () {},
    getAuthToken: function () { return ""; },
    getRelayChannel: function () { return "wpm"; },
    removeReceiver: function () {},
    receive: function () {},
    receiveSameDomain: function () {},
    getOrigin: function () { return frame.address; },
    getTargetOrigin: function () { return frame.address; },
    ACK: "__ack",
    RPC_ID: frame.urlParameters.mid || "0",
    SEC_ERROR_LOAD_TIMEOUT: 0,
    SEC_ERROR_FRAME_PHISH: 1,
    SEC_ERROR_FORGED_MSG: 2,
  };
}(window.gadgetFrame));
