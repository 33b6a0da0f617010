import { z } from "zod";

const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), arguments: z.string() }),
});

const wireMessage = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string().min(1) }),
  z.strictObject({ role: z.literal("user"), content: z.union([z.string(), z.array(z.unknown()).min(1)]) }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string().nullable(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string().min(1), content: z.string() }),
]);

const wireRequest = z.object({
  model: z.string().min(1),
  messages: z.array(wireMessage).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        function: z.looseObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/) }),
      }),
    )
    .min(1)
    .optional(),
  stream: z.literal(true),
});

export type WireRequest = z.infer<typeof wireRequest>;

/** Returns the parsed body; throws unless a Chat Completions endpoint would accept it. */
export function assertValidRequest(body: string): WireRequest {
  const request = wireRequest.parse(JSON.parse(body));
  const seen = new Set<string>();
  let open = new Set<string>();
  for (const [position, message] of request.messages.entries()) {
    const fail = (problem: string): never => {
      throw new Error(`message ${position}: ${problem}\n${body}`);
    };
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id))
        fail(`the result ${message.tool_call_id} has no open call before it`);
      continue;
    }
    if (open.size > 0) fail(`the calls ${[...open].join(", ")} have no result`);
    open = new Set();
    if (message.role === "system" && position > 0) fail("a system message follows others");
    if (message.role !== "assistant") continue;
    const calls = message.tool_calls ?? [];
    if (calls.length === 0 && (message.content ?? "") === "")
      fail("an assistant message without content and calls");
    for (const call of calls) {
      if (seen.has(call.id)) fail(`the id ${call.id} is used twice`);
      const value: unknown = JSON.parse(call.function.arguments);
      if (typeof value !== "object" || value === null || Array.isArray(value))
        fail(`the arguments of ${call.id} are not an object`);
      seen.add(call.id);
      open.add(call.id);
    }
  }
  if (open.size > 0) throw new Error(`the calls ${[...open].join(", ")} have no result at the end`);
  return request;
}
