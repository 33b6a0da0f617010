import { describe, expect, it } from "vitest";
import type { ToolOutcome } from "../../log/message.ts";
import { buildLog, type LogBuilder } from "../../testing/builders.ts";
import { detectLoop, type Loop } from "./detect.ts";
import { createGuardState, observeEntry } from "./guard-state.ts";

type Call = {
  readonly tool?: string;
  readonly with: string;
  readonly gives: string;
  readonly outcome?: ToolOutcome;
  readonly text?: string;
};

type Tools = { readonly polling?: boolean; readonly effects?: boolean };

function detect(calls: readonly Call[], tools: Tools = {}): Loop | null {
  const log = buildLog();
  calls.forEach(({ tool = "look", with: written, gives, outcome = "ok", text = "" }, index) => {
    const id = `c${index}`;
    log.assistant({ text, calls: [{ id, name: tool, arguments: written }] });
    log.tool(id, { output: gives, outcome, toolName: tool });
  });
  return detectIn(log, tools);
}

function detectIn(log: LogBuilder, tools: Tools = {}): Loop | null {
  const state = createGuardState();
  for (const entry of log.entries) observeEntry(state, entry);
  return detectLoop(state, {
    isPolling: () => tools.polling === true,
    hasEffects: () => tools.effects === true,
  });
}

const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

const differing = (count: number): readonly Call[] =>
  repeat(count, (index) => ({ with: `{"first":${index}}`, gives: `first ${index}` }));

it("detects the same call at its third repetition, regardless of key order, times and ids", () => {
  const results = ["at 10:00:01, took 12 ms", "at 10:00:09, took 7 ms", "at 10:01:00, took 120 ms"];
  const loop = detect([
    ...differing(2),
    ...results.map((gives, index) => ({ with: index === 1 ? '{"b":1,"a":2}' : '{"a":2,"b":1}', gives })),
  ]);
  expect(loop).toEqual({
    ...{ detector: "same_call", polling: false, count: 3 },
    ...{ sequences: [6, 8, 10], evidence: 'look {"a":2,"b":1}' },
  });
});

it("detects no loop in two equal calls or in equal calls with another in between", () => {
  expect(detect(repeat(2, () => ({ with: "{}", gives: "x" })))).toBeNull();
  expect(
    detect([
      { with: "{}", gives: "x" },
      { with: '{"a":1}', gives: "y" },
      { with: "{}", gives: "x" },
    ]),
  ).toBeNull();
  expect(detect([])).toBeNull();
});

it("compares calls by tool, arguments and result", () => {
  const call: Call = { with: "{}", gives: "x" };
  expect(detect([{ ...call, tool: "list" }, call, call])).toBeNull();
  expect(detect([{ ...call, with: '{"a":1}' }, call, call])).toBeNull();
  expect(detect([{ ...call, gives: "y" }, call, call])).toMatchObject({ polling: true });
});

it.each([2, 3, 4])("detects a cycle of %i calls at its third round", (length) => {
  const round = (index: number): Call => ({ with: `{"a":${index % length}}`, gives: `r${index % length}` });
  const calls = [...differing(1), ...repeat(length * 3, round)];
  expect(detect(calls)).toEqual({
    ...{ detector: "cycle", polling: false, count: 3 },
    sequences: repeat(length * 3, (index) => 4 + index * 2),
    evidence: repeat(length, (index) => `look {"a":${index}}`).join(" → "),
  });
  expect(detect(calls.slice(0, -1))).toBeNull();
  expect(detect(repeat(length * 3, round))).toMatchObject({ detector: "cycle" });
});

it("detects no cycle of five calls, nor one whose rounds differ", () => {
  expect(detect(repeat(15, (index) => ({ with: `{"a":${index % 5}}`, gives: `r${index % 5}` })))).toBeNull();
  const changing = repeat(6, (index) => ({ with: `{"a":${index % 2}}`, gives: `r${index}` }));
  expect(detect(changing)).toBeNull();
});

it("reports repeated calls of a polling tool as polling", () => {
  const same = repeat(3, () => ({ with: "{}", gives: "x" }));
  expect(detect(same, { polling: true })).toMatchObject({ detector: "same_call", polling: true });
  const cycle = repeat(6, (index) => ({ with: `{"a":${index % 2}}`, gives: `r${index % 2}` }));
  expect(detect(cycle, { polling: true })).toMatchObject({ detector: "cycle", polling: true });
});

it("reports equal calls with changing results as polling", () => {
  const loop = (count: number): Loop | null =>
    detect([...differing(2), ...repeat(count, (index) => ({ with: "{}", gives: `r${index}` }))]);
  expect(loop(2)).toBeNull();
  expect(loop(3)).toEqual({
    ...{ detector: "same_call", polling: true, count: 3 },
    ...{ sequences: [6, 8, 10], evidence: "look with a changing result" },
  });
});

it("detects no progress in eight equal results, but not in those of a tool with effects or in empty ones", () => {
  const calls = (count: number, gives = "done"): readonly Call[] => [
    ...differing(1),
    ...repeat(count, (index) => ({ with: `{"a":${index}}`, gives })),
  ];
  expect(detect(calls(7))).toBeNull();
  expect(detect(calls(8))).toEqual({
    ...{ detector: "no_progress", polling: false, count: 8 },
    ...{ sequences: repeat(8, (index) => 4 + index * 2), evidence: "look always returns done" },
  });
  expect(detect(calls(8), { polling: true })).toMatchObject({ detector: "no_progress", polling: true });
  expect(detect(calls(9), { effects: true })).toBeNull();
  expect(detect(calls(9, ""))).toBeNull();
  const otherTool = calls(8).map((call, index) => (index === 4 ? { ...call, tool: "list" } : call));
  expect(detect(otherTool)).toBeNull();
});

