import type { Scope } from "@goaltrace/core";
import type { VisibleStores } from "@goaltrace/host";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { traceLines } from "../reading/export-lines.ts";
import { answerMember } from "./answer-member.ts";
import { withLimitedBody } from "./limited-body.ts";
import { lineResponse } from "./line-response.ts";

const MOST_TRACES = 500;

/** `POST /api/w/:workspace/traces/export` with `ids` in a form: those traces one after the other, as one file that can be imported. */
export async function exportTraces(
  request: Request,
  path: { readonly workspace: string },
): Promise<Response> {
  return answerMember(request, { workspace: path.workspace, role: "viewer" }, async (member) => {
    const { runtime, scope, requestId } = member;
    const ids = (await (await withLimitedBody(request)).formData()).get("ids");
    const wanted = typeof ids === "string" ? ids.split(",").slice(0, MOST_TRACES) : [];
    await noteAudit(member, { action: "trace.exported", ...runsNamed(wanted) });
    const name = `traces-${wanted.length}.jsonl`;
    return lineResponse(manyTraces(runtime.stores, scope, wanted), { name, requestId });
  });
}

/** What the person does not see, or what went meanwhile, is left out. */
async function* manyTraces(
  stores: VisibleStores,
  scope: Scope,
  ids: readonly string[],
): AsyncGenerator<string, void> {
  for (const id of ids) {
    const trace = await stores.traces.get(scope, id);
    if (trace !== undefined) yield* traceLines(stores, scope, trace);
  }
}
