import { GoaltraceError } from "@goaltrace/core";
import type { TranscriptMessage } from "@goaltrace/core/compaction";
import { z } from "zod";
import { parseJson } from "@goaltrace/core/parse-json";

const CALL = z.object({
  id: z.string().min(1),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});
const CONTENT = z.union([z.string(), z.null(), z.array(z.looseObject({ type: z.string() }))]).optional();
const MESSAGE = z.discriminatedUnion("role", [
  z.object({ role: z.literal(["system", "developer", "user"]), content: CONTENT }),
  z.object({ role: z.literal("assistant"), content: CONTENT, tool_calls: z.array(CALL).nullish() }),
  z.object({ role: z.literal("tool"), content: CONTENT, tool_call_id: z.string().min(1) }),
]);

/**
 * Reads a transcript in OpenAI's format: `{"messages": […]}` or the array alone. Throws INVALID_INPUT with the index (from 0) of the first
 * message that is malformed, answers an unknown call, or precedes the results of earlier calls.
 */
export function readTranscript(text: string): readonly TranscriptMessage[] {
  const list = messageList(parse(text));
  const open = new Set<string>();
  return list.map((value, index) => {
    const message = MESSAGE.safeParse(value);
    if (!message.success) throw invalidMessage(index, describeProblem(message.error));
    const problem = pairingProblem(message.data, open);
    if (problem !== null) throw invalidMessage(index, problem);
    return toTranscriptMessage(message.data);
  });
}

type ParsedMessage = z.infer<typeof MESSAGE>;

/** Tracks calls without a result; returns the problem when this message breaks the pairing. */
function pairingProblem(message: ParsedMessage, open: Set<string>): string | null {
  if (message.role === "tool") {
    return open.delete(message.tool_call_id)
      ? null
      : `answers the call "${message.tool_call_id}", which is not open`;
  }
  const [unanswered] = open;
  if (unanswered !== undefined) return `comes before the result of the call "${unanswered}"`;
  if (message.role === "assistant") for (const call of message.tool_calls ?? []) open.add(call.id);
  return null;
}

function toTranscriptMessage(message: ParsedMessage): TranscriptMessage {
  switch (message.role) {
    case "tool":
      return message;
    case "assistant":
      return { ...message, tool_calls: message.tool_calls ?? [] };
    case "system":
    case "developer":
    case "user":
      return { ...message, role: message.role === "developer" ? "system" : message.role };
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    throw invalid(
      `The transcript is not valid JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
    );
  }
}

function messageList(value: unknown): readonly unknown[] {
  const list = typeof value === "object" && value !== null && "messages" in value ? value.messages : value;
  if (!Array.isArray(list)) throw invalid("The transcript is neither an array nor an object with messages.");
  if (list.length === 0) throw invalid("The transcript has no messages.");
  return list;
}

function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  return `is not in OpenAI's format${path === "" ? "" : ` at ${path}`}: ${issue?.message ?? "unknown"}`;
}

function invalidMessage(index: number, problem: string): GoaltraceError {
  return invalid(`Message ${index} ${problem}.`);
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: 'Pass a JSON file like {"messages": [{"role": "user", "content": "…"}, …]} in which every call is followed by its result.',
  });
}
