import { exportTraces } from "../../apps/web/src/server/http/export-traces.ts";
import { importTraces } from "../../apps/web/src/server/http/import-traces.ts";
import { type AccessWorld, ORIGIN } from "../../apps/web/src/server/testing/access-world.ts";
import { z } from "zod";
import type { Manifest } from "./fixture.ts";

type Session = { readonly headers: Headers; readonly workspace: string };
const importedSchema = z.object({
  imported: z.array(z.object({ id: z.string(), renamed: z.boolean() })),
});

/** Signs a person in and returns the data for their requests. */
export async function signIn(
  world: AccessWorld,
  person: Parameters<AccessWorld["signIn"]>[0],
  workspace: string,
): Promise<Session> {
  return { headers: await world.signIn(person), workspace };
}

/** Exports traces of a workspace as one downloadable file. */
export async function exportFile({ headers, workspace }: Session, ids: readonly string[]): Promise<string> {
  const body = new FormData();
  body.set("ids", ids.join(","));
  const request = new Request(`${ORIGIN}/export`, { method: "POST", headers, body });
  const response = await exportTraces(request, { workspace });
  if (!response.ok) throw new Error(`Export failed: ${response.status} ${await response.text()}`);
  return response.text();
}

/** Imports such a file; returns the ids of the traces in file order. */
export async function importFile({ headers, workspace }: Session, file: string): Promise<readonly string[]> {
  const request = new Request(`${ORIGIN}/import`, { method: "POST", headers, body: file });
  const response = await importTraces(request, { workspace });
  if (!response.ok) throw new Error(`Import failed: ${response.status} ${await response.text()}`);
  return importedSchema.parse(await response.json()).imported.map(({ id }) => id);
}

const HEADER = '{"format"';
const BLOB = '{"blob"';

/**
 * Splits a file into the lines of each trace, header first. Blobs between the same entries are sorted, because the database returns them in
 * any order.
 */
export function splitFile(file: string): readonly (readonly string[])[] {
  const traces: string[][] = [];
  let blobs: string[] = [];
  for (const line of file.trimEnd().split("\n")) {
    if (line.startsWith(BLOB)) {
      blobs.push(line);
      continue;
    }
    traces.at(-1)?.push(...blobs.sort());
    blobs = [];
    if (line.startsWith(HEADER)) traces.push([line]);
    else traces.at(-1)?.push(line);
  }
  return traces;
}

/** Exports every trace of the fixture by a person with access, in the order of the manifest. */
export async function exportAll(world: AccessWorld, manifest: Manifest): Promise<string> {
  const files: string[] = [];
  const sessions = new Map<string, Session>();
  for (const { seenBy, ids } of groupByViewer(manifest)) {
    const session =
      sessions.get(seenBy) ?? (await signIn(world, manifest.people[seenBy], manifest.workspace));
    sessions.set(seenBy, session);
    files.push(await exportFile(session, ids));
  }
  return files.join("");
}

type ExportGroup = { readonly seenBy: keyof Manifest["people"]; readonly ids: readonly string[] };

/** Groups adjacent traces that the same person can see: one file each. */
function groupByViewer({ traces }: Manifest): readonly ExportGroup[] {
  return traces.reduce<readonly ExportGroup[]>((groups, { id, seenBy }) => {
    const last = groups.at(-1);
    return last?.seenBy === seenBy
      ? [...groups.slice(0, -1), { seenBy, ids: [...last.ids, id] }]
      : [...groups, { seenBy, ids: [id] }];
  }, []);
}
