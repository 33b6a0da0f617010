import { expect, it, vi } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const READ = { calls: [{ id: "c1", name: "read", arguments: '{"path":"a"}' }] };
const ASK = { id: "c1", name: "ask_user", arguments: '{"question":"Which one?","choices":["old","new"]}' };
const STEER = { kind: "steer", payload: { text: "Use the other file" } } as const;

const SOON = { timeout: 20_000 };

const countSteers = (body: string): number => body.split("Use the other file").length - 1;

function userTexts(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "user"
      ? entry.parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
      : [],
  );
}

/** Returns the number of calls without a result when the text became a message: the message must not stand between a call and its result. */
async function openCallsAtText(bench: Bench, id: string): Promise<number> {
  const entries = await bench.entries(id);
  const at = entries.findIndex((entry) => userTexts([entry]).includes("Use the other file"));
  return entries.slice(0, at).reduce((open, entry) => {
    if (entry.kind !== "message") return open;
    return open + (entry.role === "assistant" ? entry.toolCalls.length : entry.role === "tool" ? -1 : 0);
  }, 0);
}

function askingPorts(bench: Bench): RunPorts {
  return {
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => ({
        ...(await bench.ports.environments.openRun(trace, signal)),
        approvals: { lifetimeMs: 1_000 },
      }),
    },
  };
}

it.each([
  ["a model call that ends with calls", 0],
  ["the last model call", 1],
])("delivers a text sent during %s to the model before its next call, exactly once", async (_, during) => {
  const bodies: string[] = [];
  let id = "";
  const bench: Bench = await createBench(async ({ body }, position) => {
    bodies.push(JSON.stringify(body));
    if (position === during) await bench.signal(id, "steer-1", STEER);
    return position === 0 ? READ : { text: "done" };
  });
  id = await bench.add();
  await bench.start();
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"), SOON);
  const seen = bodies.map((body) => body.split("Use the other file").length - 1);
  expect(seen[during]).toBe(0);
  expect(seen[during + 1]).toBe(1);
  expect(await openCallsAtText(bench, id)).toBe(0);
  expect(userTexts(await bench.entries(id))).toEqual(["Do it", "Use the other file"]);
});

it("delivers a text sent during a tool to the model before its next call, exactly once", async () => {
  const bodies: string[] = [];
  const bench: Bench = await createBench(({ body }, position) => {
    bodies.push(body);
    return position === 0 ? READ : { text: "done" };
  });
  const id = await bench.add();
  await bench.start({
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => {
        const environment = await bench.ports.environments.openRun(trace, signal);
        const find: typeof environment.tools.find = (name) => {
          const tool = environment.tools.find(name);
          if (tool === undefined) return undefined;
          const run: typeof tool.run = async (...parameters) => {
            await bench.signal(id, "steer-1", STEER);
            return await tool.run(...parameters);
          };
          return { ...tool, run };
        };
        return { ...environment, tools: { ...environment.tools, find } };
      },
    },
  });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"), SOON);
  expect(bodies.map(countSteers)).toEqual([0, 1]);
  expect(await openCallsAtText(bench, id)).toBe(0);
  expect(userTexts(await bench.entries(id))).toEqual(["Do it", "Use the other file"]);
});

it("keeps a text sent during a wait, and delivers it to the model exactly once when the run continues", async () => {
  const bodies: string[] = [];
  const bench = await createBench(({ body }, position) => {
    bodies.push(body);
    return position === 0 ? READ : { text: "done" };
  });
  const id = await bench.add();
  await bench.stores.signals.insert(SCOPE, {
    ...{ kind: "pause", payload: {}, id: "pause-1", traceId: id, personId: "mira", at: bench.clock.now() },
  });
  await bench.start();
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"), SOON);
  await bench.signal(id, "steer-1", STEER);
  expect(await bench.status(id)).toBe("waiting");
  expect(bodies).toEqual([]);
  await bench.signal(id, "resume-1", { kind: "resume", payload: {} });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"), SOON);
  expect(bodies.map(countSteers)).toEqual([1, 1]);
  expect(userTexts(await bench.entries(id))).toEqual(["Do it", "Use the other file"]);
});

it("keeps a text that arrived together with a cancel for the next turn, although no model reads it now", async () => {
  const bodies: string[] = [];
  const bench = await createBench(({ body }) => {
    bodies.push(body);
    return { text: "done" };
  });
  const id = await bench.add();
  const sent = { traceId: id, personId: "mira", at: bench.clock.now() };
  await bench.stores.signals.insert(SCOPE, { ...STEER, ...sent, id: "steer-1" });
  await bench.stores.signals.insert(SCOPE, {
    ...{ kind: "cancel", payload: { reason: null }, id: "cancel-1" },
    ...sent,
  });
  await bench.start();
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("cancelled"), SOON);
  expect(bodies).toEqual([]);
  expect(userTexts(await bench.entries(id))).toEqual(["Do it", "Use the other file"]);
});

it("waits for the answer to a question without a worker, and returns it as the result of the call", async () => {
  const bench = await createBench((_, position) => (position === 0 ? { calls: [ASK] } : { text: "done" }));
  const { askUserTool } = await import("../../src/tools/ask-user.ts");
  const id = await bench.add();
  const ports = askingPorts(bench);
  const withTool: RunPorts = {
    ...ports,
    environments: {
      openRun: async (trace, signal) => ({
        ...(await ports.environments.openRun(trace, signal)),
        tools: { tools: [askUserTool], find: (name) => (name === "ask_user" ? askUserTool : undefined) },
      }),
    },
  };
  await bench.start(withTool);
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"), SOON);
  expect((await bench.stores.traces.get(SCOPE, id))?.waitingFor).toBe("question");
  const asked = (await bench.entries(id)).find(
    (entry) => entry.kind === "event" && entry.type === "question.asked",
  );
  expect(asked).toMatchObject({ data: { text: "Which one?", choices: ["old", "new"], toolCallId: "c1" } });
  const questionId = asked?.kind === "event" && asked.type === "question.asked" ? asked.data.questionId : "";
  await bench.stores.signals.insert(SCOPE, {
    ...{ kind: "answer", payload: { questionId, text: "new" }, id: `answer:${questionId}`, traceId: id },
    ...{ personId: "mira", at: bench.clock.now() },
  });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"), SOON);
  expect(
    (await bench.entries(id)).filter((entry) => entry.kind === "message" && entry.role === "tool"),
  ).toMatchObject([{ outcome: "ok", output: "new" }]);
});
