import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { withResultType } from "./result-type.ts";

it("takes a result without a type as complete, only in a connection of 2026", () => {
  const received: JSONRPCMessage[] = [];
  let isModern = false;
  let seen = 0;
  const nothing = async (): Promise<void> => undefined;
  const plain: Transport = { start: nothing, send: nothing, close: nothing };
  const transport = withResultType(plain, { isModern: () => isModern, onMessage: () => void (seen += 1) });
  transport.onmessage = (message) => void received.push(message);
  const bare: JSONRPCMessage = { jsonrpc: "2.0", id: 1, result: { content: [] } };
  const typed: JSONRPCMessage = { jsonrpc: "2.0", id: 2, result: { resultType: "input_required" } };
  transport.onmessage(bare);
  isModern = true;
  for (const message of [bare, typed]) transport.onmessage(message);
  expect(received).toEqual([bare, { ...bare, result: { content: [], resultType: "complete" } }, typed]);
  expect(seen).toBe(3);
});
