import { PROFILE_WRITING_TOOLS, READ_PROFILE_TOOL, SAVE_SKILL_TOOL } from "../log/tool-names.ts";
import type { OutlineOf } from "../log/outline-handlers.ts";
import type { GraphPort } from "./graph.ts";

/** Results name the file that was read or written. One that was held instead names a section too, and is a memory entry, which has a port of its own. */
const FILE = /^(?:SOUL|USER|MEMORY|DAILY)(?: of \d{4}-\d{2}-\d{2})?$/u;

/** Returns the port of a call that read or wrote a profile file or saved a skill; null for others. */
export function portOfCall({ name, s: outcome, q: sequence, d: title }: OutlineOf<"tool">): GraphPort | null {
  if (outcome !== "ok") return null;
  const port = { sequence, count: 1, name: title };
  if (name === SAVE_SKILL_TOOL) return { ...port, direction: "out", kind: "skill" };
  if (!FILE.test(title)) return null;
  if (name === READ_PROFILE_TOOL) return { ...port, direction: "in", kind: "profile" };
  return PROFILE_WRITING_TOOLS.includes(name) ? { ...port, direction: "out", kind: "profile" } : null;
}
