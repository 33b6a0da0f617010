import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent, defineTool, openAiModel } from "@goaltrace/core";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { median } from "./measure.ts";
import { PLAN_SHAPES, type PlanShape } from "./strategies/plan-shapes.ts";
import { answerAs, type Manner } from "./strategies/shape-model.ts";

/** A lookup over a network, and a short answer of a model. Both only wait, so the processor does not decide. */
const TOOL_MS = 100;
const ANSWER_MS = 50;
const MANNERS: readonly (readonly [Manner, string])[] = [
  ["rewoo", "rewoo"],
  ["together", "react, all ready calls in one answer"],
  ["single", "react, one call per answer"],
];

/**
 * Compares `rewoo` with `react` on three shapes of a plan: model calls, prompt tokens and time. A scripted model works in each manner, so this shows
 * what each costs where both succeed, and that the log counts what the endpoint received; it does not show which one a model handles better.
 */
export const strategies: Benchmark = async ({ quick }) => {
  const rounds = quick ? 1 : 9;
  // The first run loads the tokenizer.
  for (const shape of PLAN_SHAPES.slice(0, 1)) await measure(shape, "single");
  const figures: Figure[] = [];
  for (const shape of PLAN_SHAPES)
    for (const [manner, name] of MANNERS) {
      const runs: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await measure(shape, manner));
      const of = (read: (run: Measured) => number): number => median(runs.map(read));
      const what = `${shape.name}, ${name}`;
      const calls = { what: `${what}: model calls`, unit: "", value: of((run) => run.calls) };
      figures.push(
        manner === "rewoo" ? atMost(calls, 2, 2) : plainFigure(calls.what, calls.unit, calls.value),
        plainFigure(
          `${what}: prompt tokens`,
          "",
          of((run) => run.tokens),
        ),
        plainFigure(
          `${what}: time`,
          "ms",
          of((run) => run.wallMs),
        ),
        atMost(
          { what: `${what}: tokens that the log counts otherwise`, unit: "", value: of((run) => run.wrong) },
          0,
          0,
        ),
      );
    }
  return figures;
};

type Measured = {
  readonly calls: number;
  readonly tokens: number;
  readonly wallMs: number;
  /** The difference between the log and the endpoint in calls and tokens. */
  readonly wrong: number;
};

const tokenizer = createTokenizer();

async function measure(shape: PlanShape, manner: Manner): Promise<Measured> {
  const endpoint = await startEndpoint((body) => answerAs(manner, shape, body));
  const lookUp = defineTool({
    name: "look_up",
    description: "Looks up a fact. `also` are facts that it needs.",
    input: z.strictObject({ key: z.string(), also: z.array(z.string()).default([]) }),
    annotations: { readOnlyHint: true },
    execute: async ({ key, also }) => {
      await sleep(TOOL_MS);
      return `The fact ${key}: ${"a sentence of ordinary length about it. ".repeat(12)}${also.length} facts used.`;
    },
  });
  try {
    const agent = createAgent({
      model: openAiModel({ model: "mock", baseUrl: endpoint.baseUrl, apiKey: "" }),
      tools: [lookUp],
      instructions: "You answer from facts that you look up.",
      strategy: manner === "rewoo" ? "rewoo" : "react",
    });
    const startedAt = performance.now();
    const { status, totals } = await agent.run("What follows from the facts?").result;
    const wallMs = performance.now() - startedAt;
    if (status !== "completed") throw new Error(`the run ended as ${status}`);
    const { calls, tokens } = endpoint.received();
    const wrong = Math.abs(totals.inputTokens - tokens) + Math.abs(totals.modelCalls - calls);
    return { calls, tokens, wallMs, wrong };
  } finally {
    endpoint.close();
  }
}

/** An endpoint that counts the tokens of what it receives, as providers do, and reports them. */
async function startEndpoint(answer: (body: string) => object): Promise<{
  readonly baseUrl: string;
  received(): { readonly calls: number; readonly tokens: number };
  close(): void;
}> {
  let [calls, tokens] = [0, 0];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const used = tokenizer.count(body);
      calls += 1;
      tokens += used;
      void sleep(ANSWER_MS).then(() => {
        const { text = "", tool_calls: toolCalls } = toWire(answer(body));
        const delta = toolCalls === undefined ? { content: text } : { tool_calls: toolCalls };
        const usage = { prompt_tokens: used, completion_tokens: 20, total_tokens: used + 20 };
        const events = [
          { choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] },
          {
            choices: [
              { index: 0, delta: {}, finish_reason: toolCalls === undefined ? "stop" : "tool_calls" },
            ],
          },
          { choices: [], usage },
        ];
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`,
        );
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received: () => ({ calls, tokens }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ANSWER = z.object({
  text: z.string().optional(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).optional(),
});

function toWire(answer: object): { readonly text?: string | undefined; readonly tool_calls?: object[] } {
  const { text, calls } = ANSWER.parse(answer);
  if (calls === undefined) return { text };
  return {
    tool_calls: calls.map(({ id, name, arguments: written }, index) => ({
      ...{ index, id, type: "function", function: { name, arguments: written } },
    })),
  };
}
