import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findVerdict } from "./story-scene.ts";

const failedAt = (entries: readonly OutlineEntry[]): readonly number[] =>
  entries.flatMap((entry) => (entry.k === "tool" && entry.s === "error" ? [entry.q] : []));

it("is above the card or below the header of the goal that it is about, names an error of the log, and none without an error", () => {
  let found = 0;
  fc.assert(
    fc.property(timedLogArbitrary(), fc.constantFrom(320, 808, 1160), (entries, width) => {
      const graph = deriveGraph("task", entries);
      const verdict = findVerdict(graph, { status: "failed" });
      const errors = failedAt(entries);
      if (verdict === null) {
        expect(errors).toEqual([]);
        return;
      }
      found += 1;
      const known = new Set(entries.map(({ q }) => q));
      expect(known).toContain(verdict.sequence);
      for (const error of errors) expect(verdict.sequence).toBeLessThanOrEqual(error);
      const board = layoutStory(storyOf(graph), {
        ...{ width, distance: "cards" },
        verdict: { goalId: verdict.shownAt, height: 108 },
      });
      const line = board.lineOf.get("verdict");
      const ownerId = board.owners.get(verdict.shownAt) ?? "";
      const owner = board.lineOf.get(ownerId);
      // The root's own work has no line of its own.
      if (line === undefined || owner === undefined) return;
      const isBand = board.boxes.get(ownerId)?.kind === "header";
      expect(line).toBe(isBand ? owner + 1 : owner - 1);
    }),
  );
  expect(found).toBeGreaterThan(10);
});
