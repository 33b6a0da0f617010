import { GoaltraceError, type Tool } from "@goaltrace/core";
import {
  decidingSubjects,
  explain,
  formatTarget,
  type Policy,
  type RuleDecision,
  type RuleFate,
  type RuleLayer,
  type Subject,
} from "@goaltrace/core/permissions";
import type { Runtime } from "../runtime.ts";
import { decisionReason } from "./decision-reason.ts";
import { type CallSurroundings, toPermissionCall } from "./permission-call.ts";
import type { PolicyRun } from "./read-run-policy.ts";

/** How a call would be decided, and why. */
export type CallExplanation = {
  readonly effect: "allow" | "ask" | "deny";
  readonly cause: RuleDecision["cause"];
  readonly reason: string;
  /** The mode of the conversation or workspace. */
  readonly mode: Policy["mode"];
  /** The texts that rules compare with their patterns: paths relative to the project folder, an address, or the commands of a command line. */
  readonly subjects: readonly string[];
  /** Every rule that matches the call, the deciding one first, each as people write it, and why it decides or does not. */
  readonly rules: readonly {
    readonly id: string;
    readonly layer: RuleLayer;
    readonly text: string;
    readonly decides: boolean;
    readonly fate: RuleFate;
    readonly why: string;
  }[];
};

/** A call with everything that determines its decision. */
export type ExplainedCall = PolicyRun & { readonly tool: string; readonly arguments: unknown };

/**
 * Explains how a call would be decided now. Errors: NOT_FOUND for an unknown tool, CONFIGURATION_INVALID for rules of the project folder
 * that cannot be used.
 */
export async function explainCall(
  runtime: CallSurroundings & Pick<Runtime, "readPolicy">,
  call: ExplainedCall,
): Promise<CallExplanation> {
  const { annotations } = findTool(runtime, call.tool);
  const policy = await runtime.readPolicy(call);
  const seen = await toPermissionCall(runtime, { ...call, annotations, folder: call.projectFolder });
  const { decision, rules } = explain(seen, policy);
  return {
    ...{ effect: decision.effect, cause: decision.cause },
    reason: decisionReason(decision, policy.mode, {
      ...seen,
      subjects: decidingSubjects(seen, policy),
    }),
    mode: policy.mode,
    subjects: [...new Set(seen.subjects.filter(isCompared).map(({ text }) => text))],
    rules: rules.map(({ rule, fate }) => ({
      ...{ id: rule.id, layer: rule.layer, text: `${rule.effect} ${formatTarget(rule)}` },
      ...{ decides: fate === "decides", fate, why: WHY[fate] },
    })),
  };
}

/** Paths that a command only names are left out, because there are many and rules rarely apply to them. */
function isCompared(subject: Subject): boolean {
  return subject.kind === "command" || subject.isMention !== true;
}

const WHY: Readonly<Record<RuleFate, string>> = {
  decides: "decides",
  less_specific: "less specific than the rule that decides",
  earlier_layer: "as specific, but of a more general layer",
  less_strict: "as specific, but less strict",
  repeated: "says the same",
  bound: "cannot allow what the workspace denies",
  project: "takes no more rights away",
  other_subject: "about another part of the call, which is decided less strictly",
  mode: "the read-only mode denies whatever the rules say",
  protected: "the file always asks",
};

/** Returns a tool. Errors: NOT_FOUND, with the names of all tools. */
function findTool({ tools }: Pick<CallSurroundings, "tools">, name: string): Tool {
  const tool = tools.find(name);
  if (tool !== undefined) return tool;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no tool "${name.slice(0, 60)}".`,
    fix: `Available tools: ${tools.tools.map((known) => known.name).join(", ")}.`,
  });
}
