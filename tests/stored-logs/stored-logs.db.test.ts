import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  emptyProjection,
  type Entry,
  ERASED_TEXT,
  isTerminal,
  pickProjection,
  projectEntry,
  readEntry,
  toOutline,
  type TraceProjection,
  writeEntry,
} from "@goaltrace/core/log";
import { readExport } from "@goaltrace/core/reading";
import { createAccessWorld, type AccessWorld } from "../../apps/web/src/server/testing/access-world.ts";
import { askEverything } from "./ask-everything.ts";
import { exportAll, exportFile, importFile, signIn, splitFile } from "./exchange-files.ts";
import { EVERY_EVENT_TRACE, readFixture, type Fixture } from "./fixture.ts";
import { loadRows, type LoadedDatabase } from "./load-rows.ts";
import { rebuildRequests } from "./rebuild-requests.ts";
import { toCurrentAnswer, firstOutline, withoutLastDigits, withoutLaterParts } from "./current-answers.ts";

type StoredEntry = {
  readonly trace_id: string;
  readonly body: string;
  readonly skeleton: string | null;
  readonly skeleton_version: number | null;
};

/** The type of an entry in the fixture that no version has had. */
const UNKNOWN_TYPE = "rumor.heard";

describe.each(["2026-11"])("logs and files of version %s", (name) => {
  let fixture: Fixture;
  let database: LoadedDatabase;
  let world: AccessWorld;
  let stored: readonly StoredEntry[];

  beforeAll(async () => {
    fixture = await readFixture(name);
    database = await loadRows(process.env["DATABASE_URL"] ?? "", {
      migrations: fixture.manifest.migrations,
      rows: fixture.rows,
    });
    world = await createAccessWorld(database.url, { forRoutes: true });
    const { rows } = await world.database.pool.query<StoredEntry>(
      "select trace_id, body, skeleton, skeleton_version from entry order by trace_id, sequence",
    );
    stored = rows;
  });
  afterAll(async () => {
    await world.close();
    await database.remove();
  });

  it("reads every entry and writes it back as stored", () => {
    for (const { body } of stored) {
      const entry = readEntry(JSON.parse(body));
      expect(entry.kind === "unknown" ? entry.type : "known", body).toBe(
        body.includes(`"type":"${UNKNOWN_TYPE}"`) ? UNKNOWN_TYPE : "known",
      );
      expect(JSON.parse(JSON.stringify(writeEntry(entry)))).toEqual(JSON.parse(body));
    }
  });

  it("computes the stored outlines, except for kinds and fields drawn since", () => {
    const outlined = stored.filter((row) => row.skeleton_version !== null);
    expect(outlined.length).toBeGreaterThan(0);
    for (const { body, skeleton } of outlined) {
      const outline = toOutline(readEntry(JSON.parse(body)));
      const drawn = outline === null ? null : firstOutline(outline);
      expect(drawn === null ? null : JSON.stringify(drawn)).toBe(skeleton);
    }
  });

  it("opens every trace with a header that is the fold of its entries", async () => {
    for (const { id, title } of fixture.manifest.traces) {
      const scope = { workspaceId: fixture.manifest.workspace, personId: fixture.manifest.people.owner.id };
      const trace = await world.database.traces.get(scope, id);
      if (trace === undefined) throw new Error(`Cannot open "${title}".`);
      const own = ownEntries(stored, id);
      const start = emptyProjection({ lastSequence: (own[0]?.sequence ?? 1) - 1 });
      // In these headers the phase is the last one recorded; it is now derived from other entries.
      const { phase: _, ...folded } = withoutErased(own, own.reduce(projectEntry, start));
      const { phase: __, ...header } = withoutErased(own, pickProjection(trace));
      // They did not yet separate the time in which the run waited.
      const { waitedMs: ___, ...totals } = folded.totals;
      expect({ ...folded, totals }, title).toEqual(header);
    }
  });

  it("rebuilds every request byte for byte", async () => {
    expect(await rebuildRequests(world, fixture.manifest)).toEqual(fixture.requests);
  });

  it("exports every trace byte for byte as recorded", async () => {
    const exported = splitFile(await exportAll(world, fixture.manifest));
    const recorded = splitFile(fixture.exports);
    expect(exported).toHaveLength(recorded.length);
    for (const [index, lines] of recorded.entries()) expect(exported[index]).toEqual(lines);
  });

  it("imports every file elsewhere and exports it again unchanged except for its owner", async () => {
    const other = await signIn(world, world.person("other"), world.slugs.theirs);
    const recorded = splitFile(fixture.exports);
    const ids = await importFile(other, fixture.exports);
    const again = splitFile(await exportFile(other, ids));
    expect(again).toHaveLength(recorded.length);
    for (const [index, lines] of recorded.entries()) {
      const before = readExport(lines);
      const id = ids[index] ?? "";
      const [header = "", ...content] = again[index] ?? [];
      const { blobs, entries } = splitLines(content.map((line) => line.replaceAll(id, before.trace.id)));
      const expected = splitLines(lines.slice(1));
      expect(blobs, before.trace.task).toEqual(expected.blobs);
      // The import ended runs that were still active.
      const isOver = isTerminal(before.trace.status);
      expect(isOver ? entries : entries.slice(0, -1), before.trace.task).toEqual(expected.entries);
      const { agent, models, task, context, tags, createdAt, mode } = before.trace;
      expect(readExport([header]).trace).toMatchObject({
        ...{ id, rootId: id, workspaceId: world.slugs.theirs, personId: world.person("other").id },
        ...{ agent, models, task, context, tags, createdAt, mode },
      });
    }
  });

  it("returns the recorded answers of lists, figures, graphs, chats, links and keys", async () => {
    const answers = await askEverything(world, fixture.manifest);
    expect(Object.keys(answers)).toEqual(Object.keys(fixture.answers));
    for (const [question, answer] of Object.entries(fixture.answers))
      expect(withoutLastDigits(withoutLaterParts(question, answers[question])), question).toEqual(
        withoutLastDigits(toCurrentAnswer(question, answer)),
      );
  });
});

/** Returns the entries written in this run: its first message and later, after entries inherited from a deleted run. */
function ownEntries(stored: readonly StoredEntry[], traceId: string): readonly Entry[] {
  const entries = stored
    .filter((row) => row.trace_id === traceId)
    .map(({ body }) => readEntry(JSON.parse(body)));
  const begin = entries.findLastIndex((entry) => entry.kind === "event" && entry.type === "trace.started");
  return traceId === EVERY_EVENT_TRACE ? entries : entries.slice(Math.max(0, begin - 1));
}

/** Erasing removes text only from entries: the header keeps its copies. */
function withoutErased(entries: readonly Entry[], projection: TraceProjection): TraceProjection {
  if (!JSON.stringify(entries).includes(ERASED_TEXT)) return projection;
  return { ...projection, lastMessage: "", summary: null, failure: null };
}

/** A file stores blobs before the first page of entries that references them, and pages end where a run continues another's log. */
function splitLines(lines: readonly string[]): {
  readonly blobs: readonly string[];
  readonly entries: readonly string[];
} {
  const isEntry = (line: string): boolean => line.startsWith('{"entry"');
  return { blobs: lines.filter((line) => !isEntry(line)).sort(), entries: lines.filter(isEntry) };
}
