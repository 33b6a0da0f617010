import { randomUUID } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Database, Role } from "@goaltrace/db";
import type { Teller } from "./story.ts";

const COLLEAGUES: readonly {
  readonly key: Exclude<Teller, "owner">;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}[] = [
  { key: "jonas", name: "Jonas Lindqvist", email: "jonas@seed.invalid", role: "admin" },
  { key: "wei", name: "陈薇", email: "wei@seed.invalid", role: "member" },
  { key: "sofia", name: "Sofia Moreau", email: "sofia@seed.invalid", role: "viewer" },
];

export type Cast = {
  readonly workspaceId: string;
  readonly slug: string;
  readonly people: ReadonlyMap<Teller, string>;
};

/**
 * Returns the oldest workspace with its owner and three colleagues, who have no password and cannot sign in. Errors: NOT_FOUND before the
 * setup.
 */
export async function gatherCast(database: Database): Promise<Cast> {
  const [workspace] = await database.workspaces.all();
  const owner = workspace === undefined ? undefined : await database.members.owner(workspace.id);
  if (workspace === undefined || owner === undefined) {
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: "There is no workspace with an owner to fill.",
      fix: "Open the app and finish the set-up first, or run: npm run -s goaltrace -- admin --help",
    });
  }
  const people = new Map<Teller, string>([["owner", owner]]);
  for (const { key, name, email, role } of COLLEAGUES) {
    const known = await database.accounts.findByEmail(email);
    const id = known?.id ?? randomUUID();
    if (known === undefined) await database.prisma.user.create({ data: { id, name, email } });
    await database.members.set(workspace.id, id, role);
    people.set(key, id);
  }
  return { workspaceId: workspace.id, slug: workspace.slug, people };
}
