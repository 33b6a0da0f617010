import type { Permission, PermissionDecision, Tool } from "@goaltrace/core";
import type { AddressEffect } from "@goaltrace/core/ports";
import {
  decide,
  decidingSubjects,
  formatTarget,
  hiddenPaths,
  type PermissionCall,
  type Policy,
  type Subject,
  suggestRules,
} from "@goaltrace/core/permissions";
import { decisionReason } from "./decision-reason.ts";
import { type CallSurroundings, toPermissionCall } from "./permission-call.ts";

/** Mode and rules for the calls of a run; `hasApprover` is false when no one can be asked. */
export type RunPolicy = Policy & { readonly hasApprover: boolean };

/**
 * Creates the permission of a run: its rules and its mode decide about each call. Where no one can be asked, the reason names the narrowest
 * option of the start that would have permitted the call.
 */
export function createRunPermission(surroundings: CallSurroundings, policy: RunPolicy): Permission {
  return {
    decide: async (request) =>
      toDecision(await toPermissionCall(surroundings, request), { surroundings, policy }),
  };
}

function toDecision(
  call: PermissionCall,
  { surroundings, policy }: { readonly surroundings: CallSurroundings; readonly policy: RunPolicy },
): PermissionDecision {
  const decision = decide(call, policy);
  const { effect, cause, rule } = decision;
  const deciding = decidingSubjects(call, policy);
  const reason = decisionReason(decision, policy.mode, {
    ...call,
    subjects: deciding,
  });
  const ruleId = rule?.id;
  if (effect === "deny") return { effect, by: cause === "rule" ? "rule" : "mode", reason, ruleId };
  const subject = surroundings.tools.find(call.tool)?.subject;
  const isSearch = (subject?.kind === "path" && call.isHarmless) || subject?.kind === "command";
  const hides = isSearch
    ? hiddenPaths(searchCall(call, subject), policy, { permitted: effect, readsAs: subject.readsAs })
    : undefined;
  const addressEffect = subject?.kind === "url" ? addressEffectOf(call, policy) : undefined;
  if (effect === "allow") return { effect, hides, addressEffect };
  const option = policy.hasApprover ? "" : allowOption(call, policy);
  return {
    effect,
    reason: `${reason}${option}`,
    ruleId,
    cause: cause === "read_only" ? "mode" : cause,
    parts: cause === "protected" ? [] : partsOf(call, deciding),
    ...{ hides, addressEffect },
  };
}

/**
 * The parts of a compound call that ask, such as two commands of a command line, as the call has them; none when nothing else is in it, or nobody knows
 * which part it is.
 */
function partsOf({ subjects }: PermissionCall, deciding: readonly Subject[]): readonly string[] {
  const parts = new Set<string>();
  for (const { source } of deciding) {
    if (source === undefined) return [];
    parts.add(source);
  }
  return subjects.some(({ source }) => source === undefined || !parts.has(source)) ? [...parts] : [];
}

/** A command reads like the tool that it reads as: files are hidden from it by the rules of that tool alone. */
function searchCall(call: PermissionCall, { kind, readsAs }: NonNullable<Tool["subject"]>): PermissionCall {
  return kind === "command" ? { ...call, tool: readsAs ?? call.tool, isHarmless: true } : call;
}

/** Decides about the same call with another address. */
function addressEffectOf(call: PermissionCall, policy: Policy): AddressEffect {
  return (address) => decide({ ...call, subjects: [{ kind: "url", text: address }] }, policy).effect;
}

/** Names the option that would permit the call, as people type it; empty when none would. */
function allowOption(call: PermissionCall, policy: Policy): string {
  const [targets] = suggestRules(call, policy, "conversation");
  if (targets === undefined) return "";
  const options = targets.map((target) => `--allow ${quoteWord(formatTarget(target))}`).join(" ");
  return ` Starting the run with ${options} would permit it.`;
}

function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
