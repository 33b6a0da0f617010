import type { RunSkills } from "../ports/run-skills.ts";

/** The skills of a run without skills. */
export const NO_SKILLS: RunSkills = {
  read: async () => ({ skills: [], refused: [] }),
  fileText: async (_skill, path) => ({ ok: false, problem: path }),
  noteUse: () => undefined,
};
