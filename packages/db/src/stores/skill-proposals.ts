import { GoaltraceError } from "@goaltrace/core";
import type { ProposalReason, SkillProposal, SkillStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { notFound } from "./not-found.ts";

/** Skills of a workspace that may wait: a person reads each of them, and one run could write hundreds. */
const MAX_PROPOSALS = 50;

type ProposalRow = {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly reason: ProposalReason;
  readonly trace_id: string;
  readonly person_id: string;
  readonly sequence: number | null;
  readonly created_at: Date;
};

/** The skills that agents wrote and that wait for an admin, in PostgreSQL. */
export function createSkillProposals(
  pool: pg.Pool,
): Pick<SkillStore, "propose" | "proposals" | "settleProposal"> {
  return {
    async propose({ workspaceId, personId }, { id, name, source, reason, traceId, sequence }) {
      const [waiting] = await query<{ readonly count: number }>(
        pool,
        "select count(*)::int as count from skill_proposal where workspace_id = $1",
        [workspaceId],
      );
      if ((waiting?.count ?? 0) >= MAX_PROPOSALS) throw full();
      await query(
        pool,
        `insert into skill_proposal (workspace_id, id, name, source, reason, trace_id, person_id, sequence)
         select $1, $2, $3, $4, $5, present.id, $7, $8
         from (select id from trace where workspace_id = $1 and id = $6 for key share) as present`,
        [workspaceId, id, name, source, reason, traceId, personId, sequence],
      );
    },

    async proposals({ workspaceId }) {
      const rows = await query<ProposalRow>(
        pool,
        `select id, name, source, reason, trace_id, person_id, sequence, created_at from skill_proposal
         where workspace_id = $1 order by created_at desc, id`,
        [workspaceId],
      );
      return rows.map(toProposal);
    },

    async settleProposal({ workspaceId }, id) {
      const settled = await query(
        pool,
        "delete from skill_proposal where workspace_id = $1 and id = $2 returning id",
        [workspaceId, id],
      );
      if (settled.length === 0) throw notFound(`proposed skill ${id}`);
    },
  };
}

function toProposal(row: ProposalRow): SkillProposal {
  const { id, name, source, reason, trace_id: traceId, person_id: personId, sequence } = row;
  return { id, name, source, reason, traceId, personId, sequence, createdAt: row.created_at.getTime() };
}

function full(): GoaltraceError {
  return new GoaltraceError({
    code: "LIMIT_REACHED",
    message: `${String(MAX_PROPOSALS)} skills wait for a review already.`,
    fix: "Approve or reject some of them on the Skills page.",
  });
}
