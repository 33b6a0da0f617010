import { expect, it } from "vitest";
import { rebuildRequest } from "../../src/context/rebuild-request.ts";
import type { EndpointCaller, ModelClient, ModelRequest } from "../../src/ports/model-client.ts";
import { call, createWorld, page, recall, type World } from "./memory-world.ts";
import { type Outcome, runScenario, type Scenario, SCOPE } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const TASK =
  "Write an invitation to our friends for cheese, wine and board games, and say what everybody brings on Friday";
const NOTES = [
  { name: "No nuts", description: "Nuts make one of the friends ill", content: "Ana is allergic." },
  { name: "Friday deploys", description: "No deploys on Friday", content: "The team agreed." },
];

async function worldOfNotes(): Promise<World> {
  const world = createWorld([page("Nothing.")]);
  for (const note of NOTES)
    await world.store.save(SCOPE, {
      ...{ ...note, type: "reference", keywords: [], id: note.name, audience: "person", state: "active" },
      ...{ source: null, reason: null },
    });
  return world;
}

/** A light model that gives one answer, after `until`. Keeps its requests. */
function lightModel(
  answer: string,
  until: (signal: AbortSignal) => Promise<unknown> = async () => undefined,
  enter?: ModelClient["enter"],
): { readonly client: ModelClient; readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const profile = {
    ...{ reference: "light", wireName: "light", label: "light", contextWindow: 8_000, price: null },
    ...{ quirks: "default", scripted: false },
  };
  const client: ModelClient = {
    profile,
    ...(enter && { enter }),
    async attempt(request) {
      requests.push(request);
      await until(request.signal);
      request.onDelta({ channel: "text", text: answer });
      const usage = {
        ...{ inputTokens: 90, outputTokens: 5, cachedTokens: 0, reasoningTokens: 0, estimated: false },
      };
      const rest = { reasoning: "", toolCalls: [], finishReason: "stop", usage, firstTokenMs: 1 } as const;
      return { ok: true, answer: { text: answer, ...rest } };
    },
  };
  return { client, requests };
}

/** A light model that answers only when it is given up. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** An endpoint that takes one call at a time, in order of arrival. A call that waits ends a spare one. */
function onePlace(): NonNullable<ModelClient["enter"]> {
  const waiting: (() => void)[] = [];
  let inside: EndpointCaller | null = null;
  const leave = (): void => {
    inside = null;
    waiting.shift()?.();
  };
  return async (caller) => {
    if (inside !== null) {
      const admitted = new Promise<void>((resolve) => waiting.push(resolve));
      caller.onWaiting(waiting.length - 1);
      if (caller.onNeeded === undefined) inside.onNeeded?.();
      await admitted;
    }
    inside = caller;
    return { admitted: true, leave };
  };
}

async function work(
  world: World,
  client: ModelClient | undefined,
  more: Partial<Scenario> = {},
): Promise<Outcome> {
  return await runScenario({
    ...{ task: TASK, tools: createTestTools(world.tools) },
    environment: {
      recall: await recall(world, TASK, true),
      ...(client && { recallModel: client }),
    },
    script: [call("fetch_page", {}), call("fetch_page", {}), { text: "Done." }],
    ...more,
  });
}

/** The number of a note in the question of the light model. */
function numberOf(request: ModelRequest | undefined, name: string): number {
  return Number(new RegExp(`(\\d+)\\. ${name}:`, "u").exec(request?.body ?? "")?.[1]);
}

it("adds what a light model picks among names and descriptions, from the next call on", async () => {
  const world = await worldOfNotes();
  const light = lightModel('{"notes":[1]}');
  const run = await work(world, light.client);
  const [question] = light.requests;
  expect(light.requests).toHaveLength(1);
  expect(question?.body).toContain("No nuts: Nuts make one of the friends");
  expect(question?.body).not.toContain("Ana is allergic");
  const picked = numberOf(question, "No nuts") === 1 ? "No nuts" : "Friday deploys";
  const content = NOTES.find(({ name }) => name === picked)?.content ?? "";
  const [first, second, third] = run.requests.map(({ body }) => body);
  expect(first).not.toContain(content);
  expect(second).toContain(content);
  expect(third).toContain(content);
  const [byRanking, byModel] = run.events("memory.recalled").map(({ data }) => data);
  expect(byRanking).toMatchObject({ memories: [], callId: null });
  expect(byModel?.memories).toEqual([{ memoryId: picked, version: 1, score: expect.any(Number) as number }]);
  expect(new Map(byModel?.candidates?.map(({ name, outcome }) => [name, outcome]))).toEqual(
    new Map(NOTES.map(({ name }) => [name, name === picked ? "picked" : "declined"])),
  );
});

