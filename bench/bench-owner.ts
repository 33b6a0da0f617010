import { randomUUID } from "node:crypto";
import type { Scope } from "@goaltrace/core/ports";
import { type ApiScope, type Database, newToken } from "@goaltrace/db";

/** The account that measured servers create at their first start, in a temporary database. */
export const OWNER = { email: "bench@example.com", password: "measured-not-guessed" };

/** The owner's workspace and id. */
export type OwnerPlace = { readonly scope: Scope; readonly slug: string };

/** Returns the owner's workspace. Errors: when no server has created the account yet. */
export async function ownerPlace(database: Database): Promise<OwnerPlace> {
  const person = await database.accounts.findByEmail(OWNER.email);
  const [membership] = person === undefined ? [] : await database.members.ofPerson(person.id);
  if (person === undefined || membership === undefined)
    throw new Error(`the server did not create the account of ${OWNER.email}`);
  const { id, slug } = membership;
  return { scope: { workspaceId: id, personId: person.id }, slug };
}

/** Creates an API key of the owner with the scope `read`. */
export async function createReadKey(database: Database, { scope }: OwnerPlace): Promise<string> {
  return await createKey(database, scope, "read");
}

/** Creates an API key of a person with one scope; returns its secret. */
export async function createKey(database: Database, scope: Scope, allowed: ApiScope): Promise<string> {
  const secret = newToken("gt_");
  await database.apiKeys.create(
    scope.workspaceId,
    {
      id: randomUUID(),
      personId: scope.personId,
      name: "bench",
      hint: secret.slice(-4),
      scopes: [allowed],
      createdAt: Date.now(),
      lastUsedAt: null,
    },
    secret,
  );
  return secret;
}
