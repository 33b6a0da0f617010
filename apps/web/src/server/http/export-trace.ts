import { randomUUID } from "node:crypto";
import type { Scope } from "@goaltrace/core";
import { exportLines } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { authorise } from "../auth/authorise.ts";
import { readTrace } from "../reading/read-log.ts";
import { getRuntime } from "../runtime.ts";
import type { Stores } from "../stores.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";

const PAGE = 500;
const HASH = /\b[0-9a-f]{64}\b/g;

/** `GET /api/w/:workspace/traces/:id/export`: the trace as JSON lines, streamed as fast as the reader takes them. */
export async function exportTrace(
  request: Request,
  path: { readonly workspace: string; readonly id: string },
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const { auth, stores } = await getRuntime();
    const { person, membership } = await authorise({
      access: { kind: "workspace", role: "viewer" },
      person: await auth.personOf(request.headers),
      workspace: decodeURIComponent(path.workspace),
      membershipOf: async (personId, slug) => stores.members.find(personId, slug),
    });
    const scope = { workspaceId: membership?.id ?? "", personId: person?.id ?? "" };
    const trace = await readTrace(stores.traces, scope, path.id);
    const lines = traceLines(stores, scope, trace);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const next = await lines.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(`${next.value}\n`));
      },
      cancel: async () => {
        await lines.return(undefined);
      },
    });
    const name = `trace-${trace.id.replace(/[^\w-]/g, "")}.jsonl`;
    return new Response(body, {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
        "x-request-id": requestId,
      },
    });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}

/** Header first, then pages of entries, each after the blobs it is the first to name. */
async function* traceLines(
  stores: Pick<Stores, "traces" | "blobs">,
  scope: Scope,
  trace: Trace,
): AsyncGenerator<string, void> {
  yield* exportLines({ trace, blobs: [], entries: [] });
  const sent = new Set<string>();
  let after = 0;
  for (;;) {
    const entries = await stores.traces.entries(scope, trace.id, { after, limit: PAGE });
    const last = entries.at(-1);
    if (last === undefined) return;
    after = last.sequence;
    const named = [...new Set(JSON.stringify(entries).match(HASH))].filter((hash) => !sent.has(hash));
    for (const hash of named) sent.add(hash);
    const blobs = await stores.blobs.getMany(scope, named);
    const [, ...lines] = exportLines({ trace, blobs, entries });
    yield* lines;
  }
}
