import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createNoRedactor } from "../../adapters/in-memory/index.ts";
import { createKeyRedactor } from "../../adapters/system/index.ts";
import type { Delta } from "../../log/update.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Redactor } from "../../ports/redactor.ts";
import { OUTPUT_COALESCE_MS, OUTPUT_SLICE_CHARACTERS, PARTIAL_TOOL_CHARACTERS } from "../../tunables.ts";
import { toolOutput, type ToolOutput } from "./tool-output.ts";

type Streamed = {
  readonly output: ToolOutput;
  readonly deltas: readonly Delta[];
  /** Advances the clock to the next delta. */
  pass(): Promise<void>;
};

/** The output of one call, on a clock that moves only when advanced. */
function stream(redactor: Redactor = createNoRedactor()): Streamed {
  const deltas: Delta[] = [];
  let now = 0;
  let wake: () => void = () => undefined;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async (_milliseconds, signal) =>
      await new Promise((resolve) => {
        wake = resolve;
        signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
  };
  const output = toolOutput(
    {
      ...{ trace: { id: "trace" }, fence: 3, ports: { clock }, environment: { redactor } },
      emit: (update) => void (update.kind === "delta" && deltas.push(update)),
    },
    "call",
  );
  return {
    output,
    deltas,
    pass: async () => {
      now += OUTPUT_COALESCE_MS;
      wake();
      await settled();
    },
  };
}

/** Resolves when everything that was ready to run has run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const written = (deltas: readonly Delta[]): string => deltas.map((delta) => delta.text).join("");

it("emits the first text at once, later texts together after an interval, and nothing when idle", async () => {
  const { output, deltas, pass } = stream();
  output.write("one\n");
  await settled();
  const first = { kind: "delta", traceId: "trace", callId: "call", attempt: 3, channel: "output" } as const;
  expect(deltas).toEqual([{ ...first, offset: 0, text: "one\n" }]);
  output.write("two\n");
  output.write("");
  output.write("three\n");
  await settled();
  expect(deltas).toHaveLength(1);
  await pass();
  expect(deltas[1]).toEqual({ ...first, offset: 4, text: "two\nthree\n" });
  await pass();
  expect(deltas).toHaveLength(2);
});

it("emits the rest at the end of a call and nothing afterwards", async () => {
  const { output, deltas, pass } = stream();
  output.write("one\n");
  await settled();
  output.write("two\n");
  output.end();
  output.write("too late\n");
  await pass();
  expect(written(deltas)).toBe("one\ntwo\n");
});

it("emits nothing for a tool that writes nothing, and the rest only once", async () => {
  const { output, deltas, pass } = stream();
  output.end();
  output.end();
  await pass();
  expect(deltas).toEqual([]);
  const second = stream();
  second.output.write("one");
  second.output.end();
  second.output.end();
  await second.pass();
  expect(written(second.deltas)).toBe("one");
});

it.each([
  [PARTIAL_TOOL_CHARACTERS, 0],
  [PARTIAL_TOOL_CHARACTERS + 1, 0],
  [1, PARTIAL_TOOL_CHARACTERS],
  [OUTPUT_SLICE_CHARACTERS, 9 * OUTPUT_SLICE_CHARACTERS],
  [OUTPUT_SLICE_CHARACTERS + 1, 8 * OUTPUT_SLICE_CHARACTERS - 1],
])("emits the end of %d and %d characters with its place in the whole output", async (first, second) => {
  const { output, deltas } = stream();
  const whole = "x".repeat(first) + "y".repeat(second);
  output.write(whole.slice(0, first));
  output.write(whole.slice(first));
  await settled();
  const kept = whole.slice(-PARTIAL_TOOL_CHARACTERS);
  expect(deltas).toMatchObject([{ offset: whole.length - kept.length, text: kept }]);
  output.write("z");
  output.end();
  expect(deltas[1]).toMatchObject({ offset: whole.length, text: "z" });
});

it("emits 100 MB of uninterrupted output as one bounded delta of its end", async () => {
  const { output, deltas } = stream();
  const line = `${"x".repeat(1_023)}\n`;
  const count = 100_000;
  for (let index = 0; index < count; index += 1) output.write(line);
  output.write("the last line\n");
  await settled();
  expect(deltas).toHaveLength(1);
  const [delta] = deltas;
  expect(delta?.text).toHaveLength(PARTIAL_TOOL_CHARACTERS);
  expect(delta?.text.endsWith("\nthe last line\n")).toBe(true);
  expect((delta?.offset ?? 0) + PARTIAL_TOOL_CHARACTERS).toBe(count * line.length + 14);
});

it("keeps a bounded part of the output of a tool that never yields", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { output } = stream();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 20_000; index += 1) output.write(`${index} ${"x".repeat(1_000)}\n`);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000);
  output.end();
});

it("applies the same bounds to one huge piece", async () => {
  const { output, deltas } = stream();
  output.write(`${"y".repeat(5_000_000)}end`);
  await settled();
  expect(deltas).toHaveLength(1);
  expect(deltas[0]?.text).toHaveLength(PARTIAL_TOOL_CHARACTERS);
  expect(deltas[0]?.text.endsWith("yend")).toBe(true);
});

it("masks a secret that is split across pieces, deltas and skipped parts", async () => {
  const secret = "sk-live-0123456789abcdef";
  for (const before of [0, PARTIAL_TOOL_CHARACTERS - 10, PARTIAL_TOOL_CHARACTERS + 8_180]) {
    const { output, deltas, pass } = stream(createKeyRedactor({ key: [secret] }));
    output.write("-".repeat(before));
    for (const character of secret) {
      output.write(character);
      await pass();
    }
    output.write("!\n");
    await pass();
    output.write("-".repeat(PARTIAL_TOOL_CHARACTERS - 12));
    output.end();
    expect(written(deltas)).toContain("[redacted:key#1]");
    expect(written(deltas)).not.toContain(secret.slice(8));
  }
  const { output, deltas } = stream(createKeyRedactor({ key: [secret] }));
  output.write(secret);
  output.write("-".repeat(PARTIAL_TOOL_CHARACTERS - 8));
  output.end();
  expect(written(deltas)).not.toContain(secret.slice(-8));
});
