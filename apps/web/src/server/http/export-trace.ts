import { readTrace, traceLines } from "@goaltrace/core/reading";
import { recordAudit, auditedRuns } from "../record-audit.ts";
import { handleMemberRequest } from "./handle-member-request.ts";
import { lineResponse } from "./line-response.ts";

/** Handles `GET /api/w/:workspace/traces/:id/export`: returns the trace as JSON lines. */
export async function exportTrace(
  request: Request,
  path: { readonly workspace: string; readonly id: string },
): Promise<Response> {
  return handleMemberRequest(request, { workspace: path.workspace, role: "viewer" }, async (member) => {
    const { runtime, scope, requestId } = member;
    const { traces, blobs } = runtime.stores;
    const reader = { traces, blobs, scope };
    const trace = await readTrace(reader, path.id);
    await recordAudit(member, { action: "trace.exported", ...auditedRuns([trace.id]) });
    const name = `trace-${trace.id.replace(/[^\w-]/g, "")}.jsonl`;
    return lineResponse(traceLines(reader, trace), { name, requestId });
  });
}
