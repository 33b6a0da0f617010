import { decide, type Policy } from "./decide.ts";
import { normalizePath } from "./match-path.ts";
import { parseAddress } from "./match-url.ts";
import type { PermissionCall, RuleLayer, Subject } from "./rule.ts";
import { formatTarget, parseTarget, type RuleTarget } from "./rule-text.ts";

/**
 * Returns the rules, narrowest first, each of which would allow a call that is not allowed now, if it were added to `layer`. Empty when
 * none can: the file always asks, the mode or the workspace denies, or a more specific rule asks.
 */
export function suggestRules(
  call: PermissionCall,
  policy: Policy,
  layer: Extract<RuleLayer, "workspace" | "conversation">,
): readonly RuleTarget[] {
  return targetsOf(call).filter((target) => {
    const rule = { id: "", layer, effect: "allow", ...target } as const;
    return decide(call, { ...policy, rules: [...policy.rules, rule] }).effect === "allow";
  });
}

/** The targets that match the call, from exactly its subject to every call of the tool. Those that people could not write are left out. */
function targetsOf({ tool, subjects }: PermissionCall): readonly RuleTarget[] {
  const [subject] = subjects;
  const patterns = subject === undefined || subjects.length > 1 ? [] : patternsOf(subject);
  const targets = [...patterns, ""].map((pattern) => ({ tool, pattern }));
  return targets.filter((target, index) => isWritable(target) && indexOfTarget(targets, target) === index);
}

/** The subject itself, its folder with everything below, and the topmost folder. */
function patternsOf({ kind, text }: Subject): readonly string[] {
  if (kind === "url") {
    const address = parseAddress(text);
    if (address === null) return [];
    const { origin } = new URL(text);
    return [`${origin}${address.path}`, origin];
  }
  const path = normalizePath(text);
  // A path with wildcards would match others as a pattern, and one that leaves the folder cannot be used.
  if (/[*?]/u.test(path) || /^(?:\.\.?(?:$|\/)|\/)/u.test(path)) return [];
  const folders = path.split("/").slice(0, -1);
  const [top] = folders;
  return [path, ...(top === undefined ? [] : [`${folders.join("/")}/**`, `${top}/**`])];
}

function isWritable(target: RuleTarget): boolean {
  const parsed = parseTarget(formatTarget(target));
  return !("problem" in parsed) && parsed.tool === target.tool && parsed.pattern === target.pattern;
}

function indexOfTarget(targets: readonly RuleTarget[], { pattern }: RuleTarget): number {
  return targets.findIndex((other) => other.pattern === pattern);
}
