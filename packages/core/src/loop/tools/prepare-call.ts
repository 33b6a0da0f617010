import { oneLine } from "../../log/describe.ts";
import type { Refusal, ToolOutcome } from "../../log/message.ts";
import { ASK_USER_TOOL } from "../../log/tool-names.ts";
import type { AddressEffect } from "../../ports/address-effect.ts";
import type { HidesPath, PermissionDecision } from "../../ports/permission.ts";
import { questionSchema } from "../../ports/question.ts";
import type { Tool, ToolResult } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { type ApprovedCall, approvalDigest } from "../requests/approval-digest.ts";
import { approvedCall } from "../requests/approved-call.ts";
import { changedTarget } from "../children/denials.ts";
import { argumentsDigest, readArgumentsText } from "../requests/arguments-digest.ts";
import type { UnknownEffect } from "../requests/unknown-effects.ts";
import { INVALID_ARGUMENTS } from "../plan/plan-state.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { askPermission } from "./ask-permission.ts";
import type { FinishedCall } from "./finished-call.ts";
import { limitsOfTool } from "./limits-of-tool.ts";
import { refusalText } from "./refusal-text.ts";
import { NOT_RUN } from "./results-at-end.ts";

/** A call that may start, the question to people whether it may, or the result that it gets instead. */
export type PreparedCall =
  | {
      readonly kind: "ready";
      readonly tool: Tool;
      readonly input: unknown;
      /** The changes that people made to the call, for the model to read above its result; null if there are none. */
      readonly note: string | null;
      /** The paths that rules keep from the call. */
      readonly hides?: HidesPath | undefined;
      /** Decides about other addresses. */
      readonly addressEffect?: AddressEffect | undefined;
    }
  | {
      readonly kind: "ask";
      readonly call: ApprovedCall;
      /** Why a person must decide. */
      readonly permission: Extract<PermissionDecision, { effect: "ask" }>;
    }
  | { readonly kind: "question"; readonly text: string; readonly choices: readonly string[] }
  | { readonly kind: "refused"; readonly finished: FinishedCall };

/** A call whose batch runs now. */
export type StartableCall = Exclude<PreparedCall, { kind: "ask" | "question" }>;

/**
 * Checks the preconditions of a call: it is valid, its tool exists, its arguments match the schema, and rules or a person permit it. Arguments
 * that a person edited replace those of the call, and rules decide about them as well. Logs nothing, so that a call whose process dies here is
 * simply prepared again.
 */
export async function prepareCall(context: RunContext, open: OpenCall): Promise<PreparedCall> {
  const { name, problem } = open.call;
  if (problem !== undefined) {
    if (context.environment.withheldTools?.has(name) === true && problem.kind === "unknown_tool")
      return denied("no_right", refusalText("no_right", { tool: name, agent: context.trace.agent.name }));
    return refused("error", { title: problem.kind.replaceAll("_", " "), output: problem.message });
  }
  if (context.signal.aborted) return refused("cancelled", NOT_RUN);
  const tool = context.environment.tools.find(name);
  if (tool === undefined)
    return refused("error", {
      title: "unknown tool",
      output: fillPrompt(resultsPrompt.gone, { tool: name }),
    });
  const decision = context.state.approvals.get(open.call.id)?.decision ?? null;
  // A person's decision holds, whatever the rules say by now.
  if (decision?.kind === "denied")
    return denied("person", refusalText("person", { reason: decision.reason ?? "" }));
  if (decision?.kind === "expired") return denied("expired", refusalText("expired", {}));
  const effect = context.state.effects.get(open.call.id);
  if (effect !== undefined && effect.resolution !== "run_again") {
    const [title, output] = UNKNOWN_EFFECTS[effect.resolution ?? "left"];
    return refused("interrupted", { title, output });
  }
  const editedArguments = decision?.kind === "approved" ? decision.editedArguments : null;
  const argumentsText = editedArguments ?? open.call.arguments;
  const input = tool.input.safeParse(readArgumentsText(argumentsText));
  if (!input.success) return refused("error", { title: INVALID_ARGUMENTS, output: input.error.message });
  if (name === ASK_USER_TOOL) return questionOf(context, open, input.data);
  const earlier =
    decision?.kind === "approved"
      ? null
      : deniedElsewhere(context, { tool, input: input.data, argumentsText });
  if (earlier?.kind === "same_call")
    return denied("person", fillPrompt(resultsPrompt.deniedElsewhere, { reason: earlier.reason }));
  const call = { tool, input: input.data };
  const permitted = askAbout(earlier, limitsOfTool(await askPermission(context, open, call), call));
  if (context.signal.aborted) return refused("cancelled", NOT_RUN);
  if (permitted.effect === "deny") return denied("rule", refusalText("rule", permitted));
  const notes = [
    ...(effect === undefined ? [] : [resultsPrompt.ranAgain]),
    ...(editedArguments === null ? [] : [fillPrompt(resultsPrompt.edited, { arguments: editedArguments })]),
  ];
  const note = notes.length === 0 ? null : notes.join("\n");
  const { hides, addressEffect } = permitted;
  const ready = { kind: "ready", tool, input: input.data, note, hides, addressEffect } as const;
  switch (permitted.effect) {
    case "allow":
      return ready;
    case "ask": {
      if (context.environment.approvals === undefined)
        return denied("no_approver", refusalText("no_approver", permitted));
      const frozen = approvedCall(context, open.call.id, { tool, argumentsText });
      const isApproved = decision?.digest === approvalDigest(frozen, context.ports.hash);
      return isApproved ? ready : { kind: "ask", call: frozen, permission: permitted };
    }
  }
}

