import type { Scope } from "@goaltrace/core";
import type { PrismaClient } from "../client.ts";
import { missing } from "./missing.ts";

/** A registered project folder; `path` is absolute. */
export type ProjectFolder = { readonly id: string; readonly name: string; readonly path: string };

type WorkspaceScope = Pick<Scope, "workspaceId">;

export interface FolderStore {
  list(scope: WorkspaceScope): Promise<readonly ProjectFolder[]>;
  get(scope: WorkspaceScope, id: string): Promise<ProjectFolder | undefined>;
  /** A path that is registered already keeps its id and takes the new name; returns what is stored. */
  add(scope: WorkspaceScope, folder: ProjectFolder): Promise<ProjectFolder>;
  /** Errors: NOT_FOUND. */
  remove(scope: WorkspaceScope, id: string): Promise<void>;
}

const select = { id: true, name: true, path: true } as const;

/** The project folders that a workspace knows, by name, over PostgreSQL. */
export function createFolderStore(prisma: PrismaClient): FolderStore {
  return {
    list: ({ workspaceId }) =>
      prisma.projectFolder.findMany({
        where: { workspaceId },
        orderBy: [{ name: "asc" }, { id: "asc" }],
        select,
      }),
    async get({ workspaceId }, id) {
      return (
        (await prisma.projectFolder.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select })) ??
        undefined
      );
    },
    add: ({ workspaceId }, { id, name, path }) =>
      prisma.projectFolder.upsert({
        where: { workspaceId_path: { workspaceId, path } },
        create: { workspaceId, id, name, path },
        update: { name },
        select,
      }),
    async remove({ workspaceId }, id) {
      const { count } = await prisma.projectFolder.deleteMany({ where: { workspaceId, id } });
      if (count === 0) throw missing(`project folder ${id}`);
    },
  };
}
