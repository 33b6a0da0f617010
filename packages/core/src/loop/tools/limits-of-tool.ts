import { matchesUrl } from "../../permissions/match-url.ts";
import type { PermissionDecision } from "../../ports/permission.ts";
import type { Tool } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";

/**
 * Makes a decision about a call as strict as the definition of its tool: addresses outside its patterns are denied, those of redirects too, and a tool
 * that requires confirmation asks where rules would allow.
 */
export function limitsOfTool(
  decision: PermissionDecision,
  { tool, input }: { readonly tool: Tool; readonly input: unknown },
): PermissionDecision {
  const { name, urlPatterns, requiresConfirmation = false } = tool;
  if (decision.effect === "deny") return decision;
  const confirmed: PermissionDecision =
    requiresConfirmation && decision.effect === "allow"
      ? { ...decision, effect: "ask", reason: fillPrompt(resultsPrompt.confirms, { tool: name }) }
      : decision;
  if (urlPatterns === undefined) return confirmed;
  const isInside = (address: string): boolean => urlPatterns.some((pattern) => matchesUrl(pattern, address));
  if (!isInside(addressOf(tool, input))) {
    const reason = fillPrompt(resultsPrompt.outsidePatterns, {
      tool: name,
      patterns: urlPatterns.join(", "),
    });
    return { effect: "deny", by: "rule", reason };
  }
  const { addressEffect } = confirmed;
  return {
    ...confirmed,
    addressEffect: (address) => (isInside(address) ? (addressEffect?.(address) ?? "ask") : "deny"),
  };
}

/** Returns the address of a call; empty, which no pattern matches, for a tool without one. */
function addressOf({ subject }: Tool, input: unknown): string {
  if (subject?.kind !== "url" || typeof input !== "object" || input === null) return "";
  const value = new Map<string, unknown>(Object.entries(input)).get(subject.field);
  return typeof value === "string" ? value : "";
}
