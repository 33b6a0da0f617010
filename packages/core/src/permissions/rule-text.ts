import type { PermissionRule } from "./rule.ts";
import { isUrlPattern, parseUrlPattern } from "./match-url.ts";

/** The tool and pattern of a rule. */
export type RuleTarget = Pick<PermissionRule, "tool" | "pattern">;

/** The problem of a text that is not a rule: as a sentence, and as a code for translations. */
export type RuleProblem = {
  readonly problem: string;
  readonly code: "too_long" | "no_tool" | "control_characters" | "no_address";
};

const TARGET = /^(?<tool>[A-Za-z0-9_-]*\*?)(?:\((?<pattern>.+)\))?$/u;
const MAX_LENGTH = 500;

/** Returns a target as people write it: `write_file(src/**)`, or the tool alone. */
export function formatTarget({ tool, pattern }: RuleTarget): string {
  return pattern === "" ? tool : `${tool}(${pattern})`;
}

/** Parses what `formatTarget` writes. Returns the problem as a sentence for a text that is not a target. */
export function parseTarget(text: string): RuleTarget | RuleProblem {
  const { tool = "", pattern = "" } = TARGET.exec(text.trim())?.groups ?? {};
  if (text.length > MAX_LENGTH)
    return { code: "too_long", problem: `A rule has at most ${MAX_LENGTH} characters.` };
  if (tool === "")
    return {
      code: "no_tool",
      problem: `"${text.slice(0, 60)}" is not TOOL or TOOL(PATTERN), such as write_file(src/**).`,
    };
  if (/\p{Cc}/u.test(pattern))
    return { code: "control_characters", problem: "A pattern has no control characters." };
  // An address has no spaces, unlike a command with one: bash_command(curl https://example.com).
  if (isUrlPattern(pattern) && !pattern.includes(" ") && parseUrlPattern(pattern) === null)
    return {
      code: "no_address",
      problem: `"${pattern.slice(0, 60)}" is not an address, such as https://*.example.com:8443/docs/*.`,
    };
  return { tool, pattern };
}
