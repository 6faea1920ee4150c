import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { buildConnector } from "undici";
import { codeOf } from "./errors.ts";

// Node gives up each of a host's addresses but the last one after 250 ms, which a service on another continent may need
// to answer. So it does for WebSockets, too. NODE_OPTIONS may ask for more.
setDefaultAutoSelectFamilyAttemptTimeout(Math.max(1_500, getDefaultAutoSelectFamilyAttemptTimeout()));

/**
 * undici's connector, whose connections never end an answer well by being reset. Where the end of the connection is the
 * end of the answer, undici takes a reset for one, as macOS may send it behind a whole answer: what was cut off would
 * be taken for whole.
 */
export function connectorOf(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...connection) => {
      // Before undici's own listener, which goes by this code.
      connection[1]?.prependListener("error", (error) => {
        if (codeOf(error) === "ECONNRESET") Object.assign(error, { code: "UND_ERR_SOCKET" });
      });
      callback(...connection);
    });
}
