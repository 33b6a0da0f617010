import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { PrismaClient } from "../client.ts";

/** A named filter of the traces list. `query` is the list's query string. */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
  readonly personId: string;
};

/** A person's own views and the workspace's shared ones. Errors: NOT_ALLOWED for changes to views of others. */
export interface SavedViewStore {
  /** Oldest first, so that each view keeps its position. */
  list(scope: Scope): Promise<readonly SavedView[]>;
  /** Inserts a view or changes one of the person's own. */
  save(scope: Scope, view: Omit<SavedView, "personId">): Promise<void>;
  remove(scope: Scope, id: string): Promise<void>;
}

/** Saved views in PostgreSQL. */
export function createSavedViewStore(prisma: PrismaClient): SavedViewStore {
  const existsAndIsOwn = async ({ workspaceId, personId }: Scope, id: string): Promise<boolean> => {
    const row = await prisma.savedView.findFirst({ where: { workspaceId, id } });
    if (row !== null && row.personId !== personId) throw notOwn();
    return row !== null;
  };
  return {
    async list({ workspaceId, personId }) {
      const rows = await prisma.savedView.findMany({
        where: { workspaceId, OR: [{ personId }, { shared: true }] },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(({ id, name, query, shared, personId: owner }) => ({
        id,
        name,
        query,
        shared,
        personId: owner,
      }));
    },
    async save(scope, { id, name, query, shared }) {
      const { workspaceId, personId } = scope;
      const exists = await existsAndIsOwn(scope, id);
      if (exists)
        await prisma.savedView.updateMany({
          where: { workspaceId, id, personId },
          data: { name, query, shared },
        });
      else await prisma.savedView.create({ data: { workspaceId, id, personId, name, query, shared } });
    },
    async remove(scope, id) {
      await existsAndIsOwn(scope, id);
      await prisma.savedView.deleteMany({
        where: { workspaceId: scope.workspaceId, id, personId: scope.personId },
      });
    },
  };
}

function notOwn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This view belongs to someone else.",
    fix: "Save it as a view of your own.",
  });
}