it("logs the question like any call, rebuilt byte for byte, with its tokens", async () => {
  const world = await worldOfNotes();
  const light = lightModel('{"notes":[]}');
  const run = await work(world, light.client);
  const started = run.events("call.started").find(({ data }) => data.purpose === "recall");
  const { request, callId } = started?.data ?? {};
  const blobs = await run.stores.blobs.getMany(SCOPE, [
    ...(request?.systemBlobs ?? []),
    request?.tailBlob ?? "",
  ]);
  const texts = new Map(blobs.map((blob) => [blob.sha256, blob.text]));
  if (request === undefined) throw new Error("no question was logged");
  expect(
    rebuildRequest(request, run.entries, { sendReasoning: false, blobText: (hash) => texts.get(hash) }),
  ).toBe(light.requests[0]?.body);
  expect(run.events("call.finished").find(({ data }) => data.callId === callId)?.data).toMatchObject({
    ...{ purpose: "recall", model: "light", usage: { inputTokens: 90, outputTokens: 5 } },
  });
  expect(run.events("memory.recalled").at(-1)?.data).toMatchObject({ memories: [], callId });
});

it("waits for no light model: a run whose model answers first ends, and the question is given up", async () => {
  const world = await worldOfNotes();
  const light = lightModel("", untilAborted);
  const run = await work(world, light.client, { script: [call("fetch_page", {}), { text: "Done." }] });
  expect(run.trace.status).toBe("completed");
  expect(light.requests).toHaveLength(1);
  expect(light.requests[0]?.signal.aborted).toBe(true);
  expect(run.events("call.rejected").map(({ data }) => data)).toMatchObject([
    { purpose: "recall", problem: "The run needed no further call of its model.", willRetry: false },
  ]);
});

it("sends the question behind the answer's own call, where the endpoint takes one at a time", async () => {
  const world = await worldOfNotes();
  const enter = onePlace();
  const order: string[] = [];
  const asked = async (): Promise<void> => void order.push("light");
  const light = lightModel('{"notes":[1]}', asked, enter);
  const script: Scenario["script"] = (_, position) => {
    order.push("run");
    return position === 0 ? call("fetch_page", {}) : { text: "Done." };
  };
  await work(world, light.client, { script, enter });
  expect(order.slice(0, 2)).toEqual(["run", "light"]);
});

it("gives the question up when the run's next call waits for its place", async () => {
  const world = await worldOfNotes();
  const enter = onePlace();
  const light = lightModel("", untilAborted, enter);
  const script = [call("fetch_page", {}), { text: "Done." }];
  const run = await work(world, light.client, { script, enter });
  expect(run.trace.status).toBe("completed");
  expect(run.events("call.rejected").map(({ data }) => data)).toMatchObject([
    { purpose: "recall", problem: "Another call waited for its place at the endpoint." },
  ]);
});

it("stages no question beside a request that does not fit its window", async () => {
  const world = await worldOfNotes();
  const light = lightModel('{"notes":[1]}');
  const run = await work(world, light.client, { contextWindow: 200, budget: { tokens: 1_000_000 } });
  expect(run.trace).toMatchObject({ status: "failed", failure: { code: "CONTEXT_TOO_LONG" } });
  expect(run.events("memory.recalled")).toHaveLength(1);
  expect(run.events("call.started")).toEqual([]);
  expect(run.events("budget.reserved").filter(({ data }) => data.callId !== null)).toEqual([]);
  expect(light.requests).toEqual([]);
});

it("counts a choice that comes before the last answer, and recalls nothing that no request shows", async () => {
  const world = await worldOfNotes();
  const light = lightModel('{"notes":[1]}');
  const run = await work(world, light.client, { script: [{ text: "Done." }] });
  expect(run.events("call.finished").map(({ data }) => data.purpose)).toContain("recall");
  expect(run.events("call.rejected").map(({ data }) => data)).toMatchObject([
    { purpose: "recall", problem: "The run needed no further call of its model." },
  ]);
  expect(run.events("memory.recalled").map(({ data }) => data.callId)).toEqual([null]);
});

it.each([
  ["prose", "The first one, I think."],
  ["a number that no note has", '{"notes":[7]}'],
  ["other fields", '{"notes":[1],"reason":"fits"}'],
])("adds nothing for an answer with %s, and records it", async (_, answer) => {
  const world = await worldOfNotes();
  const run = await work(world, lightModel(answer).client);
  expect(run.trace.status).toBe("completed");
  expect(run.events("call.rejected")[0]?.data).toMatchObject({ purpose: "recall", answer });
  expect(run.events("memory.recalled")).toHaveLength(1);
});

it("asks no model without candidates, without room in the budget, or when none is configured", async () => {
  const world = await worldOfNotes();
  const light = lightModel('{"notes":[1]}');
  await work(world, light.client, { environment: { recallModel: light.client } });
  await work(createWorld([page("Nothing.")]), light.client);
  const run = await work(world, undefined);
  expect(run.events("call.started").map(({ data }) => data.purpose)).toEqual(["step", "step", "step"]);
  expect(light.requests).toEqual([]);
});
