import type { ContextRow } from "@goaltrace/core/diagnose";

/** Four ink tints, from what hardly ever changes to what is new with each call; hues belong to status. */
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

/** The tint of a kind of segment. */
export function segmentTint(kind: ContextRow["kind"]): Tint {
  return TINTS[kind];
}

/** Fills of the tints, as classes. */
export const TINT_FILL: Readonly<Record<Tint, string>> = {
  1: "bg-ink/10",
  2: "bg-ink/18",
  3: "bg-ink/28",
  4: "bg-ink/42",
};
