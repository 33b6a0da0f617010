import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import type { FolderRules } from "./file-rules.ts";
import { refuseFolder } from "./refuse-folder.ts";

/** Checks project folders by the rules of this server. */
export type FolderCheck = {
  /**
   * Returns the real path of a folder that is about to be registered. Errors: INVALID_INPUT for a folder that does not exist or is refused.
   */
  registrable(scope: Pick<Scope, "workspaceId">, folder: string): Promise<string>;
  /**
   * Checks a folder that a run is about to use, because the rules, its links and other workspaces may have changed. A folder that this
   * machine lacks passes. Errors: INVALID_INPUT when it is refused.
   */
  assertUsable(scope: Pick<Scope, "workspaceId">, folder: string): Promise<void>;
};

/** Creates the check. Without rules every folder passes. */
export function createFolderCheck(
  rules: FolderRules | null,
  { folders, workspaces }: Pick<Database, "folders" | "workspaces">,
): FolderCheck {
  const assertAllowed = async (workspaceId: string, real: string, registered: string): Promise<void> => {
    if (rules === null) return;
    const [all, registrations] = await Promise.all([workspaces.all(), folders.all()]);
    const own = registrations.find((one) => one.workspaceId === workspaceId && one.path === registered);
    const taken = registrations.filter(
      (one) =>
        one.workspaceId !== workspaceId &&
        (own === undefined || one.createdAt.getTime() <= own.createdAt.getTime()),
    );
    const failure = refuseFolder({
      folder: real,
      rules: await withRealPaths(rules),
      workspaces: all.length,
      takenFolders: taken.map((one) => one.path),
    });
    if (failure !== null) throw new GoaltraceError(failure);
  };
  return {
    registrable: async ({ workspaceId }, folder) => {
      if (!path.isAbsolute(folder)) throw noFolder("The path must be absolute.");
      const real = await realpath(folder).catch(() => null);
      if (real === null || !(await stat(real)).isDirectory())
        throw noFolder(`${folder} is not a folder on this machine.`);
      await assertAllowed(workspaceId, real, real);
      return real;
    },
    assertUsable: async ({ workspaceId }, folder) => {
      const real = await realpath(folder).catch(() => path.resolve(folder));
      await assertAllowed(workspaceId, real, folder);
    },
  };
}

async function withRealPaths(rules: FolderRules): Promise<FolderRules> {
  const real = async (folder: string): Promise<string> =>
    await realpath(folder).catch(() => path.resolve(folder));
  const [checkout, home, personHome, ...roots] = await Promise.all(
    [rules.checkout, rules.home, rules.personHome, ...rules.roots].map(real),
  );
  return {
    ...rules,
    checkout: checkout ?? rules.checkout,
    home: home ?? rules.home,
    personHome: personHome ?? rules.personHome,
    roots,
  };
}

function noFolder(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter the absolute path of an existing project folder.",
  });
}
