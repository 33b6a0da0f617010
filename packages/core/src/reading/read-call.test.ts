import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { buildLog, buildTrace, type LogBuilder, testRequest } from "../testing/builders.ts";
import { readCall, readComparedCall } from "./read-call.ts";

const scope = { workspaceId: "workspace", personId: "person" };
const segment = { kind: "instructions", source: "i", firstSequence: null, lastSequence: null } as const;

/** Writes a turn with its request; the estimate is 80 tokens, the provider counts 100. */
function turn(log: LogBuilder, callId: string, calls: readonly { readonly id: string }[] = []): number {
  const segments = [{ ...segment, tokens: 80, cached: callId !== "first" }];
  log.event({
    type: "call.started",
    data: {
      callId,
      purpose: "step",
      step: 1,
      request: testRequest,
      report: { segments, totalTokens: 80, exact: false, window: 1_000, dropped: [] },
    },
  });
  const shape = buildLog().assistant({ text: "answer", calls });
  return log.add({ ...shape, id: undefined, callId }).sequence;
}

async function reading(log: LogBuilder, sequence: number): ReturnType<typeof readCall> {
  const { traces } = createInMemoryStores();
  const trace = buildTrace({ id: log.traceId }, log.entries);
  await traces.create(scope, trace, log.entries, []);
  return readCall({ traces, scope }, trace, sequence);
}

describe("readCall", () => {
  it("finds the call of a turn and the previous one, scaled to the provider's total", async () => {
    const log = buildLog();
    turn(log, "first");
    const second = turn(log, "second");
    const call = await reading(log, second);
    expect(call).toMatchObject({ totalTokens: 100, exact: true, estimateOff: 0.2 });
    expect(call?.story.callId).toBe("second");
    expect(call?.previous?.callId).toBe("first");
    expect(call?.context.rows).toMatchObject([{ kind: "instructions", tokens: 100, cachedTokens: 60 }]);
  });

  it("finds the call that requested a tool, however far back it is", async () => {
    const log = buildLog();
    turn(log, "first");
    turn(log, "second", [{ id: "tool-call" }]);
    for (let index = 0; index < 500; index += 1)
      log.event({ type: "tool.progressed", data: { toolCallId: "tool-call", text: String(index) } });
    const result = log.tool("tool-call").sequence;
    expect((await reading(log, result))?.story.callId).toBe("second");
  });

  it("returns nothing for an entry that belongs to no call", async () => {
    const log = buildLog();
    const { sequence } = log.user("Hello");
    turn(log, "first");
    expect(await reading(log, sequence)).toBeUndefined();
    expect(await reading(log, 99)).toBeUndefined();
  });

  it("compares a call with any other one", async () => {
    const log = buildLog();
    const first = turn(log, "first");
    turn(log, "second");
    const third = turn(log, "third");
    const { traces } = createInMemoryStores();
    const trace = buildTrace({ id: log.traceId }, log.entries);
    await traces.create(scope, trace, log.entries, []);
    const compare = (sequence: number, comparedWith: number): ReturnType<typeof readComparedCall> =>
      readComparedCall({ traces, scope }, trace, { sequence, comparedWith });
    expect((await compare(third, first))?.previous?.callId).toBe("first");
    expect((await compare(third, first))?.context.rows).toMatchObject([{ change: { kind: "same" } }]);
    expect(await compare(third, 99)).toBeUndefined();
  });
});
