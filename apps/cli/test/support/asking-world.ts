import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openOwnWorld, type World } from "./world.ts";

/** A world whose workspace asks people before calls that change something, with one project folder. */
export type AskingWorld = World & { readonly project: string };

/** Opens such a world over the database of this test file. */
export async function openAskingWorld(): Promise<AskingWorld> {
  const world = await openOwnWorld();
  await world.database.permissions.setWorkspaceMode(world.scope.workspaceId, "ask");
  const project = path.join(world.folder, "project");
  await mkdir(project);
  return { ...world, project };
}
