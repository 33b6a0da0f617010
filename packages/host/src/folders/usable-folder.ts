import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";

/**
 * Returns the path of a registered folder that a run may use now, by its id or path. Errors: NOT_FOUND when the workspace has not registered
 * it; INVALID_INPUT when the server no longer accepts it.
 */
export async function usableFolder(
  { stores, folderCheck }: Pick<Runtime, "stores" | "folderCheck">,
  scope: Scope,
  wanted: { readonly id: string } | { readonly path: string },
): Promise<string> {
  const folder = (await stores.folders.list(scope)).find(({ id, path }) =>
    "id" in wanted ? id === wanted.id : path === wanted.path,
  );
  if (folder === undefined)
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: "The project folder of this conversation is no longer registered.",
      fix: "Choose another folder, or ask an administrator to add it again.",
    });
  await folderCheck.assertUsable(scope, folder.path);
  return folder.path;
}
