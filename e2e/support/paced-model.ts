import type { ServerResponse } from "node:http";
import { createScriptedClient } from "@goaltrace/core/scripted";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import type { ModelCase } from "../../apps/cli/test/support/model-case.ts";

type Call = { readonly id: string; readonly name: string; readonly arguments: string };
type Answer = { readonly text: string; readonly calls: readonly Call[] };
/** Returns the model's answer to the request at position `turn`. */
type Script = (turn: number, body: string) => Promise<Answer>;

/** The final answer of `sums`. */
export const SUMS_END = "All sums are done.";

export type PacedModel = {
  readonly modelCase: ModelCase;
  /** Allows the model to take this many more steps. */
  allow(steps: number): void;
};

/** Creates a model that takes a step only when allowed, so that a test controls the length of its run. */
export function createPacedModel(name: string, script: Script): PacedModel {
  let allowed = 0;
  const waiting = new Map<number, () => void>();
  const release = (): void => {
    for (const [turn, answer] of waiting) {
      if (turn >= allowed) continue;
      waiting.delete(turn);
      answer();
    }
  };
  return {
    modelCase: {
      name,
      front: (response, turn, body) => {
        waiting.set(turn, () => {
          script(turn, body).then(
            (answer) => send(response, answer),
            () => response.destroy(),
          );
        });
        release();
        return true;
      },
      exit: 0,
      requests: () => true,
    },
    allow: (steps) => {
      allowed += steps;
      release();
    },
  };
}

/** Returns a script that makes a different calculation in each of `steps` steps. */
export function sums(steps: number): Script {
  return async (turn) => {
    if (turn >= steps) return await Promise.resolve({ text: SUMS_END, calls: [] });
    const call = { id: `call_${turn}`, name: "calculator", arguments: `{"expression":"${turn} * 3 + 1"}` };
    return await Promise.resolve({ text: `Sum ${turn}, once.`, calls: [call] });
  };
}

/** Returns the scripted demo as an HTTP model. */
export function demo(): Script {
  const clock = createSystemClock();
  const client = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: 0 });
  return async (_, body) => {
    const { signal } = new AbortController();
    const request = { callId: "demo", model: "demo", body, signal, onDelta: () => undefined };
    const outcome = await client.attempt(request);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const calls = outcome.answer.toolCalls.map((call, index) => ({
      ...call,
      id: call.id ?? `call_${index}`,
    }));
    return { text: outcome.answer.text, calls };
  };
}

function send(response: ServerResponse, { text, calls }: Answer): void {
  const tools = calls.map(({ id, ...called }, index) => ({ index, id, type: "function", function: called }));
  const deltas = [{ content: text }, ...(tools.length === 0 ? [] : [{ tool_calls: tools }])];
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: tools.length === 0 ? "stop" : "tool_calls" }] },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end("data: [DONE]\n\n");
}
