import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEntry } from "../log/upcast.ts";
import { anyText } from "../testing/any-text.ts";
import { logArbitrary } from "../testing/arbitraries.ts";
import { buildLog, buildTrace } from "../testing/builders.ts";
import { exportLines, readExport } from "./jsonl.ts";

describe("jsonl", () => {
  it("reads back an export in full, including unknown entries and blobs", () => {
    fc.assert(
      fc.property(logArbitrary({ maxSteps: 8 }), anyText(), (entries, text) => {
        const last = entries.at(-1);
        const frame = {
          id: "i",
          traceId: last?.traceId ?? "",
          sequence: (last?.sequence ?? 0) + 1,
          version: 9,
          at: 5,
          goalId: "root",
        };
        const unknown = readEntry({ ...frame, kind: "event", type: "moon.landed", data: [text] });
        const all = [...entries, unknown];
        const blobs = [{ sha256: "a".repeat(64), mediaType: "text/plain", encoding: "utf8" as const, text }];
        const source = { trace: buildTrace({ id: frame.traceId }, all), blobs, entries: all };
        const lines = [...exportLines(source)];
        expect(lines.every((line) => !line.includes("\n"))).toBe(true);
        expect(readExport(lines)).toEqual(source);
      }),
    );
  });

  it("reports the line that cannot be read", () => {
    const log = buildLog();
    log.user("one");
    log.user("two");
    const lines = [
      ...exportLines({
        trace: buildTrace({ id: log.traceId }, log.entries),
        blobs: [],
        entries: log.entries,
      }),
    ];
    expect(() => readExport([])).toThrow(/empty/u);
    expect(() => readExport([lines[0] ?? "", "{"])).toThrow(/Line 2/u);
    expect(() => readExport([lines[0] ?? "", lines[2] ?? ""])).toThrow(/expected entry 1, got 2/u);
  });
});