it("detects five equal errors in a row regardless of tool and arguments", () => {
  const failing = (count: number): readonly Call[] =>
    repeat(count, (index) => ({
      ...{ tool: `tool${index}`, with: `{"a":${index}}`, gives: "no such host", outcome: "error" as const },
    }));
  expect(detect(failing(4))).toBeNull();
  expect(detect([...differing(1), ...failing(5)], { polling: true })).toEqual({
    ...{ detector: "same_error", polling: false, count: 5 },
    ...{ sequences: [4, 6, 8, 10, 12], evidence: "no such host" },
  });
  const succeeding = failing(5).map((call, index) =>
    index === 2 ? { ...call, outcome: "ok" as const } : call,
  );
  expect(detect(succeeding)).toBeNull();
});

it("shortens what it reports of long arguments and results", () => {
  const long = "x".repeat(300);
  const evidence = (calls: readonly Call[]): string | undefined => detect(calls)?.evidence;
  expect(evidence(repeat(3, () => ({ with: long, gives: "" })))).toBe(`look ${long.slice(0, 160)}`);
  expect(evidence(repeat(6, (index) => ({ with: `${index % 2}${long}`, gives: "" })))).toBe(
    `look 0${long.slice(0, 59)} → look 1${long.slice(0, 59)}`,
  );
  const failing = repeat(5, (index) => ({ with: `${index}`, gives: long, outcome: "error" as const }));
  expect(evidence(failing)).toBe(long.slice(0, 200));
  const stuck = repeat(8, (index) => ({ with: `${index}`, gives: long }));
  expect(evidence(stuck)).toBe(`look always returns ${long.slice(0, 120)}`);
});

it("looks past denied calls, which prove nothing new", () => {
  const call: Call = { with: "{}", gives: "x" };
  const denied: Call = { with: "{}", gives: "denied", outcome: "denied" };
  expect(detect([call, denied, call, denied, call, denied])).toMatchObject({
    ...{ detector: "same_call", polling: false, count: 3, sequences: [2, 6, 10] },
  });
  expect(detect([denied, denied, denied])).toBeNull();
});

describe("repeated texts", () => {
  const saying = (...texts: readonly string[]): Loop | null => {
    const log = buildLog();
    for (const text of texts) log.assistant({ text });
    return detectIn(log);
  };

  it("detects the third equal text in a row, without any call", () => {
    expect(saying("First.", "Again.", "Again.", "Again.")).toEqual({
      ...{ detector: "same_text", polling: false, count: 3, sequences: [2, 3, 4], evidence: "Again." },
    });
    expect(saying("Again.", "Again.", "Again.", "Again.")).toMatchObject({ count: 3, sequences: [2, 3, 4] });
    expect(saying("Again.", "Again.")).toBeNull();
    expect(saying("Again.", "First.", "Again.", "Again.")).toBeNull();
  });

  it("detects them beside calls that differ", () => {
    const texts = repeat(3, (index) => ({ with: `${index}`, gives: `${index}`, text: "Again." }));
    expect(detect(texts)).toMatchObject({ detector: "same_text", sequences: [1, 3, 5] });
  });

  it("shortens a long text", () => {
    const long = "x".repeat(200);
    expect(saying(long, long, long)?.evidence).toBe(long.slice(0, 160));
  });
});

describe("results that never arrive", () => {
  const readPage = (id: string, calls: readonly Call[] = []): readonly Call[] => [
    { tool: "read_result", with: `{"id":"${id}"}`, gives: `page of ${id}` },
    ...calls,
  ];

  it("detects the third request for the same page within a few steps, with other calls between", () => {
    const calls = [
      ...readPage("a", differing(2)),
      ...readPage("a", differing(1)),
      ...readPage("b"),
      ...readPage("a"),
    ];
    expect(detect(calls)).toEqual({
      ...{ detector: "same_call", polling: false, count: 3 },
      ...{ sequences: [2, 8, 14], evidence: 'read_result {"id":"a"}' },
    });
    expect(detect(calls.slice(0, -1))).toBeNull();
    // Much later, the request does not count: the page may have been folded meanwhile.
    const late = [...readPage("a"), ...readPage("a"), ...differing(12), ...readPage("a")];
    expect(detect(late)).toBeNull();
    // Another page of the same result is progress.
    const next = { tool: "read_result", with: '{"id":"a","offset":9}', gives: "page 2" };
    expect(detect([...calls.slice(0, -1), next])).toBeNull();
  });

  const rounds = (count: number, result: (round: number) => string): Loop | null => {
    const log = buildLog();
    for (let round = 0; round < count; round += 1) {
      const ids = repeat(40, (index) => `r${round}c${index}`);
      log.assistant({
        calls: ids.map((id, index) => ({ id, name: "fetch", arguments: `{"page":${index}}` })),
      });
      for (const id of ids)
        log.tool(id, { output: `${id.split("c")[1] ?? ""} ${result(round)}`, toolName: "fetch" });
    }
    return detectIn(log);
  };

  it("detects the same forty calls with the same results at the third round", () => {
    expect(rounds(3, () => "text")).toMatchObject({ detector: "cycle", count: 3, polling: false });
    expect(rounds(2, () => "text")).toBeNull();
    expect(rounds(3, (round) => `text ${round}`)).toBeNull();
  });
});
