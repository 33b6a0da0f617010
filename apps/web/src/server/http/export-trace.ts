import { readTrace, traceLines } from "@goaltrace/core/reading";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { answerMember } from "./answer-member.ts";
import { lineResponse } from "./line-response.ts";

/** `GET /api/w/:workspace/traces/:id/export`: the trace as JSON lines. */
export async function exportTrace(
  request: Request,
  path: { readonly workspace: string; readonly id: string },
): Promise<Response> {
  return answerMember(request, { workspace: path.workspace, role: "viewer" }, async (member) => {
    const { runtime, scope, requestId } = member;
    const { traces, blobs } = runtime.stores;
    const reader = { traces, blobs, scope };
    const trace = await readTrace(reader, path.id);
    await noteAudit(member, { action: "trace.exported", ...runsNamed([trace.id]) });
    const name = `trace-${trace.id.replace(/[^\w-]/g, "")}.jsonl`;
    return lineResponse(traceLines(reader, trace), { name, requestId });
  });
}
