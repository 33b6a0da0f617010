import { randomUUID } from "node:crypto";
import type { Scope } from "@goaltrace/core";
import { authorise } from "../auth/authorise.ts";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { traceLines } from "../reading/export-lines.ts";
import { getRuntime } from "../runtime.ts";
import type { Stores } from "../stores.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";
import { withLimitedBody } from "./limited-body.ts";
import { lineResponse } from "./line-response.ts";

const MOST_TRACES = 500;

/** `POST /api/w/:workspace/traces/export` with `ids` in a form: those traces one after the other, as one file that can be imported. */
export async function exportTraces(
  request: Request,
  path: { readonly workspace: string },
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
    const ids = (await (await withLimitedBody(request)).formData()).get("ids");
    const wanted = typeof ids === "string" ? ids.split(",").slice(0, MOST_TRACES) : [];
    if (person !== null && membership !== null)
      await noteAudit({ runtime, person, membership }, { action: "trace.exported", ...runsNamed(wanted) });
    return lineResponse(manyTraces(stores, scope, wanted), {
      name: `traces-${wanted.length}.jsonl`,
      requestId,
    });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}

/** What the person does not see, or what went meanwhile, is left out. */
async function* manyTraces(
  stores: Stores,
  scope: Scope,
  ids: readonly string[],
): AsyncGenerator<string, void> {
  for (const id of ids) {
    const trace = await stores.traces.get(scope, id);
    if (trace !== undefined) yield* traceLines(stores, scope, trace);
  }
}
