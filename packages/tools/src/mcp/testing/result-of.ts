import type { CallToolResult } from "@modelcontextprotocol/client";
import type { CallAnswer } from "../server-calls.ts";

/** The result of a call that asks nothing. */
export function resultOf(answer: CallAnswer): CallToolResult {
  if (answer.kind === "input") throw new Error("the server asked a question");
  return answer.result;
}
