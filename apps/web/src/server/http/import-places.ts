import { GoaltraceError } from "@goaltrace/core";

/** The imports that a server handles at once, each held in memory, and those of one workspace, which leave a place for the others. */
export type ImportLimits = { readonly total: number; readonly perWorkspace: number };

/** Creates the places of a server. The returned function runs an import in one of them. Errors: CONFLICT if none is left for the workspace. */
export function createImportPlaces({
  total,
  perWorkspace,
}: ImportLimits): <T>(workspaceId: string, work: () => Promise<T>) => Promise<T> {
  const holders: string[] = [];
  return async (workspaceId, work) => {
    const own = holders.filter((holder) => holder === workspaceId).length;
    if (own >= perWorkspace || holders.length >= total) throw tooManyImports();
    holders.push(workspaceId);
    try {
      return await work();
    } finally {
      holders.splice(holders.indexOf(workspaceId), 1);
    }
  };
}

function tooManyImports(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "Too many imports are in progress. Nothing was imported from this file.",
    fix: "Try again in a moment.",
  });
}
