import type { Prefetch } from "../../lib/prefetch.ts";
import { NEW_SKILL, type SkillAddress } from "./skill-address.ts";

/** Prefetches the list of skills, and the one that the address shows. */
export function prefetchSkills(workspace: string, { skill }: SkillAddress): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.skills.list.queryOptions({ workspace })),
    ...(skill === null || skill === NEW_SKILL
      ? []
      : [queries.prefetchQuery(api.skills.get.queryOptions({ workspace, id: skill }))]),
  ];
}
