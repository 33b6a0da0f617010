import { createHash } from "node:crypto";
import { rebuildRequest, wireQuirks } from "@goaltrace/core/context";
import type { Entry } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { AccessWorld } from "../../apps/web/src/server/testing/access-world.ts";
import { createCaller, readEntries } from "./ask-everything.ts";
import { EVERY_EVENT_TRACE, type Manifest, type RecordedRequest } from "./fixture.ts";

const HASH = /\b[0-9a-f]{64}\b/g;

/** Rebuilds every request of the fixture's runs from the log and reports whether the bytes match the sent ones. */
export async function rebuildRequests(
  world: AccessWorld,
  manifest: Manifest,
): Promise<readonly RecordedRequest[]> {
  const requests: RecordedRequest[] = [];
  for (const { id, seenBy } of manifest.traces) {
    // The synthetic log references requests that were never sent.
    if (id === EVERY_EVENT_TRACE) continue;
    const scope = { workspaceId: manifest.workspace, personId: manifest.people[seenBy].id };
    const entries = await readEntries(createCaller(world, manifest, seenBy), manifest.workspace, id);
    const texts = await readReferencedTexts(world, scope, entries);
    for (const [index, entry] of entries.entries()) {
      if (entry.kind !== "event" || entry.type !== "call.started") continue;
      const { request } = entry.data;
      const body = rebuildRequest(request, entries.slice(0, index), {
        sendReasoning: wireQuirks(request.quirks).sendReasoning,
        blobText: (sha256) => texts.get(sha256),
      });
      const isWhole = createHash("sha256").update(body).digest("hex") === request.sha256;
      requests.push({ traceId: id, sequence: entry.sequence, sha256: request.sha256, isWhole });
    }
  }
  return requests;
}

async function readReferencedTexts(
  { database }: AccessWorld,
  scope: Scope,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const named = new Set(JSON.stringify(entries).match(HASH));
  const blobs = await database.blobs.getMany(scope, [...named]);
  return new Map(blobs.map((blob) => [blob.sha256, blob.text]));
}
