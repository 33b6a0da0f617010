import { readTrace, traceLines } from "@goaltrace/core/reading";
import { releaseAfter } from "../live/release-after.ts";
import { handleMemberRequest } from "./handle-member-request.ts";
import { lineResponse } from "./line-response.ts";

/**
 * Handles `GET /api/w/:workspace/traces/:id/export`: returns the trace as JSON lines. It changes nothing, not even the audit log: a link or
 * an image of any page can make a browser send it. Our pages export with `exportTraces`.
 */
export async function exportTrace(
  request: Request,
  path: { readonly workspace: string; readonly id: string },
): Promise<Response> {
  return handleMemberRequest(
    request,
    { workspace: path.workspace, role: "viewer" },
    async ({ runtime, scope, pass, requestId }) => {
      const { traces, blobs } = runtime.stores;
      const reader = { traces, blobs, scope };
      const trace = await readTrace(reader, path.id);
      const name = `trace-${trace.id.replace(/[^\w-]/g, "")}.jsonl`;
      const release = await runtime.quotas.take("transfers", { scope, keyId: null });
      const lines = runtime.streams.pass({ ...pass, traceId: trace.id }, request.signal, () =>
        traceLines(reader, trace),
      );
      return lineResponse(releaseAfter(lines, release), { name, requestId });
    },
  );
}
