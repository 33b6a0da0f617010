import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "@goaltrace/host";

/** The person the command line acts for while no account exists. */
const LOCAL_PERSON = "local";

/**
 * Returns the workspace and person a command acts for: the workspace named by `slug`, otherwise the oldest, otherwise a new workspace
 * `local`. The person is the workspace's owner. Throws NOT_FOUND with the existing workspaces.
 */
export async function localScope(
  { database, ids, newWorkspaceMode }: Pick<Runtime, "database" | "ids" | "newWorkspaceMode">,
  slug: string | undefined,
): Promise<Scope> {
  const all = await database.workspaces.all();
  const workspace = slug === undefined ? all[0] : all.find((candidate) => candidate.slug === slug);
  if (workspace !== undefined)
    return {
      workspaceId: workspace.id,
      personId: (await database.members.owner(workspace.id)) ?? LOCAL_PERSON,
    };
  if (slug !== undefined) {
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `There is no workspace "${slug}".`,
      fix: `Use one of: ${all.map((candidate) => candidate.slug).join(", ") || "none yet; omit --workspace"}.`,
    });
  }
  const id = ids.next();
  await database.workspaces.create({ id, slug: "local", name: "Local", mode: newWorkspaceMode });
  return { workspaceId: id, personId: LOCAL_PERSON };
}
