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

/** The opacity of the tints on a canvas. A summary stands out, since it replaced what was said. */
export const TINT_ALPHA: Readonly<Record<Tint, number>> = { 1: 0.16, 2: 0.62, 3: 0.3, 4: 0.46 };

/** The fill classes of the tints. */
export const TINT_FILL: Readonly<Record<Tint, string>> = {
  1: "bg-ink/16",
  2: "bg-ink/62",
  3: "bg-ink/30",
  4: "bg-ink/46",
};
