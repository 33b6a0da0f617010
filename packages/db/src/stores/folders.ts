import type { Scope } from "@goaltrace/core/ports";
import type { PrismaClient } from "../client.ts";
import { notFound } from "./not-found.ts";

/** A registered project folder; `path` is absolute. */
export type ProjectFolder = { readonly id: string; readonly name: string; readonly path: string };

/** Which workspace registered a folder, and when. */
export type FolderRegistration = {
  readonly workspaceId: string;
  readonly path: string;
  readonly createdAt: Date;
};

type WorkspaceScope = Pick<Scope, "workspaceId">;

export interface FolderStore {
  list(scope: WorkspaceScope): Promise<readonly ProjectFolder[]>;
  get(scope: WorkspaceScope, id: string): Promise<ProjectFolder | undefined>;
  /** Returns the stored folder. A path that is already registered keeps its id and gets the new name. */
  add(scope: WorkspaceScope, folder: ProjectFolder): Promise<ProjectFolder>;
  /** The folders of all workspaces, for checks of the server itself, never for requests by people. */
  all(): Promise<readonly FolderRegistration[]>;
  /** Errors: NOT_FOUND. */
  remove(scope: WorkspaceScope, id: string): Promise<void>;
}

const select = { id: true, name: true, path: true } as const;

/** A workspace's registered project folders in PostgreSQL, sorted by name. */
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
    all: () => prisma.projectFolder.findMany({ select: { workspaceId: true, path: true, createdAt: true } }),
    async remove({ workspaceId }, id) {
      const { count } = await prisma.projectFolder.deleteMany({ where: { workspaceId, id } });
      if (count === 0) throw notFound(`project folder ${id}`);
    },
  };
}
