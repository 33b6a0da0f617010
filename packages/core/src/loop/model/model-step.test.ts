import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelProfile } from "../../ports/model-client.ts";
import { defineTool } from "../../ports/tool.ts";
import type { LogBuilder } from "../../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import {
  answered,
  createScriptedModel,
  failedAttempt,
  overloaded,
  type ScriptedModel,
  type ScriptedReply,
} from "../../testing/scripted-model.ts";
import { loadContext } from "../context/load-context.ts";
import { modelStep } from "./model-step.ts";

const look = defineTool({
  ...{ name: "look", description: "Looks.", input: z.object({}), execute: () => "" },
});
const STEP = { purpose: "step", withTools: true } as const;
const FINAL = { purpose: "final", withTools: false } as const;
const refused = failedAttempt({ retry: "as_text", failure: { ...overloaded, message: "No tools." } });
const invalid = failedAttempt({ retry: "no" });
const tooLong = failedAttempt({ retry: "no", failure: { ...overloaded, code: "CONTEXT_TOO_LONG" } });

const model = (
  reference: string,
  replies: readonly ScriptedReply[],
  more: Partial<ModelProfile> = {},
): ScriptedModel => createScriptedModel(replies, { reference, ...more });

async function step(
  clients: readonly ScriptedModel[],
  options: Parameters<typeof createLoopRun>[0] & { readonly action?: typeof STEP | typeof FINAL } = {},
): Promise<LoopRun> {
  const run = await createLoopRun({ clients, tools: [look], ...options });
  await loadContext(run.context);
  await run.context.writer.flush();
  await modelStep(run.context, options.action ?? STEP);
  return run;
}
const events = async (run: LoopRun): Promise<unknown[]> =>
  (await run.written())
    .map((entry) => (entry.kind === "event" ? entry.type : entry.role))
    .filter((type) => type !== "context.set");
const bodies = ({ requests }: ScriptedModel): unknown[] =>
  requests.map(({ body }): unknown => JSON.parse(body));

describe("a step", () => {
  it("commits the request before it is sent and the answer after it", async () => {
    const commits: number[] = [];
    const client = model("a", [() => (commits.push(run?.commits.length ?? 0), answered())]);
    let run: LoopRun | null = null;
    run = await createLoopRun({ clients: [client] });
    await modelStep(run.context, STEP);
    expect(commits).toEqual([1]);
    expect(run.commits.map(({ entries }) => entries.length)).toEqual([1, 2]);
    const [started, message, finished] = await run.written();
    expect(started).toMatchObject({
      ...{ type: "call.started", goalId: "root", data: { purpose: "step", step: 1 } },
    });
    const callId = started?.kind === "event" && started.type === "call.started" ? started.data.callId : "";
    expect(message).toMatchObject({ role: "assistant", callId, text: "Done." });
    expect(finished).toMatchObject({ data: { callId, purpose: "step", model: "a", attempts: 1 } });
  });

  it("sends the tools unless the call is the final one", async () => {
    const [first, second] = [model("a", [answered()]), model("a", [answered()])];
    await step([first]);
    await step([second], { action: FINAL });
    expect(bodies(first)).toMatchObject([{ model: "wire-model", tools: [{ function: { name: "look" } }] }]);
    expect(bodies(second)).toMatchObject([{ messages: expect.any(Array) as unknown }]);
    expect(bodies(second)[0]).not.toHaveProperty("tools");
  });

  it("tries the models in order until one answers", async () => {
    const [first, second, third] = [model("a", [invalid]), model("b", [answered()]), model("c", [])];
    const run = await step([first, second, third]);
    expect(await events(run)).toEqual([
      ...["call.started", "call.attempt_failed", "call.started", "assistant", "call.finished"],
    ]);
    expect((await run.written()).at(-1)).toMatchObject({ data: { model: "b", attempts: 2 } });
    expect(third.requests).toEqual([]);
  });

  it("records the last failure if no model answers", async () => {
    const other = { ...overloaded, message: "Other." };
    const run = await step([
      model("a", [invalid]),
      model("b", [failedAttempt({ retry: "no", failure: other })]),
    ]);
    expect((await run.written()).at(-1)).toEqual({
      ...{ kind: "event", type: "call.failed", goalId: "root" },
      data: { callId: expect.any(String) as unknown, failure: other, attempts: 2 },
    });
    expect(run.commits.at(-1)?.entries.at(-1)).toMatchObject({ type: "call.failed" });
  });

  it("names the way to configure a model if there is none", async () => {
    const without = await step([]);
    expect((await without.written()).at(-1)).toMatchObject({
      data: {
        attempts: 0,
        failure: {
          code: "MODEL_NOT_CONFIGURED",
          message: "No model is set for this run.",
          fix: "Choose a model in Settings, Models, or set OPENAI_API_KEY, OPENAI_BASE_URL and GOALTRACE_MODEL.",
        },
      },
    });
    const unknown = await step([], { trace: { models: ["gone"] } });
    expect((await unknown.written()).at(-1)).toMatchObject({
      data: { failure: { code: "MODEL_NOT_CONFIGURED", message: "No model gone." } },
    });
  });
});

