import { chooseRequest, DECIDED_KIND, decideRequest, type RequestDecision } from "@goaltrace/host";
import { localScope } from "./local-scope.ts";
import { standardOutput } from "./standard-output.ts";
import { withRuntime } from "./with-runtime.ts";

/** The arguments of the commands that decide about a request. */
export const REQUEST_ARGUMENTS = {
  trace: { type: "positional", description: "Trace id", required: true },
  request: { type: "string", description: "Request id (default: the only open one)" },
  workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
} as const;

/** Decides about a request of a run. Errors: those of `chooseRequest` and `decideRequest`. */
export async function decideForTrace(
  {
    trace,
    request,
    workspace,
  }: { readonly trace: string; readonly request?: string; readonly workspace?: string },
  decision: RequestDecision,
): Promise<void> {
  await withRuntime(async (runtime) => {
    const scope = await localScope(runtime, workspace);
    const kind = DECIDED_KIND[decision.kind];
    const chosen = await chooseRequest(runtime, scope, { traceId: trace, id: request, kind });
    await decideRequest(runtime, scope, { ...chosen, decision });
    standardOutput.print(DONE[decision.kind]);
  });
}

const DONE = { approve: "Approved.", deny: "Denied.", answer: "Answered.", resolve: "Resolved." } as const;
