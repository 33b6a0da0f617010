import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { ProjectFolder } from "@goaltrace/db";
import type { StartPorts } from "./enqueue-run.ts";

/** Returns the path of the workspace's folder that `matches`. A run works only in folders that are registered now. Errors: NOT_FOUND. */
export async function registeredPath(
  { stores }: Pick<StartPorts, "stores">,
  scope: Scope,
  matches: (folder: ProjectFolder) => boolean,
): Promise<string> {
  const folder = (await stores.folders.list(scope)).find(matches);
  if (folder !== undefined) return folder.path;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "The project folder of this conversation is no longer registered.",
    fix: "Choose another folder, or ask an administrator to add it again.",
  });
}
