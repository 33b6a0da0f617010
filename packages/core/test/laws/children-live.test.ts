import { expect, it } from "vitest";
import { z } from "zod";
import { presetAgents } from "../../src/agents/presets.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { childTools } from "../../src/tools/log-tools.ts";
import { createToolSet } from "../../src/tools/tool-set.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type TreeRequest, readTreeRequest } from "./tree-lives.ts";
import { type Bench, createBench } from "./worker-bench.ts";

/** Polls for as long as a busy machine may take. */
const poll = <Value>(read: () => Value) => expect.poll(read);

const ASKS = { effect: "ask", reason: "It writes." } as const;
const ALLOWED = { effect: "allow" } as const;

/** A worker whose runs may start agents; `gate` returns when the test opens it. */
async function startTree(script: (request: TreeRequest) => WireAnswer | Promise<WireAnswer>): Promise<{
  readonly bench: Bench;
  readonly rootId: string;
  open(): void;
  statusOf(task: string): Promise<string | undefined>;
}> {
  const bench = await createBench(async ({ body }) => await script(readTreeRequest(body)));
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gateTool = defineTool({
    ...{ name: "gate", description: "Waits.", input: z.object({}), annotations: { readOnlyHint: true } },
    execute: async (_, { signal }) => {
      await Promise.race([opened, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
      return "open";
    },
  });
  const ports: RunPorts = {
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => ({
        ...(await bench.ports.environments.openRun(trace, signal)),
        tools: createToolSet([...bench.tools.tools, gateTool, ...childTools(presetAgents)]),
        agents: presetAgents,
        permission: { decide: async ({ tool }) => await Promise.resolve(tool === "write" ? ASKS : ALLOWED) },
        approvals: { lifetimeMs: null },
      }),
    },
  };
  const rootId = await bench.add();
  await bench.start(ports);
  return {
    ...{ bench, rootId, open: () => open() },
    statusOf: async (task) =>
      (await bench.stores.traces.family(SCOPE, rootId)).find((trace) => trace.task === task)?.status,
  };
}

const task = (id: string, prompt: string) => ({ id, name: "task", arguments: JSON.stringify({ prompt }) });

/** "slow" waits for the gate, "asks" writes. */
function slowAndAsking({ task: asked, results }: TreeRequest): WireAnswer {
  if (results.length > 0) return { text: `${asked} done` };
  if (asked === "Do it") return { calls: [task("t1", "slow"), task("t2", "asks")] };
  return { calls: [{ id: "c", name: asked === "slow" ? "gate" : "write", arguments: "{}" }] };
}

it("continues a sub-agent at once when a person decides while its siblings still work", async () => {
  const { bench, rootId, open, statusOf } = await startTree(slowAndAsking);
  await poll(async () => await statusOf("asks")).toBe("waiting");
  const child = (await bench.stores.traces.family(SCOPE, rootId)).find((trace) => trace.task === "asks");
  const requested = (await bench.entries(child?.id ?? "")).find(
    (entry) => entry.kind === "event" && entry.type === "approval.requested",
  );
  if (requested?.kind !== "event" || requested.type !== "approval.requested")
    throw new Error("nothing asked");
  const { approvalId } = requested.data;
  await bench.signal(child?.id ?? "", `approval:${approvalId}`, { kind: "approve", payload: { approvalId } });
  await poll(async () => await statusOf("asks")).toBe("completed");
  expect(await statusOf("slow")).toBe("running");
  expect(await statusOf("Do it")).toBe("running");
  open();
  await poll(async () => await statusOf("Do it")).toBe("completed");
});

it("ends every sub-agent before its run when a person cancels the run", async () => {
  const { bench, rootId, statusOf } = await startTree(slowAndAsking);
  await poll(async () => await statusOf("asks")).toBe("waiting");
  await poll(async () => await statusOf("slow")).toBe("running");
  await bench.signal(rootId, "c", { kind: "cancel", payload: { reason: null } });
  await poll(async () => await statusOf("Do it")).toBe("cancelled");
  expect([await statusOf("slow"), await statusOf("asks")]).toEqual(["cancelled", "cancelled"]);
});

it("continues the thread of an agent by its name", async () => {
  const seen: string[] = [];
  const named = (id: string, prompt: string) => ({
    ...{ id, name: "task", arguments: JSON.stringify({ prompt, name: "scout" }) },
  });
  const { statusOf } = await startTree((request) => {
    const { task: asked, results, texts } = request;
    if (asked === "Do it")
      return results.length < 2
        ? { calls: [named(`t${results.length}`, results.length === 0 ? "learn" : "recall")] }
        : { text: "done" };
    seen.push(texts.join(" | "));
    return { text: "learned" };
  });
  await poll(async () => await statusOf("Do it")).toBe("completed");
  expect(seen).toEqual(["learn", "learn | recall"]);
});

it("lets its run answer a person's message at once, while the agent that it waited for continues", async () => {
  const { bench, rootId, open, statusOf } = await startTree(({ task: asked, results, texts }) => {
    if (asked === "slow")
      return results.length > 0
        ? { text: "slow done" }
        : { calls: [{ id: "g", name: "gate", arguments: "{}" }] };
    if (results.length === 0) return { calls: [task("t1", "slow")] };
    const isReported = texts.some((text) => text.includes("slow done"));
    return { text: isReported ? "all done" : `read: ${texts.at(-1) ?? ""}` };
  });
  await poll(async () => await statusOf("slow")).toBe("running");
  await bench.signal(rootId, "steer:1", { kind: "steer", payload: { text: "How far?" } });
  const answers = async (): Promise<readonly string[]> =>
    (await bench.entries(rootId)).flatMap((entry) =>
      entry.kind === "message" && entry.role === "assistant" && entry.text !== "" ? [entry.text] : [],
    );
  await poll(answers).toEqual(["read: How far?"]);
  expect(await statusOf("slow")).toBe("running");
  open();
  await poll(async () => await statusOf("Do it")).toBe("completed");
  expect(await answers()).toEqual(["read: How far?", "all done"]);
});

it("ends background agents before its run when a person cancels the run", async () => {
  const { bench, rootId, statusOf } = await startTree(({ task: asked, results }) => {
    if (asked !== "Do it") return { calls: [{ id: "g", name: "gate", arguments: "{}" }] };
    const input = JSON.stringify({ prompt: "slow", background: true });
    return results.length === 0
      ? { calls: [{ id: "t1", name: "task", arguments: input }] }
      : { text: "I wait." };
  });
  await poll(async () => await statusOf("slow")).toBe("running");
  await bench.signal(rootId, "c", { kind: "cancel", payload: { reason: null } });
  await poll(async () => await statusOf("Do it")).toBe("cancelled");
  expect(await statusOf("slow")).toBe("cancelled");
});

it("lets an agent read a message whose notice was lost, although its last answer was on its way", async () => {
  let answer = (): void => undefined;
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { bench, rootId, statusOf } = await startTree(async ({ task: asked, results, texts }) => {
    if (asked === "Do it") return results.length > 0 ? { text: "done" } : { calls: [task("t1", "look")] };
    if (texts.includes("Look at b too")) return { text: "with the message" };
    await answering;
    return { text: "without the message" };
  });
  await poll(async () => await statusOf("look")).toBe("running");
  const child = (await bench.stores.traces.family(SCOPE, rootId)).find((trace) => trace.task === "look");
  await poll(async () =>
    (await bench.entries(child?.id ?? "")).some(
      (entry) => entry.kind === "event" && entry.type === "call.started",
    ),
  ).toBe(true);
  await bench.stores.signals.insert(SCOPE, {
    ...{ kind: "steer", payload: { text: "Look at b too" }, id: "steer:1" },
    ...{ traceId: child?.id ?? "", personId: "person", at: 1 },
  });
  answer();
  await poll(async () => await statusOf("Do it")).toBe("completed");
  const answers = (await bench.entries(child?.id ?? "")).flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" ? [entry.text] : [],
  );
  expect(answers).toEqual(["without the message", "with the message"]);
});
