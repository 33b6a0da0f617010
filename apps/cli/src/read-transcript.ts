import { GoaltraceError, type TranscriptMessage } from "@goaltrace/core";
import { z } from "zod";

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
 * Reads a transcript in OpenAI's format: `{"messages": […]}` or the array alone. Throws INVALID_INPUT naming the first message, counted
 * from 0, that is not one, that answers a call nobody made, or that comes before the results of the calls in front of it.
 */
export function readTranscript(text: string): readonly TranscriptMessage[] {
  const list = listOf(parse(text));
  const open = new Set<string>();
  return list.map((value, index) => {
    const message = MESSAGE.safeParse(value);
    if (!message.success) throw wrong(index, problemOf(message.error));
    const problem = pair(message.data, open);
    if (problem !== null) throw wrong(index, problem);
    return asTranscript(message.data);
  });
}

type Read = z.infer<typeof MESSAGE>;

/** Keeps account of calls without a result; gives what is wrong with this message's place. */
function pair(message: Read, open: Set<string>): string | null {
  if (message.role === "tool") {
    return open.delete(message.tool_call_id)
      ? null
      : `answers the call "${message.tool_call_id}", which is not open`;
  }
  const [waiting] = open;
  if (waiting !== undefined) return `comes before the result of the call "${waiting}"`;
  if (message.role === "assistant") for (const call of message.tool_calls ?? []) open.add(call.id);
  return null;
}

function asTranscript(message: Read): TranscriptMessage {
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
    return JSON.parse(text);
  } catch (thrown) {
    throw invalid(`The transcript is no JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}.`);
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list = typeof value === "object" && value !== null && "messages" in value ? value.messages : value;
  if (!Array.isArray(list)) throw invalid("The transcript is neither an array nor an object with messages.");
  if (list.length === 0) throw invalid("The transcript has no messages.");
  return list;
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  return `is not in OpenAI's format${path === "" ? "" : ` at ${path}`}: ${issue?.message ?? "unknown"}`;
}

function wrong(index: number, problem: string): GoaltraceError {
  return invalid(`Message ${index} ${problem}.`);
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: 'Give a JSON file like {"messages": [{"role": "user", "content": "…"}, …]}; calls and their results stay paired.',
  });
}
