import type {
  Experience,
  ExperienceAudience,
  ExperienceEvidence,
  ExperienceSource,
  ExperienceState,
  ExperienceUse,
  RunJudgment,
} from "@goaltrace/core/ports";

export type ExperienceRow = {
  readonly id: string;
  readonly audience: ExperienceAudience;
  readonly agent: string;
  readonly person_id: string;
  readonly source: ExperienceSource;
  readonly state: ExperienceState;
  readonly version: number;
  readonly condition: string;
  readonly rule: string;
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly decided_by: string | null;
  readonly skill: string | null;
  readonly evidence: readonly ExperienceEvidence[];
  readonly trials: number;
  readonly worked: number;
};

/** The columns of an experience `x`. */
export const EXPERIENCE_COLUMNS = `x.id, x.audience, x.agent, x.person_id, x.source, x.state, x.version, x.condition, x.rule,
  x.created_at, x.changed_at, x.decided_by, x.skill`;

export function toExperience(row: ExperienceRow): Experience {
  const { id, audience, source, state, version, condition, rule, skill, evidence, trials, worked } = row;
  return {
    ...{ id, audience, source, state, version, condition, rule, skill, evidence, trials, worked },
    agent: row.agent === "" ? null : row.agent,
    personId: row.person_id,
    createdAt: row.created_at.getTime(),
    changedAt: row.changed_at.getTime(),
    decidedBy: row.decided_by,
  };
}

export type ExperienceUseRow = {
  readonly trace_id: string;
  readonly version: number;
  readonly at: Date;
  readonly outcome: RunJudgment["outcome"] | null;
  readonly basis: RunJudgment["basis"] | null;
};

export function toExperienceUse({
  trace_id: traceId,
  version,
  at,
  outcome,
  basis,
}: ExperienceUseRow): ExperienceUse {
  const judgment = outcome === null || basis === null ? null : { outcome, basis };
  return { traceId, version, at: at.getTime(), judgment };
}
