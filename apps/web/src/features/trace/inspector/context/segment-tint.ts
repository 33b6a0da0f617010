import type { ContextRow } from "@goaltrace/core/diagnose";

/** Four ink tints, from content that rarely changes to content that is new in each call. Hues are reserved for status. */
export type Tint = 1 | 2 | 3 | 4;

const TINTS: Readonly<Record<ContextRow["kind"], Tint>> = {
  instructions: 1,
  core_skill: 1,
  profile: 1,
  project_context: 1,
  tools: 1,
  index: 1,
  summary: 2,
  attachments: 2,
  recalled: 3,
  user: 3,
  assistant: 3,
  tool_result: 3,
  tail: 4,
};

/** Returns the tint of a segment kind. */
export function segmentTint(kind: ContextRow["kind"]): Tint {
  return TINTS[kind];
}

/** The fill classes of the tints. */
export const TINT_FILL: Readonly<Record<Tint, string>> = {
  1: "bg-ink/10",
  2: "bg-ink/18",
  3: "bg-ink/28",
  4: "bg-ink/42",
};
