import type { Scope } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";

/** Returns the check whether a person may change the skills of a workspace: admins and owners may, because skills instruct the agents of all. */
export function createSkillRight(
  members: Pick<Database["members"], "list">,
): (scope: Scope) => Promise<boolean> {
  return async ({ workspaceId, personId }) => {
    const member = (await members.list(workspaceId)).find((candidate) => candidate.personId === personId);
    return member?.role === "owner" || member?.role === "admin";
  };
}
