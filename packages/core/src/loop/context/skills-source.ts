import { countOf } from "../../log/count-of.ts";
import { SKILL_TOOL } from "../../log/tool-names.ts";
import type { ContextSource } from "../../ports/run-environment.ts";
import type { RunSkills } from "../../ports/run-skills.ts";
import { describeSkills } from "../../skills/skill-listing.ts";

/** Provides the core skills and, to agents that can load them, the list of the others. */
export function skillsSource(runSkills: RunSkills): ContextSource {
  return {
    slot: "core_skill",
    trust: "workspace",
    keeps: "until_compaction",
    async load({ tools }) {
      const { skills } = await runSkills.read();
      const text = describeSkills(skills, { isListed: tools.some(({ name }) => name === SKILL_TOOL) });
      return {
        ...{ text, source: countOf(skills.length, "skill") },
        trust: skills.some(({ layer }) => layer === "project") ? "untrusted" : "workspace",
      };
    },
  };
}
