import { GoaltraceError } from "@goaltrace/core";
import type { PermissionMode } from "@goaltrace/core/permissions";
import type { Ids } from "@goaltrace/core/ports";
import type { AccountStore } from "@goaltrace/db";
import { workspaceSlug } from "./workspace-slug.ts";

export type NewOwner = {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly workspaceName: string;
};

/** Creates the first account with its workspace; returns undefined when any account already exists. */
export async function createFirstOwner(
  {
    accounts,
    ids,
    newWorkspaceMode,
  }: {
    readonly accounts: Pick<AccountStore, "createOwner">;
    readonly ids: Ids;
    readonly newWorkspaceMode: PermissionMode | undefined;
  },
  { workspaceName, ...person }: NewOwner,
): Promise<{ readonly slug: string } | undefined> {
  const slug = workspaceSlug(workspaceName) ?? "workspace";
  try {
    await accounts.createOwner(
      { personId: ids.next(), accountId: ids.next(), ...person },
      { id: ids.next(), slug, name: workspaceName, mode: newWorkspaceMode },
    );
    return { slug };
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "CONFLICT") return undefined;
    throw thrown;
  }
}
