import { randomBytes } from "node:crypto";
import { SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createDatabase } from "@goaltrace/db";
import { OWNER, SAMPLE_FOLDER } from "./owner.ts";
import { databaseUrlOf, type Server, SHARED_SERVER } from "./server.ts";

type Place = { readonly server: Server; readonly email: string };

/**
 * A workspace for one spec, in which the owner (of the shared server, unless told otherwise) finds the scripted demo and the sample
 * project: no other spec sees or moves what is in it. Gives its short name.
 */
export async function makeWorkspace(
  name: string,
  { server, email }: Place = { server: SHARED_SERVER, email: OWNER.email },
): Promise<string> {
  const database = createDatabase(await databaseUrlOf(server));
  try {
    const ids = createSystemIds(createSystemClock());
    const owner = await database.accounts.findByEmail(email);
    if (owner === undefined) throw new Error(`There is no account ${email}.`);
    const workspace = { id: ids.next(), slug: `${name}-${randomBytes(4).toString("hex")}`, name };
    const scope = { workspaceId: workspace.id };
    await database.workspaces.create(workspace);
    await database.members.set(workspace.id, owner.id, "owner");
    await database.folders.add(scope, { id: ids.next(), name: "orders-service", path: SAMPLE_FOLDER });
    await database.models.setDefault(scope, SCRIPTED_REFERENCE);
    return workspace.slug;
  } finally {
    await database.close();
  }
}