/** Returns a person's denial of this call, or of another call with its target, by another run of the tree. */
function deniedElsewhere(
  { family, trace, ports }: RunContext,
  call: { readonly tool: Tool; readonly input: unknown; readonly argumentsText: string },
): { readonly kind: "same_call" | "same_target"; readonly reason: string } | null {
  if (family.denials.isEmpty()) return null;
  const found = family.denials.find({
    ...{ traceId: trace.id, tool: call.tool.name },
    argumentsDigest: argumentsDigest(call.argumentsText, ports.hash),
    target: changedTarget(call.tool, call.input),
  });
  return found === null ? null : { kind: found.kind, reason: found.denial.reason.trim() };
}

/** A person decides about a call whose target a person has denied to another run of the tree, even if the rules allow it. */
function askAbout(
  earlier: { readonly reason: string } | null,
  permitted: PermissionDecision,
): PermissionDecision {
  if (earlier === null || permitted.effect !== "allow") return permitted;
  const reason = fillPrompt(resultsPrompt.targetDenied, { reason: earlier.reason });
  return { ...permitted, effect: "ask", reason };
}

/** Returns the question that a call asks, or its answer as the result of the call. Where nobody can be asked, the result says so. */
function questionOf({ state, environment }: RunContext, open: OpenCall, input: unknown): PreparedCall {
  const answer = state.questions.get(open.call.id)?.answer ?? null;
  if (answer === null) {
    if (environment.approvals === undefined) return denied("no_approver", resultsPrompt.nobodyAnswers);
    const { question, choices = [] } = questionSchema.parse(input);
    return { kind: "question", text: question, choices };
  }
  if (answer.text === null) return denied("expired", resultsPrompt.unanswered);
  return refused("ok", { title: oneLine(answer.text), output: answer.text });
}

/** Returns the refusal of a call that would have to wait although its batch runs: its permission changed in between. */
export function refuseUnasked(prepared: PreparedCall): StartableCall {
  if (prepared.kind === "question") return denied("no_approver", resultsPrompt.nobodyAnswers);
  if (prepared.kind !== "ask") return prepared;
  return denied("no_approver", refusalText("no_approver", prepared.permission));
}

function denied(refusal: Refusal, output: string): Extract<PreparedCall, { kind: "refused" }> {
  const title = REFUSAL_TITLES[refusal];
  return {
    kind: "refused",
    finished: { outcome: "denied", refusal, result: { title, output }, durationMs: 0, events: [] },
  };
}

const REFUSAL_TITLES: Readonly<Record<Refusal, string>> = {
  person: "denied",
  expired: "expired",
  no_approver: "nobody to ask",
  rule: "denied by a rule",
  no_right: "tool not allowed",
};

/** The results of calls whose process died, by what people said about them. */
const UNKNOWN_EFFECTS: Readonly<
  Record<Exclude<NonNullable<UnknownEffect["resolution"]>, "run_again">, readonly [string, string]>
> = {
  happened: ["took effect", resultsPrompt.happened],
  did_not_happen: ["did not take effect", resultsPrompt.didNotHappen],
  left: ["outcome unknown", resultsPrompt.left],
  expired: ["outcome unknown", resultsPrompt.interrupted],
};

function refused(outcome: ToolOutcome, result: ToolResult): PreparedCall {
  return { kind: "refused", finished: { outcome, result, durationMs: 0, events: [] } };
}
