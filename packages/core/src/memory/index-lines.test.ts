import { describe, expect, it } from "vitest";
import { fitIndex } from "./index-lines.ts";
import { MEMORY_INDEX } from "./tunables.ts";

const lines = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({ memoryId: `m${index}`, version: 1, text }));
const fit = (all: ReturnType<typeof lines>, maxTokens = Infinity) =>
  fitIndex(all, { maxTokens, count: (text) => text.length }).lines;
const bytesOf = (fitting: readonly { readonly text: string }[]): number =>
  Buffer.byteLength(fitting.map(({ text }) => text).join("\n"));

describe("fitIndex", () => {
  it("keeps the first lines, at most 200", () => {
    expect(fit(lines(300, "short")).map(({ memoryId }) => memoryId)).toEqual(
      lines(MEMORY_INDEX.maxLines, "short").map(({ memoryId }) => memoryId),
    );
  });

  it.each(["long".repeat(75), "长".repeat(300)])("keeps at most 25 KiB in any language: %s", (text) => {
    const fitting = fit(lines(200, text));
    const line = Buffer.byteLength(text) + 1;
    expect(bytesOf(fitting)).toBeLessThanOrEqual(25 * 1_024);
    expect(bytesOf(fitting)).toBeGreaterThan(25 * 1_024 - 2 * line);
  });

  it("keeps what the window has room for", () => {
    expect(fit(lines(200, "x".repeat(99)), 1_000)).toHaveLength(10);
    expect(fit(lines(200, "x".repeat(99)), 99)).toEqual([]);
  });
});
