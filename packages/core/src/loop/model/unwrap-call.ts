import { USE_TOOL } from "../../log/tool-names.ts";
import type { ReceivedToolCall } from "../../ports/model-client.ts";
import type { ToolSet } from "../../ports/tool.ts";
import { readArguments } from "./repair-arguments.ts";

/** A received call, and whether the model made it through `use_tool`. */
export type UnwrappedCall = ReceivedToolCall & { readonly isThroughUseTool: boolean };

/**
 * Returns a call of `use_tool` with arguments as a call of the tool that it names, so that rules, approvals, limits and people see that tool. Without
 * arguments, with an unknown tool, or if a program defines a tool of that name itself, the call is returned as it is.
 */
export function unwrapCall(received: ReceivedToolCall, tools: ToolSet): UnwrappedCall {
  const unchanged = { ...received, isThroughUseTool: false };
  if (received.name !== USE_TOOL || tools.tools.some(({ name }) => name === USE_TOOL)) return unchanged;
  const read = readArguments(received.arguments);
  if (!read.ok) return unchanged;
  const { tool, arguments: given } = read.value;
  if (typeof tool !== "string" || given === undefined || given === null) return unchanged;
  const name = tool.trim();
  if (name === USE_TOOL || tools.find(name) === undefined) return unchanged;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { id: received.id, name, arguments: text, isThroughUseTool: true };
}
