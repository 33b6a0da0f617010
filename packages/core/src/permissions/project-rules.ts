import { PROJECT_RULES_MAX } from "../tunables.ts";
import type { Effect, PermissionRule } from "./rule.ts";
import { formatTarget, parseTarget } from "./rule-text.ts";

/** The rules of a project file, or the reason why it cannot be used, as a sentence. */
export type ProjectRules =
  | { readonly ok: true; readonly rules: readonly PermissionRule[] }
  | { readonly ok: false; readonly problem: string };

const NAMES = ["deny", "ask"] as const;

/**
 * Reads the parsed JSON of a project's rules: `{"deny": ["write_file(infra/**)"], "ask": ["edit_file"]}`. Any other name is a problem,
 * `allow` above all, so that no one believes that it has an effect.
 */
export function readProjectRules(value: unknown): ProjectRules {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return problem('It must be a JSON object like {"deny": ["write_file(infra/**)"]}.');
  const lists = new Map<string, unknown>(Object.entries(value));
  const unknown = [...lists.keys()].find((name) => !NAMES.some((known) => known === name));
  if (unknown === "allow")
    return problem('It cannot allow anything: remove "allow". Project files only deny and ask.');
  if (unknown !== undefined)
    return problem(`It has no list ${JSON.stringify(unknown.slice(0, 40))}, only "deny" and "ask".`);
  const rules: PermissionRule[] = [];
  for (const effect of NAMES) {
    const read = readList(effect, lists.get(effect) ?? []);
    if (!read.ok) return read;
    rules.push(...read.rules);
  }
  return rules.length > PROJECT_RULES_MAX
    ? problem(`It has more than ${PROJECT_RULES_MAX} rules.`)
    : { ok: true, rules };
}

function readList(effect: Effect, list: unknown): ProjectRules {
  if (!Array.isArray(list)) return problem(`"${effect}" must be a list of rules.`);
  const rules: PermissionRule[] = [];
  for (const [index, item] of list.entries()) {
    const target = parseTarget(typeof item === "string" ? item : "");
    if ("problem" in target) return problem(`Rule ${index + 1} in "${effect}": ${target.problem}`);
    rules.push({ id: `project:${effect} ${formatTarget(target)}`, layer: "project", effect, ...target });
  }
  return { ok: true, rules };
}

function problem(text: string): ProjectRules {
  return { ok: false, problem: text };
}
