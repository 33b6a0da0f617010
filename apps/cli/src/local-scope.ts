import { GoaltraceError, type Ids, type Scope } from "@goaltrace/core";
import type { Database } from "@goaltrace/db";

/** The person in whose name the command line acts while nobody has an account. */
const LOCAL_PERSON = "local";

/**
 * The workspace and person a command acts for: the one named by `slug`, else the oldest, else a new workspace `local`. The person is the
 * workspace's owner. Throws NOT_FOUND naming the workspaces there are.
 */
export async function localScope(database: Database, ids: Ids, slug: string | undefined): Promise<Scope> {
  const all = await database.workspaces.all();
  const found = slug === undefined ? all[0] : all.find((workspace) => workspace.slug === slug);
  if (found !== undefined)
    return { workspaceId: found.id, personId: (await database.members.owner(found.id)) ?? LOCAL_PERSON };
  if (slug !== undefined) {
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `There is no workspace "${slug}".`,
      fix: `Use one of: ${all.map((workspace) => workspace.slug).join(", ") || "none yet; leave --workspace out"}.`,
    });
  }
  const id = ids.next();
  await database.workspaces.create({ id, slug: "local", name: "Local" });
  return { workspaceId: id, personId: LOCAL_PERSON };
}
