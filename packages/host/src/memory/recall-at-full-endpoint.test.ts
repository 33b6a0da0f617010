import { defineTool, type ModelClient, newRun, run, type RunPorts } from "@goaltrace/core";
import {
  createFixedEnvironments,
  createInMemoryMemoryStore,
  createInMemoryStores,
  createNoRedactor,
  createSilentLogger,
  createAllowAllPermission,
} from "@goaltrace/core/in-memory";
import type { Entry } from "@goaltrace/core/log";
import { createMemoryFinder } from "@goaltrace/core/memory";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import type { EndpointAdmission } from "@goaltrace/core/ports";
import { readLog } from "@goaltrace/core/reading";
import { createSystemClock } from "@goaltrace/core/system";
import { createTestClock, createTestIds, testAgent, testUsage } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { nodeHash } from "@goaltrace/tools";
import { expect, it } from "vitest";
import { z } from "zod";
import { createEndpointQueue, type EndpointQueue } from "../models/endpoint-queue.ts";
import { startRecall } from "./start-recall.ts";

const SCOPE = { workspaceId: "w", personId: "p" };
const TASK = "Invite our friends for cheese and board games, and say what everybody brings on Friday";
const LEASE_MS = 1e12;

type Call = { readonly model: "answer" | "light"; readonly wasGivenUp: () => boolean };

type World = {
  readonly queue: EndpointQueue;
  /** The calls that the endpoint got, in order. */
  readonly calls: Call[];
  /** Lets the tool of the run end. */
  readonly endTool: () => void;
  readonly toolEnded: Promise<void>;
  /** Resolves when the first call of the run waits for a place. */
  readonly waited: Promise<void>;
  readonly noteWaiting: () => void;
};

function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Creates an endpoint with one place. */
function createWorld(): World {
  const queue = createEndpointQueue({ label: "local/small", limit: 1, clock: createSystemClock() });
  const [tool, waiting] = [createGate(), createGate()];
  return {
    ...{ queue, calls: [], endTool: tool.open, toolEnded: tool.opened },
    ...{ waited: waiting.opened, noteWaiting: waiting.open },
  };
}

/** A model at the endpoint. The light one answers only when it is given up; the other calls a tool once and then answers. */
function modelAt({ queue, calls, noteWaiting }: World, model: Call["model"]): ModelClient {
  let answers = 0;
  return {
    profile: {
      ...{ reference: model, wireName: model, label: model, contextWindow: 32_000, price: null },
      ...{ quirks: "default", scripted: false },
    },
    enter: async (request) =>
      await queue.enter({
        ...request,
        onWaiting: (...waiting) => {
          request.onWaiting(...waiting);
          noteWaiting();
        },
      }),
    async attempt({ signal }) {
      calls.push({ model, wasGivenUp: () => signal.aborted });
      if (model === "light")
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      answers += 1;
      const toolCalls =
        answers === 1 && model === "answer" ? [{ id: "call_0", name: "look", arguments: "{}" }] : [];
      const text = toolCalls.length === 0 ? "Done." : "";
      const rest = { reasoning: "", usage: testUsage, finishReason: "stop", firstTokenMs: 1 } as const;
      return { ok: true, answer: { text, toolCalls, ...rest } };
    },
  };
}

/** Runs the task beside an entry that words alone do not decide, with the light model at the same endpoint. */
async function work(world: World): Promise<readonly Entry[]> {
  const clock = createTestClock();
  const store = createInMemoryMemoryStore(clock);
  await store.save(SCOPE, {
    ...{ type: "reference", name: "Friday deploys", description: "No deploys on Friday", keywords: [] },
    ...{
      content: "The team agreed.",
      id: "e1",
      audience: "person",
      state: "active",
      source: null,
      reason: null,
    },
  });
  const stores = createInMemoryStores(clock);
  const redactor = createNoRedactor();
  const look = defineTool({
    ...{ name: "look", description: "Looks.", input: z.object({}) },
    execute: async () => {
      await world.toolEnded;
      return "Nothing.";
    },
  });
  const ports: RunPorts = {
    ...{ traces: stores.traces, blobs: stores.blobs, signals: stores.signals, clock, hash: nodeHash },
    environments: createFixedEnvironments({
      ...{ tools: createToolSet([look]), permission: createAllowAllPermission(), redactor },
      ...{ sources: [], forbiddenFolders: [] },
      models: createModelDirectory([async () => modelAt(world, "answer")]),
      recallModel: modelAt(world, "light"),
      recall: startRecall(
        { store, finder: createMemoryFinder(store), clock, logger: createSilentLogger(), canChoose: true },
        { id: "t", ...SCOPE, task: TASK, startedAt: null },
      ),
    }),
    ...{ ids: createTestIds(), logger: createSilentLogger(), random: { next: () => 0.5 } },
    tokenizer: { count: (text) => Math.ceil(text.length / 4) },
  };
  const agent = { ...testAgent, strategy: "react" };
  const task = { scope: SCOPE, conversationId: null, text: TASK, agent, models: ["answer"] };
  const created = newRun({ ...task, projectFolder: null, origin: null }, { ...ports, redactor });
  await stores.traces.create(SCOPE, created.trace, created.entries, created.blobs);
  const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
  if (claimed === undefined) throw new Error("nothing to claim");
  for await (const _ of run({ ...claimed, ports }));
  const trace = await stores.traces.get(SCOPE, created.trace.id);
  if (trace?.status !== "completed") throw new Error("the run failed");
  return await readLog({ traces: stores.traces, scope: SCOPE }, trace);
}

const models = (calls: readonly Call[]): readonly string[] => calls.map(({ model }) => model);

async function enter(queue: EndpointQueue, personId: string): Promise<EndpointAdmission> {
  const { signal } = new AbortController();
  return await queue.enter({ ...{ workspaceId: "w", personId, signal }, onWaiting: () => undefined });
}

it("lets the answers of a run go first at a full endpoint, and gives the light model up for the next one", async () => {
  const world = createWorld();
  const other = await enter(world.queue, "other");
  const running = work(world);
  await world.waited;
  expect(world.calls).toEqual([]);
  if (other.admitted) other.leave();
  await expect.poll(() => models(world.calls)).toEqual(["answer", "light"]);
  world.endTool();
  const log = await running;
  expect(models(world.calls)).toEqual(["answer", "light", "answer"]);
  expect(world.calls[1]?.wasGivenUp()).toBe(true);
  const rejected = log.flatMap((entry) =>
    entry.kind === "event" && entry.type === "call.rejected" ? [entry.data] : [],
  );
  expect(rejected).toMatchObject([
    { purpose: "recall", problem: "Another call waited for its place at the endpoint." },
  ]);
});

it("gives the light model up for the call of another person", async () => {
  const world = createWorld();
  const running = work(world);
  await expect.poll(() => models(world.calls)).toEqual(["answer", "light"]);
  const other = await enter(world.queue, "other");
  expect(world.calls[1]?.wasGivenUp()).toBe(true);
  if (other.admitted) other.leave();
  world.endTool();
  await running;
  expect(models(world.calls)).toEqual(["answer", "light", "answer"]);
});
