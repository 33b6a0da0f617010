import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Entry } from "../../../src/log/entry.ts";
import { EVENTS } from "../../../src/log/events/index.ts";
import { emptyProjection, projectEntry } from "../../../src/log/project.ts";
import { toOutline } from "../../../src/log/to-outline.ts";
import { toTombstone } from "../../../src/log/tombstone.ts";
import { readEntry, writeEntry } from "../../../src/log/upcast.ts";

/** One line per entry as the runtime stores it: every event type and message role, with optional fields present and absent. */
const STORED = readFileSync(new URL("stored.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

const read = (): readonly Entry[] => STORED.map((line) => readEntry(JSON.parse(line)));
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

it("has a recorded entry of every event type", () => {
  const recorded = new Set(read().map((entry) => (entry.kind === "event" ? entry.type : null)));
  expect(EVENTS.filter((definition) => !recorded.has(definition.type))).toEqual([]);
});

it("writes stored entries back byte for byte", async () => {
  await expect(lines(read().map(writeEntry))).toMatchFileSnapshot("read-and-written.jsonl");
});

it("outlines stored entries byte for byte as recorded", async () => {
  await expect(lines(read().map(toOutline))).toMatchFileSnapshot("outlines.jsonl");
});

it("projects stored entries to the recorded values", async () => {
  let projection = emptyProjection();
  const projections = read().map((entry) => (projection = projectEntry(projection, entry)));
  await expect(lines(projections)).toMatchFileSnapshot("projections.jsonl");
});

it("erases stored entries byte for byte as recorded", async () => {
  await expect(lines(read().map(toTombstone))).toMatchFileSnapshot("tombstones.jsonl");
});
