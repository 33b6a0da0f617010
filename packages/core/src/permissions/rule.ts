/** The fate of a call, from the most to the least permissive. */
export const EFFECTS = ["allow", "ask", "deny"] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * The fate of calls that no rule decides. `read-only`: reading runs, everything else is denied, whatever the rules allow. `ask`: reading
 * runs, everything else asks. `auto`: everything runs. In the first two, reading beyond the workspace (`reachesOut`) asks.
 */
export const PERMISSION_MODES = ["read-only", "ask", "auto"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** Where a rule comes from, from the general to the particular. Rules of project files only take rights away. */
export const RULE_LAYERS = ["built_in", "workspace", "agent", "conversation", "project"] as const;
export type RuleLayer = (typeof RULE_LAYERS)[number];

/**
 * A rule about calls. `tool` is a name, a prefix that ends in `*`, or `*`; `pattern` limits it to paths or addresses and is empty for all calls
 * of the tool. Ids are unique among the rules that decide together.
 */
export type PermissionRule = {
  readonly id: string;
  readonly layer: RuleLayer;
  readonly effect: Effect;
  readonly tool: string;
  readonly pattern: string;
};

/** The object that a call acts on: a path relative to the project folder, or an address. */
type PlainSubject = {
  readonly kind: "path" | "url";
  readonly text: string;
  /** The tool whose rules decide about it instead, for a file that a command reads or writes. @default the tool of the call */
  readonly tool?: string | undefined;
  /** True for a path that a command only names: rules with a pattern may keep it from the command, nothing else decides. @default false */
  readonly isMention?: boolean | undefined;
  /** The part of a call that it belongs to, as the call has it. @default all of it, or nobody knows which */
  readonly source?: string | undefined;
  /** Why the tool refuses to act on it whatever a person decides, as a sentence, so that no one is asked. @default it does not */
  readonly refusal?: string | undefined;
};

/**
 * One of the commands that a command line starts. `text` are its words as people write them; one that is known only when it runs is `…` in an unclear
 * command, and left out elsewhere.
 */
export type CommandSubject = {
  readonly kind: "command";
  readonly text: string;
  /** The part of the command line that starts it, as written. @default all of it, or nobody knows which */
  readonly source?: string | undefined;
  /** The words after unquoting, the program first; empty if they are not known before it runs. */
  readonly words: readonly string[];
  /** True for a command that runs without asking where calls that change something ask. */
  readonly isFree: boolean;
  /** True for a command of which rules cannot know what it does: no rule with a pattern allows it. */
  readonly isUnclear: boolean;
  /**
   * True for a command that only reads, from a place that the sandbox does not show: it finds nothing, whatever a person decides, so no one is asked.
   * @default false
   */
  readonly isOutOfSight?: boolean | undefined;
  /** Why it is not free, as the end of a sentence: "deletes files". Empty if it is. */
  readonly why: string;
};

export type Subject = PlainSubject | CommandSubject;

/** One call as rules see it. */
export type PermissionCall = {
  readonly tool: string;
  /** True for a call that changes nothing outside the log of its run. */
  readonly isHarmless: boolean;
  /** True for a call that reaches a stranger, whom its arguments tell something even if it only reads. @default false */
  readonly reachesOut?: boolean | undefined;
  /** True for a write to a file that instructs agents or runs on its own. */
  readonly isProtected: boolean;
  /** The command line, as written. @default the call has none */
  readonly commandLine?: string | undefined;
  /** Empty for a call that acts on nothing that patterns know. */
  readonly subjects: readonly Subject[];
};

/** Returns the more restrictive of two effects. */
export function stricter(first: Effect, second: Effect): Effect {
  return EFFECTS.indexOf(first) >= EFFECTS.indexOf(second) ? first : second;
}
