import type { PrismaClient } from "../client.ts";

export type Workspace = { readonly id: string; readonly slug: string; readonly name: string };

/** The workspaces themselves. Memberships are in `MemberStore`. */
export interface WorkspaceStore {
  create(workspace: Workspace): Promise<void>;
  get(id: string): Promise<Workspace | undefined>;
  findBySlug(slug: string): Promise<Workspace | undefined>;
  /** All workspaces, oldest first. For operator commands only, never for requests by people. */
  all(): Promise<readonly Workspace[]>;
  /** Sets how many runs of the workspace workers start per turn, 1 to 100; 1 for a workspace without a setting. For operators only. */
  setWeight(id: string, weight: number): Promise<void>;
}

const select = { id: true, slug: true, name: true } as const;

/** Workspaces in PostgreSQL. */
export function createWorkspaceStore(prisma: PrismaClient): WorkspaceStore {
  return {
    async create({ id, slug, name }) {
      await prisma.workspace.create({ data: { id, slug, name } });
    },
    async get(id) {
      return (await prisma.workspace.findUnique({ where: { id }, select })) ?? undefined;
    },
    async findBySlug(slug) {
      return (await prisma.workspace.findUnique({ where: { slug }, select })) ?? undefined;
    },
    async setWeight(workspaceId, weight) {
      await prisma.workspaceTurn.upsert({
        where: { workspaceId },
        create: { workspaceId, weight },
        update: { weight },
      });
    },
    all: () => prisma.workspace.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }], select }),
  };
}
