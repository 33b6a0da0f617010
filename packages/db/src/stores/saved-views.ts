import { GoaltraceError, type Scope } from "@goaltrace/core";
import type { PrismaClient } from "../client.ts";

/** A filter of the traces list under a name. `query` is the list's query string. */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
  readonly personId: string;
};

/** A person's own views and the shared ones of the workspace. Errors: NOT_ALLOWED for changes to views of others. */
export interface SavedViewStore {
  /** Oldest first: a view keeps its place. */
  list(scope: Scope): Promise<readonly SavedView[]>;
  /** Inserts, or changes an own one. */
  save(scope: Scope, view: Omit<SavedView, "personId">): Promise<void>;
  remove(scope: Scope, id: string): Promise<void>;
}

/** Saved views over PostgreSQL. */
export function createSavedViewStore(prisma: PrismaClient): SavedViewStore {
  const mustBeOwn = async ({ workspaceId, personId }: Scope, id: string): Promise<boolean> => {
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
      const exists = await mustBeOwn(scope, id);
      if (exists)
        await prisma.savedView.updateMany({
          where: { workspaceId, id, personId },
          data: { name, query, shared },
        });
      else await prisma.savedView.create({ data: { workspaceId, id, personId, name, query, shared } });
    },
    async remove(scope, id) {
      await mustBeOwn(scope, id);
      await prisma.savedView.deleteMany({
        where: { workspaceId: scope.workspaceId, id, personId: scope.personId },
      });
    },
  };
}

function notOwn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This view belongs to somebody else.",
    fix: "Save it as a view of your own.",
  });
}
