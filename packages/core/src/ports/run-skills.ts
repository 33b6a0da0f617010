import type { RunEventPayloads } from "../log/run-event.ts";

/** Where a skill comes from. A later layer replaces skills of an earlier one by their name. */
export type SkillLayer = RunEventPayloads["skill.loaded"]["layer"];

/** A file beside a SKILL.md, by its path in the skill's folder. */
export type SkillFile = { readonly path: string; readonly bytes: number };

/** A skill as agents get it. */
export type Skill = {
  readonly name: string;
  readonly description: string;
  readonly layer: SkillLayer;
  /** True if its instructions are in every context. */
  readonly isCore: boolean;
  /** The instructions, as Markdown. */
  readonly body: string;
  readonly files: readonly SkillFile[];
};

/** A skill that no agent gets, with the reasons as sentences. */
export type RefusedSkill = {
  readonly name: string;
  readonly layer: SkillLayer;
  readonly reasons: readonly string[];
};

/** The skills in effect, by name, and those that cannot be used. */
export type SkillShelf = { readonly skills: readonly Skill[]; readonly refused: readonly RefusedSkill[] };

/** The text of a file of a skill; a problem, as a sentence, if it has none. */
export type SkillFileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** The skills of one run. */
export interface RunSkills {
  /** Reads the skills. A layer that cannot be read has none; the run works without it. */
  read(): Promise<SkillShelf>;
  /** Reads a file that the skill lists. */
  fileText(skill: Skill, path: string): Promise<SkillFileText>;
  /** Counts a use of a skill by the run. Nothing waits for it. */
  noteUse(skill: Skill): void;
}
