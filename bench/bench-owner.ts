import { randomUUID } from "node:crypto";
import type { Scope } from "@goaltrace/core";
import { type Database, newToken } from "@goaltrace/db";

/** Whom the measured servers make at their first start, in a database that is thrown away. */
export const OWNER = { email: "bench@example.com", password: "measured-not-guessed" };

/** The owner's workspace, and the owner as the one who runs. */
export type OwnerPlace = { readonly scope: Scope; readonly slug: string };

/** Where the owner works. Errors: when no server has made the account yet. */
export async function ownerPlace(database: Database): Promise<OwnerPlace> {
  const person = await database.accounts.findByEmail(OWNER.email);
  const [membership] = person === undefined ? [] : await database.members.ofPerson(person.id);
  if (person === undefined || membership === undefined)
    throw new Error(`the server did not make the account of ${OWNER.email}`);
  const { id, slug } = membership;
  return { scope: { workspaceId: id, personId: person.id }, slug };
}

/** A new API key of the owner that may read. */
export async function createReadKey(database: Database, { scope }: OwnerPlace): Promise<string> {
  const secret = newToken("gt_");
  await database.apiKeys.create(
    scope.workspaceId,
    {
      id: randomUUID(),
      personId: scope.personId,
      name: "bench",
      hint: secret.slice(-4),
      scopes: ["read"],
      createdAt: Date.now(),
      lastUsedAt: null,
    },
    secret,
  );
  return secret;
}
