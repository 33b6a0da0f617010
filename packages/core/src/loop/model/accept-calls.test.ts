import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ReceivedToolCall } from "../../ports/model-client.ts";
import { defineTool, type Tool } from "../../ports/tool.ts";
import { createToolSet } from "../../tools/tool-set.ts";
import { acceptCalls, type AcceptedCalls } from "./accept-calls.ts";

const received = fc.record({
  id: fc.option(fc.constantFrom("", "a", "a_2", "b")),
  name: fc.string({ maxLength: 80 }),
  arguments: fc.oneof(fc.json(), fc.string()),
});

const look = defineTool({
  ...{ name: "read_file", description: "d", execute: () => "" },
  input: z.strictObject({ path: z.string(), lines: z.array(z.number()).default([]) }),
});
const write = defineTool({ name: "write", description: "d", input: z.object({}), execute: () => "" });
const call = (more: Partial<ReceivedToolCall> = {}): ReceivedToolCall => ({
  ...{ id: "a", name: "read_file", arguments: '{"path":"x"}' },
  ...more,
});

/** Accepts calls in a run with two tools. */
function accept(
  calls: readonly ReceivedToolCall[],
  options: {
    readonly tools?: readonly Tool[];
    readonly known?: readonly string[];
    readonly cut?: boolean;
  } = {},
): AcceptedCalls {
  let next = 0;
  return acceptCalls(calls, {
    tools: createToolSet(options.tools ?? [look, write]),
    finishReason: options.cut === true ? "length" : "tool_calls",
    knownIds: new Set(options.known),
    newId: () => `new${(next += 1)}`,
  });
}

it("makes ids unique and names valid for any input without losing a call", () => {
  fc.assert(
    fc.property(
      fc.array(received, { maxLength: 20 }),
      fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      (raw, usedIds) => {
        const { calls } = accept(raw, { tools: [], known: usedIds });
        expect(calls).toHaveLength(raw.length);
        expect(new Set([...usedIds, ...calls.map(({ id }) => id)]).size).toBe(usedIds.length + calls.length);
        for (const [index, { name, problem, received: original, arguments: text }] of calls.entries()) {
          expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(problem).toBeDefined();
          expect(original?.arguments ?? text).toBe(raw[index]?.arguments);
        }
      },
    ),
  );
});

it("keeps a valid call as it is", () => {
  expect(accept([call()])).toEqual({ calls: [call()], repairs: [] });
});

describe("ids", () => {
  it("are created where they are missing", () => {
    expect(accept([call({ id: null }), call({ id: "" })])).toEqual({
      calls: [
        { ...call(), id: "call_new1", received: { id: "" } },
        { ...call(), id: "call_new2", received: { id: "" } },
      ],
      repairs: [
        { toolCallId: "call_new1", repair: "missing_id", before: "" },
        { toolCallId: "call_new2", repair: "missing_id", before: "" },
      ],
    });
  });

  it("get a number where they were used before, in this answer or in the log", () => {
    const { calls, repairs } = accept([call(), call(), call({ id: "b" })], { known: ["b", "b_2", "a_2"] });
    expect(calls).toEqual([
      call(),
      { ...call(), id: "a_3", received: { id: "a" } },
      { ...call(), id: "b_3", received: { id: "b" } },
    ]);
    expect(repairs).toEqual([
      { toolCallId: "a_3", repair: "duplicate_id", before: "a" },
      { toolCallId: "b_3", repair: "duplicate_id", before: "b" },
    ]);
  });
});

describe("names", () => {
  it.each([
    ["read file!", "read_file_"],
    ["Ünder-1_b", "_nder-1_b"],
    ["x".repeat(65), "x".repeat(64)],
    ["x".repeat(64), "x".repeat(64)],
    ["", "unnamed_tool"],
  ])("become valid for the API: %j", (raw, name) => {
    const [accepted] = accept([call({ name: raw })]).calls;
    expect(accepted?.name).toBe(name);
    expect(accepted?.received).toEqual(name === raw ? undefined : { name: raw });
  });
});

describe("arguments", () => {
  it("are repaired, and the repair is recorded with the original", () => {
    const fenced = '```json\n{"path":"x"}\n```';
    expect(accept([call({ arguments: fenced })])).toEqual({
      calls: [{ ...call(), received: { arguments: fenced } }],
      repairs: [{ toolCallId: "a", repair: "fence_removed", before: fenced }],
    });
    const spaced = ' {"path":"x"}';
    expect(accept([call({ arguments: spaced })])).toEqual({
      calls: [{ ...call(), received: { arguments: spaced } }],
      repairs: [],
    });
  });

  it("that cannot be read are shown to the model unchanged, with instructions to fix them", () => {
    expect(accept([call({ arguments: "[1]" }), call({ id: "b", name: "wrte", arguments: "[1]" })])).toEqual({
      calls: [
        {
          ...call({ arguments: '{"unreadable_arguments":"[1]"}' }),
          received: { arguments: "[1]" },
          problem: {
            kind: "not_an_object",
            message:
              "The arguments must be one JSON object, not an array. Call read_file again with one JSON object.",
          },
        },
        {
          ...call({ id: "b", name: "wrte", arguments: '{"unreadable_arguments":"[1]"}' }),
          received: { arguments: "[1]" },
          problem: {
            kind: "not_an_object",
            message:
              "The arguments must be one JSON object, not an array. Did you mean write? Tools: read_file, write.",
          },
        },
      ],
      repairs: [],
    });
  });

  it("that do not match the schema are described by path, up to eight fields", () => {
    const problemOf = (input: unknown): unknown =>
      accept([call({ arguments: JSON.stringify(input) })]).calls[0]?.problem;
    expect(problemOf({ path: 7, lines: [1, "b"] })).toEqual({
      kind: "schema",
      message:
        "The arguments do not match read_file: path: Invalid input: expected string, received number; lines.1: Invalid input: expected number, received string",
    });
    expect(problemOf({ path: "x", more: 1 })).toEqual({
      kind: "schema",
      message: 'The arguments do not match read_file: arguments: Unrecognized key: "more"',
    });
    const nine = Array.from({ length: 9 }, () => "b");
    const lines = Array.from(
      { length: 8 },
      (_, index) => `lines.${index}: Invalid input: expected number, received string`,
    );
    expect(problemOf({ path: "x", lines: nine })).toEqual({
      kind: "schema",
      message: `The arguments do not match read_file: ${lines.join("; ")}`,
    });
  });
});

describe("unknown tools", () => {
  it.each([
    [
      "readfile",
      [look, write],
      'There is no tool named "readfile". Did you mean read_file? Tools: read_file, write.',
    ],
    ["browse_web", [look, write], 'There is no tool named "browse_web". Tools: read_file, write.'],
    ["read_file", [], 'There is no tool named "read_file". This run has no tools.'],
  ])("are explained to the model: %s of %d", (name, tools, message) => {
    expect(accept([call({ name })], { tools }).calls[0]?.problem).toEqual({ kind: "unknown_tool", message });
  });
});

describe("an answer that was cut off", () => {
  const cut = {
    kind: "cut",
    message:
      "The answer reached the output limit inside this call, so it was not run. Call again with shorter arguments, or split the work.",
  };

  it("never runs its last call, even if that looks complete", () => {
    const { calls } = accept([call(), call({ id: "b" })], { cut: true });
    expect(calls).toEqual([call(), { ...call({ id: "b" }), problem: cut }]);
  });

  it("names the cut instead of the broken arguments that it caused", () => {
    const { calls } = accept([call({ arguments: '{"pa' })], { cut: true });
    expect(calls[0]?.problem).toEqual(cut);
  });
});
