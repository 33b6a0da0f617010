import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * Lets results without a type through a connection of 2026 as complete ones, as the protocol says; the library takes them for broken. `isModern` is asked
 * at each message, after `onMessage` was called.
 */
export function withResultType<Connection extends Transport>(
  transport: Connection,
  { isModern, onMessage }: { readonly isModern: () => boolean; readonly onMessage: () => void },
): Connection {
  let handler: Transport["onmessage"];
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => handler,
    set: (next: Transport["onmessage"]) => {
      handler =
        next === undefined
          ? undefined
          : (message, extra) => {
              onMessage();
              next(isModern() ? complete(message) : message, extra);
            };
    },
  });
  return transport;
}

function complete(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || "resultType" in message.result) return message;
  return { ...message, result: { ...message.result, resultType: "complete" } };
}
