import { matchesCommand } from "./match-command.ts";
import { matchesPath, normalizePath } from "./match-path.ts";
import { isUrlPattern, matchesUrl } from "./match-url.ts";
import type { PermissionCall, PermissionRule, Subject } from "./rule.ts";

/** Returns true if the rule is about this call acting on this subject; null stands for a call without subjects. */
export function matchesRule(
  rule: Pick<PermissionRule, "tool" | "pattern" | "effect">,
  call: Pick<PermissionCall, "tool">,
  subject: Subject | null,
): boolean {
  const { tool = call.tool, isMention = false } =
    subject === null || subject.kind === "command" ? {} : subject;
  if (!matchesTool(rule.tool, tool)) return false;
  if (rule.pattern === "") return !isMention;
  if (subject === null) return false;
  if (subject.kind === "command")
    return !subject.isUnclear && matchesCommand(rule.pattern, subject.words, rule.effect);
  const isUrl = isUrlPattern(rule.pattern);
  if (subject.kind === "url") return isUrl && matchesUrl(rule.pattern, subject.text);
  return !isUrl && matchesPath(rule.pattern, normalizePath(subject.text));
}

/** Returns true if the tool of a rule, which may be a prefix, means this tool. */
export function matchesTool(pattern: string, tool: string): boolean {
  return pattern.endsWith("*") ? tool.startsWith(pattern.slice(0, -1)) : pattern === tool;
}

/**
 * Returns how specific a rule is, as numbers to compare in order: the literal characters of its tool, whether it names the tool in full, the
 * literal characters of its pattern, whether it has no wildcards.
 */
export function specificity({ tool, pattern }: Pick<PermissionRule, "tool" | "pattern">): readonly number[] {
  return [...literals(tool), ...literals(pattern)];
}

function literals(text: string): readonly [number, number] {
  const literal = text.replace(/[*?]/gu, "");
  return [literal.length, literal === text && text !== "" ? 1 : 0];
}
