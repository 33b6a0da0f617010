import { exportTraces } from "../../apps/web/src/server/http/export-traces.ts";
import { importTraces } from "../../apps/web/src/server/http/import-traces.ts";
import { type AccessWorld, ORIGIN } from "../../apps/web/src/server/testing/access-world.ts";
import { z } from "zod";
import type { Manifest } from "./fixture.ts";

type Traveler = { readonly headers: Headers; readonly workspace: string };
const importedSchema = z.object({
  imported: z.array(z.object({ id: z.string(), renamed: z.boolean() })),
});

/** Signs a person in and gives what their requests carry. */
export async function signIn(
  world: AccessWorld,
  person: Parameters<AccessWorld["signIn"]>[0],
  workspace: string,
): Promise<Traveler> {
  return { headers: await world.signIn(person), workspace };
}

/** Traces of a workspace as the file that a member downloads: one after the other. */
export async function exportFile({ headers, workspace }: Traveler, ids: readonly string[]): Promise<string> {
  const body = new FormData();
  body.set("ids", ids.join(","));
  const request = new Request(`${ORIGIN}/export`, { method: "POST", headers, body });
  const response = await exportTraces(request, { workspace });
  if (!response.ok) throw new Error(`No export: ${response.status} ${await response.text()}`);
  return response.text();
}

/** Imports such a file; gives the ids of the traces in its order. */
export async function importFile({ headers, workspace }: Traveler, file: string): Promise<readonly string[]> {
  const request = new Request(`${ORIGIN}/import`, { method: "POST", headers, body: file });
  const response = await importTraces(request, { workspace });
  if (!response.ok) throw new Error(`No import: ${response.status} ${await response.text()}`);
  return importedSchema.parse(await response.json()).imported.map(({ id }) => id);
}

const HEADER = '{"format"';
const BLOB = '{"blob"';

/** The lines of each trace of a file, its header first. Contents that stand between the same entries are sorted: the database gives them in any order. */
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

/** Every trace of the fixture, each exported by somebody who sees it, in the order of the manifest. */
export async function exportAll(world: AccessWorld, manifest: Manifest): Promise<string> {
  const files: string[] = [];
  const travelers = new Map<string, Traveler>();
  for (const { seenBy, ids } of stretchesOf(manifest)) {
    const traveler =
      travelers.get(seenBy) ?? (await signIn(world, manifest.people[seenBy], manifest.workspace));
    travelers.set(seenBy, traveler);
    files.push(await exportFile(traveler, ids));
  }
  return files.join("");
}

type Stretch = { readonly seenBy: keyof Manifest["people"]; readonly ids: readonly string[] };

/** Neighbors in the manifest that the same person sees: one file each. */
function stretchesOf({ traces }: Manifest): readonly Stretch[] {
  return traces.reduce<readonly Stretch[]>((stretches, { id, seenBy }) => {
    const last = stretches.at(-1);
    return last?.seenBy === seenBy
      ? [...stretches.slice(0, -1), { seenBy, ids: [...last.ids, id] }]
      : [...stretches, { seenBy, ids: [id] }];
  }, []);
}
