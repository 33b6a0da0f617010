import { parseJson } from "@goaltrace/core/parse-json";
import type { Page } from "@goaltrace/core/ports";
import type { PrismaClient } from "../client.ts";
import { readCursor, writeCursor } from "../stores/cursor.ts";
import { LIST_MAX_LIMIT } from "../tunables.ts";

/** All actions of the audit log, noun first. Stored entries must stay readable, so names are only ever added. */
export const AUDIT_ACTIONS = [
  ...["member.joined", "member.role_changed", "member.removed", "member.left"],
  "workspace.orphaned_runs_changed",
  ...["invitation.created", "invitation.renewed", "invitation.withdrawn"],
  ...["key.created", "key.revoked"],
  ...["agent.saved", "agent.restored", "agent.removed"],
  ...["model.saved", "model.removed", "model.default_changed", "model.window_forgotten"],
  ...["folder.added", "folder.removed"],
  ...["conversation.shared", "conversation.unshared", "conversation.removed", "conversation.restored"],
  ...["conversation.deleted", "conversation.deletion_stopped", "message.erased", "run.files_undone"],
  ...[
    "experience.approved",
    "experience.rejected",
    "experience.retired",
    "experience.saved",
    "experience.compared",
    "experience.confirmation",
  ],
  ...["memory.saved", "memory.approved", "memory.rejected", "memory.removed", "memory.tidied"],
  ...["soul.saved", "soul.locked", "soul.unlocked"],
  ...["skill.saved", "skill.removed", "skill.rejected", "skill.offered", "skill.withheld"],
  ...["secret.added", "secret.rotated", "secret.removed"],
  "web.changed",
  ...["share.created", "share.ended"],
  ...["mcp_server.saved", "mcp_server.enabled", "mcp_server.disabled", "mcp_server.removed"],
  ...["mcp_server.consented", "mcp_tools.approved", "mcp_tools.withdrawn"],
  ...["mcp_server.signed_in", "mcp_server.signed_out"],
  ...["quotas.changed", "budget.changed"],
  ...["permissions.mode_changed", "permissions.rule_added", "permissions.rule_removed"],
  ...["permissions.rule_changed"],
  "tool.tried",
  ...["trace.removed", "trace.restored", "trace.deleted", "trace.imported", "trace.exported"],
] as const;

/** One recorded change. `action` is one of AUDIT_ACTIONS, or a name that a newer version wrote. */
export type AuditEntry = {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly personId: string;
  /** The person's address at that time. */
  readonly email: string;
  readonly action: string;
  /** The display name of the changed object, such as an address or a name. Never a secret. */
  readonly target: string;
  /** Further details such as roles and scopes. Never a secret. */
  readonly detail: Readonly<Record<string, string>>;
};

export interface AuditStore {
  add(workspaceId: string, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(
    workspaceId: string,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<AuditEntry>>;
}

/** The audit log in PostgreSQL. */
export function createAuditStore(prisma: PrismaClient): AuditStore {
  return {
    async add(workspaceId, { at, detail, ...entry }) {
      await prisma.auditEntry.create({
        data: { ...entry, workspaceId, at: new Date(at), detail: JSON.stringify(detail) },
      });
    },
    async list(workspaceId, page) {
      const after = readCursor(page.cursor);
      const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
      const older =
        after === null ? {} : { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] };
      const rows = await prisma.auditEntry.findMany({
        where: { workspaceId, ...older },
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: limit + 1,
      });
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      return {
        items: pageRows.map(({ id, at, personId, email, action, target, detail }) => ({
          ...{ id, at: at.getTime(), personId, email, action, target, detail: parseDetail(detail) },
        })),
        nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
      };
    },
  };
}

function parseDetail(text: string): Readonly<Record<string, string>> {
  const value: unknown = parseJson(text);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field)]));
}