describe("text tools", () => {
  const action = "Thought: Look first.\nAction: look\nAction Input: {}";

  it("replace native tools for the rest of the run when the endpoint refuses them", async () => {
    const client = model("a", [
      refused,
      answered({ text: action }),
      answered({ text: "Final Answer: Yes." }),
    ]);
    const run = await step([client]);
    const [native, text] = bodies(client);
    expect(native).toHaveProperty("tools");
    expect(text).not.toHaveProperty("tools");
    expect(text).toMatchObject({ stop: ["\nObservation"] });
    expect(JSON.stringify(text)).toContain("## look");
    expect((await run.written()).find((entry) => entry.kind === "message")).toMatchObject({
      ...{ text: "", reasoning: "Look first.", toolCalls: [{ name: "look", arguments: "{}" }] },
    });
    expect(await events(run)).toEqual([
      ...[
        "call.started",
        "call.attempt_failed",
        "call.started",
        "assistant",
        "call.repaired",
        "call.finished",
      ],
    ]);
    await modelStep(run.context, STEP);
    expect(client.requests).toHaveLength(3);
    expect(bodies(client)[2]).not.toHaveProperty("tools");
    expect((await run.written()).at(-1)).toMatchObject({ data: { attempts: 1 } });
  });

  it("count their attempts after those with native tools", async () => {
    const run = await step([model("a", [refused, invalid]), model("b", [answered()])]);
    expect((await run.written()).at(-1)).toMatchObject({ data: { model: "b", attempts: 3 } });
    const attempts = (await run.written()).flatMap((entry) =>
      entry.kind === "event" && entry.type === "call.attempt_failed" ? [entry.data.attempt] : [],
    );
    expect(attempts).toEqual([1, 2]);
  });

  it("do not replace native tools in a call without tools, or refused once more", async () => {
    const final = model("a", [refused, answered()]);
    const run = await step([final], { action: FINAL });
    expect(final.requests).toHaveLength(1);
    expect((await run.written()).at(-1)).toMatchObject({ data: { failure: { message: "No tools." } } });
    const text = model("a", [refused, answered()], { quirks: "default+text-tools" });
    await step([text]);
    expect(text.requests).toHaveLength(1);
  });

  it("are not read from the answer of a run that has no tools", async () => {
    const client = model("a", [answered({ text: action })], { quirks: "default+text-tools" });
    const run = await step([client], { tools: [] });
    expect((await run.written()).find((entry) => entry.kind === "message")).toMatchObject({
      ...{ text: action, toolCalls: [] },
    });
    const native = await step([model("a", [answered({ text: action })])]);
    expect((await native.written()).find((entry) => entry.kind === "message")).toMatchObject({
      ...{ text: action, toolCalls: [] },
    });
  });
});

describe("a request that is too long for the endpoint", () => {
  const long = (log: LogBuilder): void => {
    log.user("Do it");
    for (let index = 0; index < 6; index += 1) {
      log.assistant({ text: `Step ${index}.`, calls: [{ id: `c${index}` }] });
      log.tool(`c${index}`, { output: "x".repeat(2_000) });
    }
  };

  it("is compacted and sent again", async () => {
    const client = model("a", [tooLong, answered()]);
    const run = await step([client], { log: long });
    const [first, last] = [bodies(client).at(0), bodies(client).at(-1)];
    expect(JSON.stringify(last).length).toBeLessThan(JSON.stringify(first).length);
    const written = await run.written();
    expect(written.map((entry) => entry.kind === "event" && entry.type)).toEqual(
      expect.arrayContaining(["call.attempt_failed", "call.finished"]),
    );
    const compaction = written.find(
      (entry) => entry.kind === "event" && ["context.cleared", "compaction.finished"].includes(entry.type),
    );
    expect(compaction).toMatchObject({ data: { reason: "too_long" } });
    expect(written.at(-1)).toMatchObject({ data: { purpose: "step", attempts: 2 } });
  });

  it("fails when it is still too long, with all attempts counted", async () => {
    const client = model("a", [tooLong, tooLong, tooLong, answered()]);
    const run = await step([client], { log: long });
    const failed = (await run.written()).at(-1);
    expect(failed).toMatchObject({ type: "call.failed", data: { failure: { code: "CONTEXT_TOO_LONG" } } });
    expect(failed).toMatchObject({ data: { attempts: 3 } });
  });

  it("fails at once when there is nothing to compact", async () => {
    const client = model("a", [tooLong, answered()]);
    const run = await step([client]);
    expect(client.requests).toHaveLength(1);
    expect((await run.written()).at(-1)).toMatchObject({ type: "call.failed", data: { attempts: 1 } });
  });

  it("is not sent when it exceeds the configured window", async () => {
    const client = model("a", [answered()], { contextWindow: 100 });
    const run = await step([client], { log: (log) => void log.user("x".repeat(5_000)) });
    expect(client.requests).toEqual([]);
    expect((await run.written()).at(-1)).toMatchObject({
      ...{ type: "call.failed", data: { attempts: 0, failure: { code: "CONTEXT_TOO_LONG" } } },
    });
  });
});
