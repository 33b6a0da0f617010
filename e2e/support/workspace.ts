import { randomBytes } from "node:crypto";
import { SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createDatabase } from "@goaltrace/db";
import { copySampleFolder, OWNER } from "./owner.ts";
import { findDatabaseUrl, type Server, SHARED_SERVER } from "./server.ts";

type WorkspaceSetup = {
  readonly server?: Server;
  readonly email?: string;
  /** The permission mode. @default auto */
  readonly mode?: "ask" | "auto";
};

/**
 * Creates an isolated workspace for one spec, with the scripted demo and the sample project. Its owner defaults to that of the shared
 * server. Returns the slug.
 */
export async function makeWorkspace(
  name: string,
  { server = SHARED_SERVER, email = OWNER.email, mode = "auto" }: WorkspaceSetup = {},
): Promise<string> {
  const database = createDatabase(await findDatabaseUrl(server));
  try {
    const ids = createSystemIds(createSystemClock());
    const owner = await database.accounts.findByEmail(email);
    if (owner === undefined) throw new Error(`Account ${email} does not exist.`);
    const workspace = { id: ids.next(), slug: `${name}-${randomBytes(4).toString("hex")}`, name };
    const scope = { workspaceId: workspace.id };
    await database.workspaces.create({ ...workspace, mode });
    await database.members.set(workspace.id, owner.id, "owner");
    const path = await copySampleFolder();
    await database.folders.add(scope, { id: ids.next(), name: "orders-service", path });
    await database.models.setDefault(scope, SCRIPTED_REFERENCE);
    return workspace.slug;
  } finally {
    await database.close();
  }
}
