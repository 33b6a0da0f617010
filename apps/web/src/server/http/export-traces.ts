import { manyTraceLines } from "@goaltrace/core/reading";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { answerMember } from "./answer-member.ts";
import { withLimitedBody } from "./limited-body.ts";
import { lineResponse } from "./line-response.ts";

const MAX_TRACES = 500;

/**
 * `POST /api/w/:workspace/traces/export` with `ids` in a form: those traces one after the other, as one file that can be imported. Traces
 * that the person does not see, or that were deleted meanwhile, are left out.
 */
export async function exportTraces(
  request: Request,
  path: { readonly workspace: string },
): Promise<Response> {
  return answerMember(request, { workspace: path.workspace, role: "viewer" }, async (member) => {
    const { runtime, scope, requestId } = member;
    const ids = (await (await withLimitedBody(request)).formData()).get("ids");
    const wanted = typeof ids === "string" ? ids.split(",").slice(0, MAX_TRACES) : [];
    await noteAudit(member, { action: "trace.exported", ...runsNamed(wanted) });
    const { traces, blobs } = runtime.stores;
    const name = `traces-${wanted.length}.jsonl`;
    return lineResponse(manyTraceLines({ traces, blobs, scope }, wanted), { name, requestId });
  });
}
