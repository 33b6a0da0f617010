import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  emptyProjection,
  ERASED_TEXT,
  isTerminal,
  projectEntry,
  pickProjection,
  readEntry,
  toOutline,
  writeEntry,
  type TraceProjection,
} from "@goaltrace/core/log";
import type { Entry } from "@goaltrace/core";
import { readExport } from "@goaltrace/core/reading";
import { createAccessWorld, type AccessWorld } from "../../apps/web/src/server/testing/access-world.ts";
import { askEverything } from "./ask-everything.ts";
import { exportAll, exportFile, importFile, signIn, splitFile } from "./exchange-files.ts";
import { EVERY_EVENT_TRACE, readFixture, type Fixture } from "./fixture.ts";
import { loadRows, type LoadedDatabase } from "./load-rows.ts";
import { rebuildRequests } from "./rebuild-requests.ts";
import { inTodaysWords, LATER_KINDS, withoutLastDigits, withoutLaterParts } from "./todays-answers.ts";

type StoredEntry = {
  readonly trace_id: string;
  readonly body: string;
  readonly skeleton: string | null;
  readonly skeleton_version: number | null;
};

/** One entry of the fixture is of a type that no version has had yet. */
const UNHEARD = "rumor.heard";

describe.each(["2026-11"])("logs and files as version %s wrote them", (name) => {
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

  it("every entry is read as what it is, and written again as it was stored", () => {
    for (const { body } of stored) {
      const entry = readEntry(JSON.parse(body));
      expect(entry.kind === "unknown" ? entry.type : "known", body).toBe(
        body.includes(`"type":"${UNHEARD}"`) ? UNHEARD : "known",
      );
      expect(JSON.parse(JSON.stringify(writeEntry(entry)))).toEqual(JSON.parse(body));
    }
  });

  it("outlines that were stored are what the entries give today, but for kinds that views draw since", () => {
    const outlined = stored.filter((row) => row.skeleton_version !== null);
    expect(outlined.length).toBeGreaterThan(0);
    for (const { body, skeleton } of outlined) {
      const outline = toOutline(readEntry(JSON.parse(body)));
      const drawn = outline !== null && LATER_KINDS.has(outline.k) ? null : outline;
      expect(drawn === null ? null : JSON.stringify(drawn)).toBe(skeleton);
    }
  });

  it("every trace opens, and its header is the fold of its entries", async () => {
    for (const { id, title } of fixture.manifest.traces) {
      const scope = { workspaceId: fixture.manifest.workspace, personId: fixture.manifest.people.owner.id };
      const trace = await world.database.traces.get(scope, id);
      if (trace === undefined) throw new Error(`"${title}" does not open.`);
      const own = ownEntries(stored, id);
      const start = emptyProjection({ lastSequence: (own[0]?.sequence ?? 1) - 1 });
      // These headers are from before the phase followed from other entries: it was the last that a log named.
      const { phase: _, ...folded } = withoutErased(own, own.reduce(projectEntry, start));
      const { phase: __, ...header } = withoutErased(own, pickProjection(trace));
      expect(folded, title).toEqual(header);
    }
  });

  it("every request is made again byte for byte", async () => {
    expect(await rebuildRequests(world, fixture.manifest)).toEqual(fixture.requests);
  });

  it("every trace is exported byte for byte as it was", async () => {
    const exported = splitFile(await exportAll(world, fixture.manifest));
    const recorded = splitFile(fixture.exports);
    expect(exported).toHaveLength(recorded.length);
    for (const [index, lines] of recorded.entries()) expect(exported[index]).toEqual(lines);
  });

  it("every file is imported elsewhere and exported again as it was, but for whose it is", async () => {
    const other = await signIn(world, world.person("other"), world.slugs.theirs);
    const recorded = splitFile(fixture.exports);
    const ids = await importFile(other, fixture.exports);
    const again = splitFile(await exportFile(other, ids));
    expect(again).toHaveLength(recorded.length);
    for (const [index, lines] of recorded.entries()) {
      const before = readExport(lines);
      const id = ids[index] ?? "";
      const [header = "", ...content] = again[index] ?? [];
      const { blobs, entries } = partsOf(content.map((line) => line.replaceAll(id, before.trace.id)));
      const expected = partsOf(lines.slice(1));
      expect(blobs, before.trace.task).toEqual(expected.blobs);
      // What was still going has ended with the import.
      const isOver = isTerminal(before.trace.status);
      expect(isOver ? entries : entries.slice(0, -1), before.trace.task).toEqual(expected.entries);
      const { agent, models, task, context, tags, createdAt, mode } = before.trace;
      expect(readExport([header]).trace).toMatchObject({
        ...{ id, rootId: id, workspaceId: world.slugs.theirs, personId: world.person("other").id },
        ...{ agent, models, task, context, tags, createdAt, mode },
      });
    }
  });

  it("lists, figures, graphs, chats, links and keys answer as they did", async () => {
    const answers = await askEverything(world, fixture.manifest);
    expect(Object.keys(answers)).toEqual(Object.keys(fixture.answers));
    for (const [question, answer] of Object.entries(fixture.answers))
      expect(withoutLastDigits(withoutLaterParts(question, answers[question])), question).toEqual(
        withoutLastDigits(question.startsWith("chat of ") ? inTodaysWords(question, answer) : answer),
      );
  });
});

/** What was written in this run: a message and its beginning, behind what it inherited of a run that was deleted. */
function ownEntries(stored: readonly StoredEntry[], traceId: string): readonly Entry[] {
  const entries = stored
    .filter((row) => row.trace_id === traceId)
    .map(({ body }) => readEntry(JSON.parse(body)));
  const begin = entries.findLastIndex((entry) => entry.kind === "event" && entry.type === "trace.started");
  return traceId === EVERY_EVENT_TRACE ? entries : entries.slice(Math.max(0, begin - 1));
}

/** Erasing takes words out of entries only: a header keeps those that it repeats. */
function withoutErased(entries: readonly Entry[], projection: TraceProjection): TraceProjection {
  if (!JSON.stringify(entries).includes(ERASED_TEXT)) return projection;
  return { ...projection, lastMessage: "", summary: null, failure: null };
}

/** A file stores contents before the first page of entries that names them, and pages end where a run left another's log. */
function partsOf(lines: readonly string[]): {
  readonly blobs: readonly string[];
  readonly entries: readonly string[];
} {
  const isEntry = (line: string): boolean => line.startsWith('{"entry"');
  return { blobs: lines.filter((line) => !isEntry(line)).sort(), entries: lines.filter(isEntry) };
}
