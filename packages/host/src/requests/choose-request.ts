import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";
import { type RequestView, toRequestView } from "./request-view.ts";

/**
 * Returns the request that a caller means: the named one of the run, otherwise the only open one of the kind of the run and its sub-agents.
 * Errors: NOT_FOUND; CONFLICT when they ask nothing of the kind; INVALID_INPUT, with the ids, when there are several.
 */
export async function chooseRequest(
  { stores }: { readonly stores: Pick<Runtime["stores"], "requests" | "traces"> },
  scope: Scope,
  wanted: { readonly traceId: string; readonly id: string | undefined; readonly kind: RequestView["kind"] },
): Promise<{ readonly traceId: string; readonly id: string }> {
  if (wanted.id !== undefined) return await findNamed(stores, scope, { ...wanted, id: wanted.id });
  await readTrace({ traces: stores.traces, scope }, wanted.traceId);
  const open = (await stores.requests.ofTrace(scope, wanted.traceId)).filter(
    ({ kind }) => kind === wanted.kind,
  );
  const [first, second] = open;
  if (first === undefined)
    throw new GoaltraceError({
      code: "CONFLICT",
      message: NOTHING_OPEN[wanted.kind],
      fix: "List the open requests, and check the id of the run.",
    });
  if (second === undefined) return { traceId: first.traceId, id: first.id };
  const list = open.map((item) => `${item.id} ${toRequestView(item).title}`).join("; ");
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `This run has ${open.length} open requests: ${list}`,
    fix: "Name one of them by its id.",
  });
}

/** A request of a sub-agent may be named with the run above it. */
async function findNamed(
  { requests }: Pick<Runtime["stores"], "requests">,
  scope: Scope,
  { traceId, id }: { readonly traceId: string; readonly id: string },
): Promise<{ readonly traceId: string; readonly id: string }> {
  const open = await requests.ofTrace(scope, traceId);
  return { traceId: open.find((item) => item.id === id)?.traceId ?? traceId, id };
}

const NOTHING_OPEN: Readonly<Record<RequestView["kind"], string>> = {
  approval: "This run waits for no approval.",
  question: "This run asks no question.",
  effect: "This run has no call whose effect is unknown.",
};
