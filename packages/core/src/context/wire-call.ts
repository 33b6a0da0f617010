import type { ToolCall } from "../log/message.ts";
import { USE_TOOL } from "../log/tool-names.ts";

/** A call as a request has it. */
export type WireCall = { readonly name: string; readonly arguments: string };

/**
 * Returns a call as the model made it: one made through `use_tool` is stored as a call of its tool, and sent as the model wrote it, because
 * endpoints may refuse calls of tools that the request does not define.
 */
export function wireCall({ name, arguments: text, received }: ToolCall): WireCall {
  if (received?.name !== USE_TOOL) return { name, arguments: text };
  return { name: USE_TOOL, arguments: `{"tool":${JSON.stringify(name)},"arguments":${text}}` };
}

/** Returns the tokens of a call's name and arguments as a request has them. */
export function countCall(call: ToolCall, count: (text: string) => number): number {
  const { name, arguments: text } = wireCall(call);
  return count(name) + count(text);
}
