import type { RunEventPayloads } from "../../log/run-event.ts";
import type { Hash } from "../../ports/clock.ts";
import type { Trace } from "../../log/trace.ts";
import type { KnownSignal } from "../../signals/signal.ts";
import { approvalDigest } from "./approval-digest.ts";
import { type Approval, type Approvals, findOpenApproval } from "./request-state.ts";
import { argumentsDigest } from "./arguments-digest.ts";

type Decision = Extract<KnownSignal, { readonly kind: "approve" | "deny" }>;
type DecidedRun = {
  readonly state: { readonly approvals: Approvals };
  readonly trace: Pick<Trace, "id" | "projectFolder">;
  readonly ports: { readonly hash: Hash };
};

/**
 * Returns the event of a person's decision. Nothing for a request that is decided already, or that had expired when the decision was sent; one
 * sent in time counts however late a worker reads it.
 */
export function decideEvents(
  run: DecidedRun,
  signal: Decision,
): readonly { readonly type: "approval.decided"; readonly data: RunEventPayloads["approval.decided"] }[] {
  const approval = findOpenApproval(run.state.approvals, signal.payload.approvalId);
  if (approval === undefined || (approval.expiresAt !== null && signal.at >= approval.expiresAt)) return [];
  const { approvalId, toolCallId } = approval;
  const personId = signal.personId ?? "";
  const ruleId = signal.kind === "approve" ? (signal.payload.ruleId ?? null) : null;
  const about = { approvalId, toolCallId, personId, ruleId, signalId: signal.id };
  if (signal.kind === "deny") {
    const { reason } = signal.payload;
    return [
      { type: "approval.decided", data: { ...about, decision: "denied", reason, editedArguments: null } },
    ];
  }
  const editedArguments = signal.payload.arguments ?? null;
  const digest = editedArguments === null ? approval.digest : editedDigest(run, approval, editedArguments);
  return [
    {
      type: "approval.decided",
      data: {
        ...{ ...about, decision: "approved", reason: null, editedArguments },
        ...(digest === undefined ? {} : { digest }),
      },
    },
  ];
}

/** An edit keeps the frozen definition: a tool that has changed since needs a new approval, edited or not. */
function editedDigest({ trace, ports }: DecidedRun, approval: Approval, editedArguments: string): string {
  const { toolCallId, toolName, definitionDigest, step = 0 } = approval;
  return approvalDigest(
    {
      ...{ traceId: trace.id, folder: trace.projectFolder, step, toolCallId, tool: toolName },
      ...{ definitionDigest, argumentsDigest: argumentsDigest(editedArguments, ports.hash) },
    },
    ports.hash,
  );
}
