import { GoaltraceError } from "@goaltrace/core";
import { manyTraceLines } from "@goaltrace/core/reading";
import { recordAudit, auditedRuns } from "../record-audit.ts";
import { releaseAfter } from "../live/release-after.ts";
import { handleMemberRequest } from "./handle-member-request.ts";
import { withLimitedBody } from "./limited-body.ts";
import { lineResponse } from "./line-response.ts";

const MAX_TRACES = 500;

/**
 * Handles `POST /api/w/:workspace/traces/export` with `ids` in a form: returns those traces as one file that can be imported. Traces that
 * the person cannot see, or that have been deleted, are left out.
 */
export async function exportTraces(
  request: Request,
  path: { readonly workspace: string },
): Promise<Response> {
  return handleMemberRequest(request, { workspace: path.workspace, role: "viewer" }, async (member) => {
    const { runtime, scope, pass, requestId } = member;
    const ids = (await readForm(request)).get("ids");
    const traceIds = typeof ids === "string" ? ids.split(",").slice(0, MAX_TRACES) : [];
    const release = await runtime.quotas.take("transfers", { scope, keyId: null });
    try {
      await recordAudit(member, { action: "trace.exported", ...auditedRuns(traceIds) });
    } catch (thrown) {
      release();
      throw thrown;
    }
    const { traces, blobs } = runtime.stores;
    const [first] = traceIds;
    const only = traceIds.length === 1 && first !== undefined;
    const name = only ? `trace-${first.replace(/[^\w-]/g, "")}.jsonl` : `traces-${traceIds.length}.jsonl`;
    const traceFiles = runtime.streams.pass({ ...pass, traceId: null }, request.signal, () =>
      manyTraceLines({ traces, blobs, scope }, traceIds),
    );
    const lines = releaseAfter(traceFiles, release);
    return lineResponse(lines, { name, requestId });
  });
}

async function readForm(request: Request): Promise<FormData> {
  const limited = await withLimitedBody(request);
  return await limited.formData().catch(() => {
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "The request body is not a form.",
      fix: "Send the ids of the traces as the form field ids.",
    });
  });
}
