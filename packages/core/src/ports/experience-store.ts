import type { Scope } from "./scope.ts";

/** The runs that find an experience: all of the workspace, those of one agent, or those of one person. */
export type ExperienceAudience = "workspace" | "agent" | "person";

/** The teacher: a run, the words of a person about one, or a person who wrote it down. */
export type ExperienceSource = "execution" | "feedback" | "manual";

/** Candidates wait for a person. Only approved experiences are used; rejected and retired ones are kept so that they do not come back. */
export type ExperienceState = "candidate" | "approved" | "rejected" | "retired";

/** When to do what, and for whom. `agent` is null unless the audience is `agent`. */
export type ExperienceFields = {
  readonly condition: string;
  readonly rule: string;
  readonly audience: ExperienceAudience;
  readonly agent: string | null;
};

/** Where an experience comes from. */
export type ExperienceEvidence = {
  readonly traceId: string;
  /** The entry of the log that shows it; null for the run as a whole. */
  readonly sequence: number | null;
  /** The entry with the task that the condition repeats; null if it repeats none. */
  readonly taskSequence: number | null;
  /** The words that say it. */
  readonly quote: string;
  /** Whether the rule was followed there, and worked; null if it was not tried. */
  readonly worked: boolean | null;
  /** The version of the experience that it is a trial of. */
  readonly version: number;
};

/** A rule that runs taught, with how it fared. Times are milliseconds since the epoch. */
export type Experience = ExperienceFields & {
  readonly id: string;
  /** The person who finds it, or whose run or words taught it. */
  readonly personId: string;
  readonly source: ExperienceSource;
  readonly state: ExperienceState;
  /** Counts its texts from 1. */
  readonly version: number;
  readonly createdAt: number;
  readonly changedAt: number;
  /** The person who decided about it last; null if no one did, or its outcomes retired it. */
  readonly decidedBy: string | null;
  readonly evidence: readonly ExperienceEvidence[];
  /** The trials of this version with a known outcome, and those of them that worked: tried evidence, and runs that had it in their context. */
  readonly trials: number;
  readonly worked: number;
  /** The skill that a person made of it. */
  readonly skill: string | null;
};

/** An experience to add. */
export type NewExperience = ExperienceFields & {
  readonly id: string;
  readonly source: ExperienceSource;
  readonly state: "candidate" | "approved";
  readonly evidence: readonly Omit<ExperienceEvidence, "version">[];
};

/** The side of the comparison that a run is on; null for a run that is not compared. */
export type ExperienceArm = "with" | "without" | null;

/** The result of a run, and who says so: an executed check, a person, a model's judgment, or only the way it ended. */
export type RunJudgment = {
  readonly outcome: "worked" | "failed" | "unknown";
  readonly basis: "check" | "person" | "model" | "end";
};

/** A run that had an experience in its context. The judgment is null before its end. */
export type ExperienceUse = {
  readonly traceId: string;
  readonly version: number;
  readonly at: number;
  readonly judgment: RunJudgment | null;
};

/** Runs with a known outcome, and those of them that worked. */
export type Trials = { readonly worked: number; readonly trials: number };

/**
 * Experiences as a person finds them: those of the workspace and its agents, and their own. Others do not exist for them: NOT_FOUND. The caller
 * checks who may change what.
 */
export interface ExperienceStore {
  /** All experiences of all states, newest first. */
  list(scope: Scope): Promise<readonly Experience[]>;
  get(scope: Scope, id: string): Promise<Experience>;
  /**
   * Adds an experience. One that says the same to the same runs gets the evidence instead, whatever its state, and is returned. The same entry is
   * evidence once.
   */
  add(scope: Scope, experience: NewExperience): Promise<Experience>;
  /** Writes over `version`. Other texts are the next version, whose trials begin again; another audience alone is not. Errors: CONFLICT if it is no longer the newest. */
  edit(
    scope: Scope,
    id: string,
    change: { readonly version: number; readonly fields: ExperienceFields },
  ): Promise<Experience>;
  /** Decides as a person. Errors: CONFLICT for a state that does not follow (`mayBecome`). */
  decide(scope: Scope, id: string, state: Exclude<ExperienceState, "candidate">): Promise<Experience>;
  /** Approves a candidate, or retires an approved experience, because of its outcomes. Returns false if it was in another state. */
  decideByOutcome(scope: Scope, id: string, state: "approved" | "retired"): Promise<boolean>;
  /** Notes the skill that a person made of it. */
  noteSkill(scope: Scope, id: string, skill: string): Promise<void>;
  /** Notes what a run has in its context. Repeating it for a run changes nothing. */
  noteRun(
    scope: Scope,
    traceId: string,
    run: {
      readonly arm: ExperienceArm;
      readonly experiences: readonly { readonly id: string; readonly version: number }[];
    },
  ): Promise<void>;
  /** The noted runs of the workspace that have ended and have no judgment yet, oldest first. */
  endedRuns(scope: Scope, limit: number): Promise<readonly string[]>;
  /** Sets what became of a noted run, in place of an earlier judgment. Nothing for another run. */
  judge(scope: Scope, traceId: string, judgment: RunJudgment): Promise<void>;
  /** The runs that had it in their context, newest first. */
  uses(scope: Scope, id: string): Promise<readonly ExperienceUse[]>;
  /** The outcomes of the compared runs of the workspace. */
  arms(scope: Scope): Promise<{ readonly with: Trials; readonly without: Trials }>;
  /** The agents of which one run in ten gets no experiences, by name. */
  heldOutAgents(scope: Scope): Promise<readonly string[]>;
  holdOut(scope: Scope, agent: string, isOn: boolean): Promise<void>;
  /** Whether the workspace uses candidates that confirmed themselves, without a person. @default false */
  confirmsAlone(scope: Scope): Promise<boolean>;
  setConfirmsAlone(scope: Scope, isOn: boolean): Promise<void>;
}
