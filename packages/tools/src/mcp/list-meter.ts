import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { LIST_MAX_BYTES } from "./tunables.ts";

/** Measures the list of tools that is being read, and nothing that a server sends beside it. */
export type ListMeter = {
  /** Notes a message to the server. */
  sent(this: void, message: JSONRPCMessage): void;
  /** Counts a message of the server, read from `line`, if it is a page of the list. */
  received(this: void, message: JSONRPCMessage, line: string): void;
  /** Counts bytes of the list. */
  bytes(this: void, count: number): void;
  /** Begins another list. `onTooLong` is called once it has more than `LIST_MAX_BYTES`. */
  start(this: void, onTooLong: () => void): void;
  /** Ends the list. */
  stop(this: void): void;
};

/** Creates the meter of a connection, which reads one list at a time. */
export function createListMeter(): ListMeter {
  const ids = new Set<unknown>();
  let total = 0;
  let report: (() => void) | null = null;
  const bytes = (count: number): void => {
    total += count;
    if (total > LIST_MAX_BYTES) report?.();
  };
  return {
    bytes,
    sent: (message) => {
      if ("method" in message && message.method === "tools/list" && "id" in message) ids.add(message.id);
    },
    received: (message, line) => {
      if (!("method" in message) && ids.delete(message.id)) bytes(Buffer.byteLength(line));
    },
    start: (onTooLong) => {
      ids.clear();
      total = 0;
      report = onTooLong;
    },
    stop: () => void (report = null),
  };
}
