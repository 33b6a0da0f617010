import { z } from "zod";
import type { PlannedFact, PlanShape } from "./plan-shapes.ts";

/** How the model works: it plans all calls at once, makes all ready calls in an answer, or one call per answer. */
export type Manner = "rewoo" | "together" | "single";

const REQUEST = z.object({
  messages: z.array(
    z.object({ role: z.string(), content: z.unknown(), tool_call_id: z.string().optional() }),
  ),
});

const ANSWER = "It follows that all of them hold.";

/** Answers a request as a model that works through a plan in this manner. The answer depends on the request alone. */
export function answerAs(manner: Manner, { facts }: PlanShape, body: string): object {
  const { messages } = REQUEST.parse(JSON.parse(body));
  const { content } = messages.at(-1) ?? {};
  const tail = typeof content === "string" ? content : "";
  if (tail.includes("Plan the tool calls")) return { text: JSON.stringify({ steps: facts.map(toStep) }) };
  if (tail.includes("The planned calls have ended"))
    return { text: JSON.stringify({ answer: ANSWER, evidence_sufficient: true }) };
  const done = new Set(
    messages.flatMap(({ role, tool_call_id: id }) => (role === "tool" && id !== undefined ? [id] : [])),
  );
  const ready = facts.filter(({ key, needs }) => !done.has(key) && needs.every((need) => done.has(need)));
  if (ready.length === 0) return { text: ANSWER };
  return { calls: (manner === "together" ? ready : ready.slice(0, 1)).map(toCall) };
}

function toStep({ key, needs }: PlannedFact): object {
  const args = { key, also: needs.map((need) => `\${${need}}`) };
  return { id: key, title: `The fact ${key}`, tool: "look_up", args, deps: needs };
}

function toCall({ key, needs }: PlannedFact): object {
  return { id: key, name: "look_up", arguments: JSON.stringify({ key, also: needs }) };
}
