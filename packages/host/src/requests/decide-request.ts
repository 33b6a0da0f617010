import { GoaltraceError } from "@goaltrace/core";
import { parseJson } from "@goaltrace/core/parse-json";
import type { Scope } from "@goaltrace/core/ports";
import { type Signal, type SignalBody, signalId } from "@goaltrace/core/signals";
import type { RequestKind, RequestState, RunRequestItem } from "@goaltrace/db";
import { nodeHash } from "@goaltrace/tools";
import type { Runtime } from "../runtime.ts";
import { type RequestView, toRequestView } from "./request-view.ts";
import { unknownRequest } from "./unknown-request.ts";

/** A person's decision about a request. `arguments` replaces those of the call; `ruleId` is a rule that was written with the decision. */
export type RequestDecision =
  | {
      readonly kind: "approve";
      readonly arguments?: string | undefined;
      readonly ruleId?: string | undefined;
    }
  | { readonly kind: "deny"; readonly reason: string | null }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "resolve"; readonly resolution: EffectResolution };

/** A report on a call whose effect is unknown: it took effect, it should run again, or it is left as it is. */
export type EffectResolution = "happened" | "run_again" | "left";

type DecisionPorts = Pick<Runtime, "stores" | "ids" | "clock" | "getRedactor" | "tools">;
type DecisionBody = Extract<SignalBody, { kind: "approve" | "deny" | "answer" | "resolve_effect" }>;

/**
 * Sends a person's decision to the run that asked. The first decision counts; repeating one's own has no effect. Errors: NOT_FOUND; CONFLICT for
 * a request that someone else has decided, that expired, or whose run has ended; INVALID_INPUT for a decision of the wrong kind and for arguments
 * that the tool does not accept.
 */
export async function decideRequest(
  ports: DecisionPorts,
  scope: Scope,
  {
    traceId,
    id,
    decision,
  }: { readonly traceId: string; readonly id: string; readonly decision: RequestDecision },
): Promise<void> {
  const item = await ports.stores.requests.get(scope, traceId, id);
  if (item === undefined) throw unknownRequest();
  if (DECIDED_KIND[decision.kind] !== item.kind) throw wrongKind(item);
  if (item.state !== "open" && item.state !== "sent") {
    if (isSame(item, decision, scope)) return;
    throw closed(item);
  }
  const body = await toSignal(ports, scope, { view: toRequestView(item), decision });
  const sentId = signalId(traceId, body, { ids: ports.ids, hash: nodeHash });
  const signal = { ...body, id: sentId, traceId, personId: scope.personId, at: ports.clock.now() };
  if (item.state === "open" && (await ports.stores.signals.insert(scope, signal))) return;
  const first = (await ports.stores.signals.pending(scope, traceId)).find((pending) => pending.id === sentId);
  if (first?.personId === scope.personId && isSameBody(first, body)) return;
  const current = await ports.stores.requests.get(scope, traceId, id);
  if (current === undefined || !isSame(current, decision, scope)) throw closed(current ?? item);
}

async function toSignal(
  ports: DecisionPorts,
  scope: Scope,
  { view, decision }: { readonly view: RequestView; readonly decision: RequestDecision },
): Promise<DecisionBody> {
  const { redact } = await ports.getRedactor(scope.workspaceId);
  switch (decision.kind) {
    case "approve": {
      if (decision.arguments !== undefined) assertArguments(ports, view, decision.arguments);
      const edited = decision.arguments === undefined ? {} : { arguments: redact(decision.arguments) };
      const rule = decision.ruleId === undefined ? {} : { ruleId: decision.ruleId };
      return { kind: "approve", payload: { approvalId: view.id, ...edited, ...rule } };
    }
    case "deny": {
      const reason = decision.reason === null ? null : redact(decision.reason);
      return { kind: "deny", payload: { approvalId: view.id, reason } };
    }
    case "answer":
      return { kind: "answer", payload: { questionId: view.id, text: redact(decision.text) } };
    case "resolve":
      return {
        kind: "resolve_effect",
        payload: { effectId: view.id, resolution: decision.resolution },
      };
  }
}

/** Checks edited arguments before a run waits for them. The run checks them again, by the tools that it has then. */
function assertArguments({ tools }: DecisionPorts, { approval }: RequestView, text: string): void {
  const value = readObject(text);
  if (value === undefined) throw invalidArguments("They must be one JSON object.");
  const checked = tools.find(approval?.tool ?? "")?.input.safeParse(value);
  if (checked?.success !== false) return;
  const problems = checked.error.issues.map(
    ({ path, message }) => `${path.join(".") || "arguments"}: ${message}`,
  );
  throw invalidArguments(problems.slice(0, 5).join("; "));
}

function readObject(text: string): object | undefined {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The kind of request that each decision is about. */
export const DECIDED_KIND = {
  approve: "approval",
  deny: "approval",
  answer: "question",
  resolve: "effect",
} as const satisfies Readonly<Record<RequestDecision["kind"], RequestKind>>;

const STATES = { approve: "approved", deny: "denied", answer: "answered" } as const;

function stateOf(decision: RequestDecision): RequestState {
  return decision.kind === "resolve" ? decision.resolution : STATES[decision.kind];
}

function isSame(item: RunRequestItem, decision: RequestDecision, scope: Scope): boolean {
  return item.state === stateOf(decision) && item.decidedBy?.id === scope.personId;
}

/** Whether a stored signal decides like this one. Two reports on one effect have the same id, whatever they say. */
function isSameBody(stored: Signal, body: DecisionBody): boolean {
  if (stored.kind !== body.kind) return false;
  return (
    stored.kind !== "resolve_effect" ||
    (body.kind === "resolve_effect" && stored.payload.resolution === body.payload.resolution)
  );
}

function wrongKind({ kind }: RunRequestItem): GoaltraceError {
  const [message, fix] = WRONG_KIND[kind];
  return new GoaltraceError({ code: "INVALID_INPUT", message, fix });
}

const WRONG_KIND: Readonly<Record<RequestKind, readonly [message: string, fix: string]>> = {
  approval: ["This request asks for approval.", "Approve or deny it."],
  question: ["This request is a question.", "Answer it."],
  effect: [
    "This request asks what became of a call.",
    "Report that it happened, run it again, or leave it as it is.",
  ],
};

function closed({ state, decidedBy }: RunRequestItem): GoaltraceError {
  const by = decidedBy === null || decidedBy.name === "" ? "" : ` by ${decidedBy.name}`;
  const what: Readonly<Record<RequestState, string>> = {
    open: "is being decided",
    sent: "has just been decided by someone else",
    approved: `was approved${by}`,
    denied: `was denied${by}`,
    answered: `was answered${by}`,
    happened: `was resolved${by}: the call took effect`,
    run_again: `was resolved${by}: the call runs again`,
    left: `was resolved${by}: the call is left as it is`,
    expired: "has expired",
    dismissed: "was dismissed",
    withdrawn: "ended with its run",
  };
  return new GoaltraceError({
    code: "CONFLICT",
    message: `This request ${what[state]}.`,
    fix: "Look at the run to see how it went on.",
  });
}

function invalidArguments(problems: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The tool does not accept these arguments. ${problems}`,
    fix: "Correct the arguments, or deny the call with a reason.",
  });
}
