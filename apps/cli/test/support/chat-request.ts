import { z } from "zod";

const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
});
const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string().min(1) }),
  z.strictObject({ role: z.literal("user"), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string().nullable(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string().min(1), content: z.string() }),
]);
const request = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(z.unknown()).min(1).optional(),
  stream: z.literal(true),
});

export type ChatMessage = z.infer<typeof message>;
export type ChatRequest = z.infer<typeof request>;

/** Parses a request body and validates it against the rules of Chat Completions. Throws with the violated rule. */
export function parseChatRequest(body: string): ChatRequest {
  const parsed = request.parse(JSON.parse(body));
  const used = new Set<string>();
  const open = new Set<string>();
  for (const [position, item] of parsed.messages.entries()) {
    if (item.role === "tool") {
      if (!open.delete(item.tool_call_id))
        throw new Error(`message ${position} answers ${item.tool_call_id}, which is not open`);
      continue;
    }
    if (open.size > 0) throw new Error(`message ${position} precedes the results of ${[...open].join(", ")}`);
    if (item.role === "system" && position > 0)
      throw new Error(`message ${position} is a system message after others`);
    if (item.role !== "assistant") continue;
    if ((item.content ?? "") === "" && item.tool_calls === undefined)
      throw new Error(`message ${position} has neither text nor calls`);
    for (const { id, function: called } of item.tool_calls ?? []) {
      if (used.has(id)) throw new Error(`call id ${id} is used twice`);
      z.record(z.string(), z.unknown()).parse(JSON.parse(called.arguments));
      used.add(id);
      open.add(id);
    }
  }
  if (open.size > 0) throw new Error(`no results for ${[...open].join(", ")}`);
  return parsed;
}
