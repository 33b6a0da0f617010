import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import {
  type Effect,
  PERMISSION_MODES,
  type PermissionMode,
  type PermissionRule,
  RULE_LAYERS,
  type RuleLayer,
} from "@goaltrace/core/permissions";
import type pg from "pg";
import type { PrismaClient } from "../client.ts";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { RUNS_MAX_BATCH } from "../tunables.ts";
import { notFound } from "./not-found.ts";

/** The layers whose rules people write. */
export type StoredLayer = Extract<RuleLayer, "workspace" | "agent" | "conversation">;

/** A rule with its place: the name of the agent or the id of the conversation, empty for the workspace. */
export type StoredRule = PermissionRule & {
  readonly layer: StoredLayer;
  readonly target: string;
  readonly personId: string;
  /** The author's name; empty for a person who no longer exists. */
  readonly personName: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
};

/** The mode of a workspace. `isChosen` is false until someone sets it. */
export type WorkspaceMode = { readonly mode: PermissionMode; readonly isChosen: boolean };

/** Permission modes and rules. The caller checks who may change what. */
export interface PermissionStore {
  /** Returns the mode and rules that decide about the calls of a run. For a missing workspace or conversation the mode asks. */
  policy(
    workspaceId: string,
    run: { readonly conversationId: string | null; readonly agent: string },
  ): Promise<{ readonly mode: PermissionMode; readonly rules: readonly StoredRule[] }>;
  workspaceMode(workspaceId: string): Promise<WorkspaceMode>;
  setWorkspaceMode(workspaceId: string, mode: PermissionMode): Promise<void>;
  /** The own mode of a conversation; null for that of its workspace. Errors: NOT_FOUND. */
  setConversationMode(
    workspaceId: string,
    conversationId: string,
    mode: PermissionMode | null,
  ): Promise<void>;
  /** All rules of the workspace, oldest first. */
  rules(workspaceId: string): Promise<readonly StoredRule[]>;
  /** Stores a rule; returns the id of the rule with the same content if there is one. */
  addRule(scope: Scope, rule: Omit<StoredRule, "personId" | "personName" | "createdAt">): Promise<string>;
  /** Replaces what a rule says; its place and author stay. Errors: NOT_FOUND; CONFLICT when its place has the same rule already. */
  changeRule(
    workspaceId: string,
    id: string,
    content: Pick<StoredRule, "effect" | "tool" | "pattern">,
  ): Promise<void>;
  /** Errors: NOT_FOUND. */
  removeRule(workspaceId: string, id: string): Promise<void>;
}

type RuleRow = {
  readonly id: string;
  readonly layer: string;
  readonly target: string;
  readonly effect: Effect;
  readonly tool: string;
  readonly pattern: string;
  readonly person_id: string;
  readonly person_name: string | null;
  readonly created_at: Date;
};
type Policy = Awaited<ReturnType<PermissionStore["policy"]>>;
type PolicyRequest = {
  readonly workspaceId: string;
  readonly conversationId: string | null;
  readonly agent: string;
};
/** One row per rule, or a single one without a rule. */
type PolicyRow = { readonly position: number; readonly mode: string | null } & (
  | RuleRow
  | { readonly id: null }
);

/** The mode and the rules of each request, numbered from one. */
const POLICIES = {
  name: "read_policies",
  text: `select position::int, coalesce(c.permission_mode, w.permission_mode) as mode,
      r.id, layer, target, effect, tool, pattern, r.person_id, u.name as person_name, r.created_at
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked(workspace_id, conversation_id, agent, position)
    left join workspace w on w.id = asked.workspace_id
    left join conversation c on c.workspace_id = asked.workspace_id and c.id = asked.conversation_id
    left join permission_rule r on r.workspace_id = asked.workspace_id and (layer = 'workspace'
      or layer = 'agent' and target = asked.agent or layer = 'conversation' and target = asked.conversation_id)
    left join "user" u on u.id = r.person_id
    order by position, r.created_at, r.id`,
};

function hasRule(row: PolicyRow): row is PolicyRow & RuleRow {
  return row.id !== null;
}

const RULES = `select r.id, layer, target, effect, tool, pattern, person_id, u.name as person_name, r.created_at
  from permission_rule r left join "user" u on u.id = r.person_id`;

