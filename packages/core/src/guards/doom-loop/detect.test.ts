import { expect, it } from "vitest";
import { buildLog } from "../../testing/builders.ts";
import { canonicalArguments, normalizeResult } from "./canonical.ts";
import { detectLoop, type Loop } from "./detect.ts";
import { createGuardState, observeEntry } from "./guard-state.ts";

type Call = {
  readonly tool?: string;
  readonly with: string;
  readonly gives: string;
  readonly error?: boolean;
};

function detect(
  calls: readonly Call[],
  tools: { readonly polling?: boolean; readonly effects?: boolean } = {},
): Loop | null {
  const log = buildLog();
  calls.forEach(({ tool = "look", with: written, gives, error }, index) => {
    const id = `c${index}`;
    log.assistant({ calls: [{ id, name: tool, arguments: written }] });
    log.tool(id, { output: gives, outcome: error === true ? "error" : "ok", toolName: tool });
  });
  const state = createGuardState();
  for (const entry of log.entries) observeEntry(state, entry);
  return detectLoop(state, {
    isPolling: () => tools.polling === true,
    hasEffects: () => tools.effects === true,
  });
}

const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

it("ignores key order in arguments and times and ids in results", () => {
  const results = ["at 10:00:01, took 12 ms", "at 10:00:09, took 7 ms", "at 10:01:00, took 120 ms"];
  const loop = detect(
    results.map((gives, index) => ({ with: index === 1 ? '{"b":1,"a":2}' : '{"a":2,"b":1}', gives })),
  );
  expect(loop).toMatchObject({ detector: "same_call", count: 3, polling: false });
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
});

it.each([2, 3, 4])("detects a cycle of %i calls at its third round", (length) => {
  const round = (index: number): Call => ({ with: `{"a":${index % length}}`, gives: `r${index % length}` });
  expect(detect(repeat(length * 3, round))).toMatchObject({ detector: "cycle" });
  expect(detect(repeat(length * 3 - 1, round))).toBeNull();
});

it("reports repeated calls of a polling tool as polling", () => {
  expect(
    detect(
      repeat(3, () => ({ with: "{}", gives: "x" })),
      { polling: true },
    ),
  ).toMatchObject({ polling: true });
});

it("counts equal results of tools with effects as progress", () => {
  const calls = repeat(9, (index) => ({ with: `{"a":${index}}`, gives: "done" }));
  expect(detect(calls, { effects: true })).toBeNull();
  expect(detect(calls)).toMatchObject({ detector: "no_progress" });
});

it("detects five equal errors in a row regardless of the arguments", () => {
  const failing = (count: number): Loop | null =>
    detect(repeat(count, (index) => ({ with: `{"a":${index}}`, gives: "no such host", error: true })));
  expect(failing(4)).toBeNull();
  expect(failing(5)).toMatchObject({ detector: "same_error", count: 5 });
});

it("sorts nested keys, keeps text that is not JSON, and replaces volatile parts", () => {
  expect(canonicalArguments('{"b":[{"d":1,"c":2}],"a":null}')).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalArguments(" {broken ")).toBe("{broken");
  expect(normalizeResult("2026-01-05T09:00:00Z 0198c0de-0000-7000-8000-000000000001 in 3.5 s")).toBe(
    "<time> <id> in <duration>",
  );
});
