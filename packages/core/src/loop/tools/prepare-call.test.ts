import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonDigest } from "../../digest.ts";
import type { ToolCall } from "../../log/message.ts";
import type { PermissionDecision, PermissionRequest } from "../../ports/permission.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { defineTool } from "../../ports/tool.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import type { OpenCall } from "../run-state.ts";
import { definitionDigest } from "./definition-digest.ts";
import { prepareCall, refuseUnasked } from "./prepare-call.ts";
import { stageStart } from "./stage-start.ts";
import { toolEffect } from "./tool-effect.ts";

const write = defineTool({
  ...{ name: "write", description: "Writes.", execute: () => "done" },
  input: z.strictObject({ path: z.string(), lines: z.number().default(1) }),
  annotations: { idempotentHint: true },
});
const open = (call: Partial<ToolCall> = {}): OpenCall => ({
  call: { id: "call", name: "write", arguments: '{"path":"a"}', ...call },
  ...{ goalId: "goal", started: null },
});
const refused = (outcome: string, title: string, output: string, refusal?: string): unknown => ({
  kind: "refused",
  finished: {
    ...{ outcome, result: { title, output }, durationMs: 0, events: [] },
    ...(refusal === undefined ? {} : { refusal }),
  },
});

async function runWith(
  decide: (request: PermissionRequest) => Promise<PermissionDecision> = async () => ({ effect: "allow" }),
): Promise<LoopRun> {
  return await createLoopRun({
    tools: [write],
    trace: { projectFolder: "/work", conversationId: "conversation", rootId: "trace" },
    environment: { permission: { decide } },
  });
}

describe("prepareCall", () => {
  it("returns a permitted call with its checked input", async () => {
    const { context } = await runWith();
    expect(await prepareCall(context, open())).toEqual({
      ...{ kind: "ready", tool: write, input: { path: "a", lines: 1 }, note: null },
    });
  });

  it("asks for permission with all facts that the decision needs", async () => {
    const requests: PermissionRequest[] = [];
    const { context } = await runWith(async (request) => {
      requests.push(request);
      return { effect: "allow" };
    });
    await prepareCall(context, open());
    const { hash } = context.ports;
    expect(requests).toEqual([
      {
        scope: { workspaceId: "workspace", personId: "person" },
        ...{ person: "person", agent: "general", conversation: "conversation", rootId: "trace" },
        ...{ traceId: "trace", step: 0, toolCallId: "call", tool: "write", folder: "/work" },
        arguments: { path: "a", lines: 1 },
        argumentsDigest: jsonDigest({ path: "a", lines: 1 }, hash),
        definitionDigest: definitionDigest(write, hash),
        annotations: { idempotentHint: true },
      },
    ]);
  });

  it.each([
    [{ effect: "deny", by: "rule", reason: "Not here." }, "rule", "denied by a rule", "Denied: Not here."],
    [
      ...[{ effect: "ask", reason: "Outside." }, "no_approver", "nobody to ask"],
      "Denied: Outside.\nThis call requires a person's approval, which is not available in this run. Continue without it, or state what you need.",
    ],
  ] as const)("denies a call with the reason: %j", async (decision, refusal, title, output) => {
    const { context } = await runWith(async () => decision);
    expect(await prepareCall(context, open())).toEqual(refused("denied", title, output, refusal));
  });

  it("denies a call about which no decision could be made", async () => {
    const { context } = await runWith(async () => await Promise.reject(new Error("no database")));
    expect(await prepareCall(context, open())).toEqual(
      refused(
        "denied",
        "denied by a rule",
        "Denied: permission could not be determined: no database",
        "rule",
      ),
    );
  });

  it("refuses a call with a problem even in a canceled run, under the name of the problem", async () => {
    const run = await runWith();
    run.cancel();
    const problem = { kind: "not_an_object", message: "Fix it." } as const;
    expect(await prepareCall(run.context, open({ problem }))).toEqual(
      refused("error", "not an object", "Fix it."),
    );
  });

  it("refuses a call whose tool or schema has changed since the answer", async () => {
    const { context } = await runWith();
    expect(await prepareCall(context, open({ name: "gone" }))).toEqual(
      refused("error", "unknown tool", 'The tool "gone" is no longer available in this run.'),
    );
    const invalid = write.input.safeParse({});
    expect(await prepareCall(context, open({ arguments: "{}" }))).toEqual(
      refused("error", "invalid arguments", invalid.error?.message ?? ""),
    );
  });

  it("refuses a call of a run that was canceled before or during the decision", async () => {
    const canceled = refused("cancelled", "cancelled", resultsPrompt.runEnded);
    let asked = 0;
    const before = await runWith(async () => {
      asked += 1;
      return { effect: "allow" };
    });
    before.cancel();
    expect(await prepareCall(before.context, open({ name: "gone" }))).toEqual(canceled);
    expect(asked).toBe(0);
    const during: LoopRun = await runWith(async () => {
      during.cancel();
      return { effect: "allow" };
    });
    expect(await prepareCall(during.context, open())).toEqual(canceled);
  });

  it("writes nothing, so that a call whose process dies here is prepared again", async () => {
    const run = await runWith();
    await prepareCall(run.context, open());
    expect(await run.written()).toEqual([]);
  });
});

describe("stageStart", () => {
  it("records the start and the effect of a call that may run", async () => {
    const run = await runWith();
    const prepared = refuseUnasked(await prepareCall(run.context, open()));
    expect(stageStart(run.context, open(), prepared)).toBe("idempotent");
    expect(await run.written()).toEqual([
      {
        ...{ kind: "event", type: "tool.started", goalId: "goal" },
        data: { toolCallId: "call", toolName: "write", effect: "idempotent" },
      },
    ]);
  });

  it("records nothing for a refused call", async () => {
    const run = await runWith();
    const prepared = refuseUnasked(await prepareCall(run.context, open({ name: "gone" })));
    expect(stageStart(run.context, open(), prepared)).toBe("read_only");
    expect(await run.written()).toEqual([]);
  });
});

it.each([
  [undefined, "effectful"],
  [{}, "effectful"],
  [{ readOnlyHint: false, idempotentHint: false }, "effectful"],
  [{ idempotentHint: true }, "idempotent"],
  [{ readOnlyHint: true }, "read_only"],
  [{ readOnlyHint: true, idempotentHint: true }, "read_only"],
])("reads the effect of a tool from its hints: %j", (annotations, effect) => {
  expect(toolEffect(annotations)).toBe(effect);
});

describe("definitionDigest", () => {
  it("changes with each part of a definition and with nothing else", async () => {
    const { hash } = (await createLoopRun()).context.ports;
    const base = { name: "a", description: "d", input: z.object({}), execute: () => "" };
    const digest = (more: Record<string, unknown> = {}): string =>
      definitionDigest(defineTool({ ...base, ...more }), hash);
    expect(digest({ execute: () => "other", timeLimitMs: 7 })).toBe(digest());
    const changes = [
      { name: "b" },
      { description: "e" },
      { input: z.object({ a: z.string() }) },
      { annotations: { readOnlyHint: true } },
    ];
    expect(new Set([digest(), ...changes.map(digest)]).size).toBe(5);
  });

  it("is computed once for each tool", async () => {
    let hashed = 0;
    const hash = { sha256: (text: string) => `${(hashed += 1)} ${text.length}` };
    const tool = defineTool({ name: "a", description: "d", input: z.object({}), execute: () => "" });
    expect(definitionDigest(tool, hash)).toBe(definitionDigest(tool, hash));
    expect(hashed).toBe(1);
  });
});