/** Permission modes and rules in PostgreSQL. */
export function createPermissionStore(prisma: PrismaClient, pool: pg.Pool): PermissionStore {
  // Every run reads this at its start.
  const policy = createBatch<PolicyRequest, Policy>({
    most: RUNS_MAX_BATCH,
    run: async (requests) => {
      const rows = await query<PolicyRow>(pool, POLICIES, [
        requests.map(({ workspaceId }) => workspaceId),
        requests.map(({ conversationId }) => conversationId),
        requests.map(({ agent }) => agent),
      ]);
      return requests.map((_, index) => {
        const own = rows.filter(({ position }) => position === index + 1);
        return { mode: toMode(own[0]?.mode), rules: own.filter(hasRule).flatMap(toRule) };
      });
    },
  });
  return {
    policy: async (workspaceId, run) => await policy({ ...run, workspaceId }),

    async workspaceMode(workspaceId) {
      const row = await prisma.workspace.findUnique({
        where: { id: workspaceId },
        select: { permissionMode: true, permissionModeChosenAt: true },
      });
      return {
        mode: toMode(row?.permissionMode),
        isChosen: row === null || row.permissionModeChosenAt !== null,
      };
    },

    async setWorkspaceMode(workspaceId, mode) {
      await prisma.workspace.update({
        where: { id: workspaceId },
        data: { permissionMode: mode, permissionModeChosenAt: new Date() },
      });
    },

    async setConversationMode(workspaceId, conversationId, mode) {
      const { count } = await prisma.conversation.updateMany({
        where: { workspaceId, id: conversationId },
        data: { permissionMode: mode },
      });
      if (count === 0) throw notFound(`conversation ${conversationId}`);
    },

    async rules(workspaceId) {
      const rows = await query<RuleRow>(
        pool,
        `${RULES} where workspace_id = $1 order by r.created_at, r.id`,
        [workspaceId],
      );
      return rows.flatMap(toRule);
    },

    async addRule({ workspaceId, personId }, { id, layer, target, effect, tool, pattern }) {
      const [row] = await query<{ readonly id: string }>(
        pool,
        `insert into permission_rule (workspace_id, id, layer, target, effect, tool, pattern, person_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (workspace_id, layer, target, effect, tool, pattern) do update set tool = excluded.tool returning id`,
        [workspaceId, id, layer, target, effect, tool, pattern, personId],
      );
      return row?.id ?? id;
    },

    async changeRule(workspaceId, id, { effect, tool, pattern }) {
      const changed = await query(
        pool,
        `update permission_rule r set effect = $3, tool = $4, pattern = $5 where workspace_id = $1 and id = $2
           and not exists (select from permission_rule other where other.workspace_id = $1 and other.id <> $2
             and other.layer = r.layer and other.target = r.target
             and (other.effect, other.tool, other.pattern) = ($3, $4, $5)) returning id`,
        [workspaceId, id, effect, tool, pattern],
      );
      if (changed.length > 0) return;
      if ((await prisma.permissionRule.count({ where: { workspaceId, id } })) === 0)
        throw notFound(`rule ${id}`);
      throw new GoaltraceError({
        code: "CONFLICT",
        message: "The same rule is there already.",
        fix: "Remove one of the two.",
      });
    },

    async removeRule(workspaceId, id) {
      const { count } = await prisma.permissionRule.deleteMany({ where: { workspaceId, id } });
      if (count === 0) throw notFound(`rule ${id}`);
    },
  };
}

/** A mode of a later version, or none, asks. */
function toMode(stored: string | null | undefined): PermissionMode {
  return PERMISSION_MODES.find((mode) => mode === stored) ?? "ask";
}

/** Leaves out rules of layers that only a later version knows. */
function toRule(row: RuleRow): readonly StoredRule[] {
  const layer = RULE_LAYERS.find((known) => known === row.layer);
  if (layer !== "workspace" && layer !== "agent" && layer !== "conversation") return [];
  const { id, target, effect, tool, pattern } = row;
  return [
    {
      id,
      layer,
      target,
      effect,
      tool,
      pattern,
      personId: row.person_id,
      personName: row.person_name ?? "",
      createdAt: row.created_at.getTime(),
    },
  ];
}
