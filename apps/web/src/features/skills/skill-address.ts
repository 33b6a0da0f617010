/** The parts of a skill. */
export const SKILL_TABS = ["skill", "edit", "model", "history"] as const;
export type SkillTab = (typeof SKILL_TABS)[number];

/** The id in addresses of a skill that does not exist yet. */
export const NEW_SKILL = "new";

/** Precedes the id of a skill that waits for an admin, in addresses. */
const PROPOSAL = "proposal:";

/** Returns the id in addresses of a skill that waits. */
export function proposalAddress(id: string): string {
  return `${PROPOSAL}${id}`;
}

/** Returns the id of the waiting skill in an address; null for any other address. */
export function proposalIn(skill: string | null): string | null {
  return skill?.startsWith(PROPOSAL) === true ? skill.slice(PROPOSAL.length) : null;
}

/** The state of the page in its address. `from`: the skill whose text is the start of a new one. */
export type SkillAddress = {
  readonly skill: string | null;
  readonly tab: SkillTab;
  readonly from: string | null;
};

/** Reads an address; unknown values are those of the start. */
export function readSkillAddress(query: URLSearchParams): SkillAddress {
  return {
    skill: query.get("skill"),
    tab: SKILL_TABS.find((known) => known === query.get("tab")) ?? "skill",
    from: query.get("from"),
  };
}

/** Writes an address as a query, without the values of the start. */
export function writeSkillAddress({ skill, tab, from }: SkillAddress): string {
  const query = new URLSearchParams();
  if (skill !== null) query.set("skill", skill);
  if (tab !== "skill") query.set("tab", tab);
  if (from !== null) query.set("from", from);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns the key under which the unsaved text of a skill is kept. `from`: the skill that a new one copies. */
export function skillDraftKey(workspace: string, id: string, from: string | null = null): string {
  return `skills.draft.${workspace}.${id}${from === null ? "" : `.${from}`}`;
}
