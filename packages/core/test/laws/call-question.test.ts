import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { Entry } from "../../src/log/entry.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { CallAsks } from "../../src/ports/call-asks.ts";
import type { AnswerToCall } from "../../src/ports/call-question.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { createToolSet } from "../../src/tools/tool-set.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { createBench } from "./worker-bench.ts";

const LIFETIME_MS = 60_000;
const SOON = { timeout: 20_000 };

/** Starts a run whose only call asks for a color in the middle of its work, and for a size after that. */
async function runThatAsks({ canAsk = true }: { readonly canAsk?: boolean } = {}) {
  const executions: (AnswerToCall | null)[] = [];
  const paint = defineTool({
    ...{ name: "paint", description: "Paints.", input: z.object({}) },
    execute: (_, { answer = null }) => {
      executions.push(answer);
      if (answer === null) throw new CallAsks({ text: "Which color?", choices: ["Blue"], memo: "color" });
      if (answer.memo === "color" && answer.text !== null)
        throw new CallAsks({ text: "Which size?", choices: [], memo: `size of ${answer.text}` });
      return `${answer.memo}: ${answer.text ?? "nothing"}`;
    },
  });
  const bench = await createBench(({ body }) =>
    body.includes('"tool_call_id"')
      ? { text: "done" }
      : { calls: [{ id: "c1", name: "paint", arguments: "{}" }] },
  );
  const id = await bench.add();
  const ports: RunPorts = {
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => {
        const { approvals: _approvals, ...environment } = await bench.ports.environments.openRun(
          trace,
          signal,
        );
        return {
          ...{ ...environment, tools: createToolSet([paint]) },
          ...(canAsk ? { approvals: { lifetimeMs: LIFETIME_MS } } : {}),
        };
      },
    },
  };
  const questions = async () => (await bench.entries(id)).filter(isQuestion);
  const waitForQuestion = async (count: number): Promise<Question> => {
    await vi.waitFor(async () => {
      expect(await bench.status(id)).toBe("waiting");
      expect(await questions()).toHaveLength(count);
    }, SOON);
    const asked = (await questions()).at(-1);
    if (asked === undefined) throw new Error("nothing asked");
    return asked;
  };
  const answer = async ({ data: { questionId } }: Question, text: string): Promise<void> => {
    const signal = { kind: "answer", payload: { questionId, text }, id: `answer:${questionId}` } as const;
    const sent = { ...signal, traceId: id, personId: "mira", at: bench.clock.now() };
    await bench.stores.signals.insert(SCOPE, sent);
  };
  const result = async (): Promise<unknown> => {
    await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"), SOON);
    return (await bench.entries(id)).filter(({ kind }) => kind !== "event");
  };
  return { bench, ports, executions, waitForQuestion, answer, result };
}

type Question = Extract<Entry, { readonly type: "question.asked" }>;
function isQuestion(entry: Entry): entry is Question {
  return entry.kind === "event" && entry.type === "question.asked";
}

it("waits without a worker for what a call asks, and continues with the answer in another one", async () => {
  const { bench, ports, executions, waitForQuestion, answer, result } = await runThatAsks();
  const first = await bench.start(ports);
  const color = await waitForQuestion(1);
  expect(color.data).toMatchObject({
    toolCallId: "c1",
    text: "Which color?",
    choices: ["Blue"],
    memo: "color",
  });
  await first.stop();
  await answer(color, "Blue");
  await bench.start(ports);
  await answer(await waitForQuestion(2), "large");
  expect(JSON.stringify(await result())).toContain("size of Blue: large");
  expect(executions).toEqual([
    null,
    { text: "Blue", memo: "color" },
    { text: "large", memo: "size of Blue" },
  ]);
});

it("continues a call that was not answered in time", async () => {
  const { bench, ports, waitForQuestion, result } = await runThatAsks();
  await bench.start(ports);
  await waitForQuestion(1);
  bench.clock.advance(LIFETIME_MS);
  await bench.start(ports);
  expect(JSON.stringify(await result())).toContain("color: nothing");
});

it("continues a call at once where no one can be asked", async () => {
  const { bench, ports, executions, result } = await runThatAsks({ canAsk: false });
  await bench.start(ports);
  expect(JSON.stringify(await result())).toContain("color: nothing");
  expect(executions).toEqual([null, { text: null, memo: "color" }]);
});
