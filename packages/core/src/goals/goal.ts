import type { GoalStatus } from "../log/events/goal-operation.ts";

export type { AppliedGoalOperation, GoalChange, GoalStatus } from "../log/events/goal-operation.ts";

/** One node of the plan. `id` is stable; display numbers (`1.2`) exist only in views. The root is the task and has no number. */
export type Goal = {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly reason: string | null;
  readonly acceptance: readonly string[];
  readonly dependsOn: readonly string[];
  readonly status: GoalStatus;
  /** Set by `done`. */
  readonly summary: string | null;
  /** Sequences of the results that show that it is done, and whether a rule, a model or a person has confirmed it; null if nothing was checked. */
  readonly evidence: readonly number[];
  readonly verified: boolean | null;
  /** Set by `abandon`. */
  readonly abandonReason: string | null;
  /** Sequences of the goal's first and last message; null without messages. */
  readonly firstMessage: number | null;
  readonly lastMessage: number | null;
};

/** The plan: goals by id, children in order. `focusId` is the goal in focus, or the root. */
export type GoalTree = {
  readonly rootId: string;
  readonly focusId: string;
  readonly goals: ReadonlyMap<string, Goal>;
  readonly children: ReadonlyMap<string, readonly string[]>;
};

/** The id of the root goal in every log. */
export const ROOT_GOAL_ID = "root";

/** An operation as the model requests it; references are display numbers of the plan shown in that call. */
export type GoalOperation =
  | {
      readonly op: "add";
      readonly title: string;
      readonly reason?: string;
      readonly acceptance?: readonly string[] | undefined;
      readonly dependsOn?: readonly string[] | undefined;
    }
  | {
      readonly op: "after";
      readonly goal: string;
      readonly title: string;
      readonly reason?: string;
      readonly acceptance?: readonly string[] | undefined;
      readonly dependsOn?: readonly string[] | undefined;
    }
  | { readonly op: "under"; readonly goal: string; readonly titles: readonly string[] }
  | {
      readonly op: "done";
      readonly goal: string;
      readonly summary: string;
      /** Ids of tool calls. */
      readonly evidence?: readonly string[] | undefined;
    }
  | { readonly op: "fail"; readonly goal: string; readonly reason: string }
  | { readonly op: "abandon"; readonly goal: string; readonly reason: string; readonly instead?: string }
  | { readonly op: "focus"; readonly goal: string }
  | { readonly op: "change"; readonly goal: string; readonly title: string; readonly reason?: string };
