import type { PermissionMode } from "@goaltrace/core/permissions";
import type { PrismaClient } from "../client.ts";

export type Workspace = { readonly id: string; readonly slug: string; readonly name: string };

/** The workspaces themselves. Memberships are in `MemberStore`. */
export interface WorkspaceStore {
  /** `mode` is the permission mode that the operator has chosen. @default ask, until someone chooses */
  create(workspace: Workspace & { readonly mode?: PermissionMode | undefined }): Promise<void>;
  get(id: string): Promise<Workspace | undefined>;
  findBySlug(slug: string): Promise<Workspace | undefined>;
  /** All workspaces, oldest first. For operator commands only, never for requests by people. */
  all(): Promise<readonly Workspace[]>;
  /** Sets how many runs of the workspace workers start per turn, 1 to 100; 1 for a workspace without a setting. For operators only. */
  setWeight(id: string, weight: number): Promise<void>;
}

const select = { id: true, slug: true, name: true } as const;

/** Returns the columns of a chosen permission mode; without one, those of the database hold. */
export function modeColumns(mode: PermissionMode | undefined): {
  readonly permissionMode?: string;
  readonly permissionModeChosenAt?: Date;
} {
  return mode === undefined ? {} : { permissionMode: mode, permissionModeChosenAt: new Date() };
}

/** Workspaces in PostgreSQL. */
export function createWorkspaceStore(prisma: PrismaClient): WorkspaceStore {
  return {
    async create({ mode, ...workspace }) {
      await prisma.workspace.create({ data: { ...workspace, ...modeColumns(mode) } });
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
