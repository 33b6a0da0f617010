import { randomUUID } from "node:crypto";
import { authorise } from "../auth/authorise.ts";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { traceLines } from "../reading/export-lines.ts";
import { readTrace } from "../reading/read-log.ts";
import { getRuntime } from "../runtime.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";
import { lineResponse } from "./line-response.ts";

/** `GET /api/w/:workspace/traces/:id/export`: the trace as JSON lines. */
export async function exportTrace(
  request: Request,
  path: { readonly workspace: string; readonly id: string },
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const runtime = await getRuntime();
    const { auth, stores } = runtime;
    const { person, membership } = await authorise({
      access: { kind: "workspace", role: "viewer" },
      person: await auth.personOf(request.headers),
      workspace: decodeURIComponent(path.workspace),
      membershipOf: async (personId, slug) => stores.members.find(personId, slug),
    });
    const scope = { workspaceId: membership?.id ?? "", personId: person?.id ?? "" };
    const trace = await readTrace(stores.traces, scope, path.id);
    if (person !== null && membership !== null)
      await noteAudit(
        { runtime, person, membership },
        { action: "trace.exported", ...runsNamed([trace.id]) },
      );
    const name = `trace-${trace.id.replace(/[^\w-]/g, "")}.jsonl`;
    return lineResponse(traceLines(stores, scope, trace), { name, requestId });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}
