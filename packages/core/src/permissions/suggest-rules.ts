import { joinWords } from "./command-words.ts";
import { decide, type Policy } from "./decide.ts";
import { normalizePath } from "./match-path.ts";
import { parseAddress } from "./match-url.ts";
import type { CommandSubject, PermissionCall, RuleLayer, Subject } from "./rule.ts";
import { formatTarget, parseTarget, type RuleTarget } from "./rule-text.ts";

/**
 * Returns the sets of rules, narrowest first, each of which would allow a call that is not allowed now, if it were added to `layer`. A set has one
 * rule, except for a command line with several commands that ask, which has one for each, and for all changes of files, which two tools make, if no rule
 * decides about the other tool. Empty when none can: the file always asks, the mode or the workspace denies, or a more specific rule asks.
 */
export function suggestRules(
  call: PermissionCall,
  policy: Policy,
  layer: Extract<RuleLayer, "workspace" | "conversation">,
): readonly (readonly RuleTarget[])[] {
  const sets = setsOf(call, policy).filter((set) => isAllowedWith(set, { call, policy, layer }));
  return [...sets, ...changesOfFiles(call, policy, layer)];
}

/** True if a call would be allowed once these rules are added. */
function isAllowedWith(
  targets: readonly RuleTarget[],
  {
    call,
    policy,
    layer,
  }: { readonly call: PermissionCall; readonly policy: Policy; readonly layer: RuleLayer },
): boolean {
  const rules = targets.map((target, index) => {
    const id = `suggested:${String(index)}`;
    return { id, layer, effect: "allow", ...target } as const;
  });
  return decide(call, { ...policy, rules: [...policy.rules, ...rules] }).effect === "allow";
}

function setsOf(call: PermissionCall, policy: Policy): readonly (readonly RuleTarget[])[] {
  if (!call.subjects.some(({ kind }) => kind === "command")) return targetsOf(call).map((target) => [target]);
  const asking = call.subjects.filter(
    (subject) => decide({ ...call, subjects: [subject], isProtected: false }, policy).effect !== "allow",
  );
  const sets = WIDTHS.flatMap((width) => {
    const targets = asking.map((subject) => partTarget(call, subject, width));
    if (targets.length === 0 || targets.some((target) => target === null || !isWritable(target))) return [];
    const known = targets.flatMap((target) => (target === null ? [] : [target]));
    return [known.filter((target, index) => indexOfSame(known, target) === index)];
  });
  const all = [...sets, [{ tool: call.tool, pattern: "" }]];
  return all.filter((set, index) => all.findIndex((other) => textOf(other) === textOf(set)) === index);
}

/** How much of a command a rule covers: itself, its beginning (`npm run`), whatever its program does. */
const WIDTHS = ["exact", "beginning", "program"] as const;
type Width = (typeof WIDTHS)[number];

function textOf(targets: readonly RuleTarget[]): string {
  return targets.map(formatTarget).join("\n");
}

/** The rule for one command or file of a command line; null when only all command lines could be allowed. */
function partTarget({ tool }: PermissionCall, subject: Subject, width: Width): RuleTarget | null {
  if (subject.kind === "command") return commandTarget(tool, subject, width);
  const patterns = patternsOf(subject);
  const pattern = width === "exact" ? patterns[0] : (patterns[1] ?? patterns[0]);
  return pattern === undefined ? null : { tool: subject.tool ?? tool, pattern };
}

/** Exactly the command, its program with the words before the first option, two at most: `npm run`, or its program. */
function commandTarget(tool: string, { words, isUnclear }: CommandSubject, width: Width): RuleTarget | null {
  if (isUnclear || words.some((word) => word.includes("*"))) return null;
  if (width === "exact") return { tool, pattern: `=${joinWords(words)}` };
  if (width === "program") return { tool, pattern: joinWords(words.slice(0, 1)) };
  const option = words.findIndex(
    (word, index) => (index > 0 && !/^[\w:.@-]*$/u.test(word)) || word.startsWith("-"),
  );
  const end = Math.min(option < 0 ? words.length : option, MAX_BEGINNING_WORDS);
  return { tool, pattern: joinWords(words.slice(0, Math.max(1, end))) };
}

const MAX_BEGINNING_WORDS = 2;

/** The targets that match the call, from exactly its subject to every call of the tool. Those that people could not write are left out. */
function targetsOf({ tool, subjects }: PermissionCall): readonly RuleTarget[] {
  const [subject] = subjects;
  const patterns =
    subject === undefined || subject.kind === "command" || subjects.length > 1 ? [] : patternsOf(subject);
  const targets = [...patterns, ""].map((pattern) => ({ tool, pattern }));
  return targets.filter((target, index) => isWritable(target) && indexOfTarget(targets, target) === index);
}

/** The subject itself, its folder with everything below, and the topmost folder. */
function patternsOf({ kind, text }: Exclude<Subject, CommandSubject>): readonly string[] {
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

/** A person who lets one of these tools change any file would answer the same for the other one. */
const FILE_CHANGING_TOOLS = ["edit_file", "write_file"];

/** All changes of files. A rule about the other tool was written on purpose: an answer about this one does not overrule it. */
function changesOfFiles(
  call: PermissionCall,
  policy: Policy,
  layer: RuleLayer,
): readonly (readonly RuleTarget[])[] {
  if (!FILE_CHANGING_TOOLS.includes(call.tool)) return [];
  const set = FILE_CHANGING_TOOLS.map((tool) => ({ tool, pattern: "" }));
  const isOffered = FILE_CHANGING_TOOLS.every((tool) => {
    const other = { ...call, tool };
    if (!isAllowedWith(set, { call: other, policy, layer })) return false;
    const { effect, cause } = decide(other, policy);
    return tool === call.tool || (effect === "ask" && cause === "mode");
  });
  return isOffered ? [set] : [];
}

function isWritable(target: RuleTarget): boolean {
  const parsed = parseTarget(formatTarget(target));
  return !("problem" in parsed) && parsed.tool === target.tool && parsed.pattern === target.pattern;
}

function indexOfSame(targets: readonly RuleTarget[], target: RuleTarget): number {
  return targets.findIndex((other) => formatTarget(other) === formatTarget(target));
}

function indexOfTarget(targets: readonly RuleTarget[], { pattern }: RuleTarget): number {
  return targets.findIndex((other) => other.pattern === pattern);
}
