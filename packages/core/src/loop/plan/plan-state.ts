import type { CallPurpose, RunEventPayloads } from "../../log/run-event.ts";
import type { EventHandlers } from "../../log/events/event-handlers.ts";
import type { Message, ToolCall, ToolMessage } from "../../log/message.ts";
import { GOAL_TOOL } from "../../log/tool-names.ts";

/** One step of a plan; `arguments` is the text of a JSON object for `tool`, both null for a step that the loop works on. */
export type PlanStep = RunEventPayloads["plan.made"]["steps"][number];

/** The newest plan of a run. `revision` counts from 0; `sequence` is its event. */
export type Plan = {
  readonly planId: string;
  /** The call that made it; null if none did. */
  readonly callId: string | null;
  readonly strategy: string;
  readonly revision: number;
  readonly steps: readonly PlanStep[];
  readonly sequence: number;
};

/** A call that failed. `isRule`: what is wrong follows from the call itself, so no model is needed to say it. */
export type FailedToolCall = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly argumentsText: string;
  readonly output: string;
  readonly goalId: string;
  readonly isRule: boolean;
  readonly isMissingTool: boolean;
};

/** A result of this run, by the id of its call. */
export type KnownResult = {
  readonly sequence: number;
  readonly outcome: ToolMessage["outcome"];
  readonly output: string;
};

/** A named result, kept verbatim. `sequence` is that of its event. */
export type NamedValue = RunEventPayloads["value.set"] & { readonly sequence: number };

/**
 * The memory of strategies, derived from the log of this run like the rest of the state: plan, lessons, reviews, checks and named values.
 * Strategies hold nothing themselves.
 */
export type PlanState = {
  plan: Plan | null;
  /** The sequence at which a step of the plan last failed without a revision after it; null if there is none. */
  failedStepAt: number | null;
  route: RunEventPayloads["route.decided"] | null;
  /** The unusable answer of the newest helper call that is asked again; null if there is none. */
  rejected: { readonly purpose: CallPurpose; readonly problem: string } | null;
  /** Failed calls without a lesson, oldest first. */
  failures: readonly FailedToolCall[];
  lessons: readonly { readonly goalId: string; readonly text: string; readonly sequence: number }[];
  /** Calls of tools that do not exist, by goal. */
  readonly missingTools: Map<string, number>;
  critiques: readonly (RunEventPayloads["critique.made"] & { readonly sequence: number })[];
  /** The newest check of each goal. */
  readonly checks: Map<string, RunEventPayloads["claim.checked"] & { readonly sequence: number }>;
  readonly results: Map<string, KnownResult>;
  readonly values: Map<string, NamedValue>;
  /** The sequence of the newest event that shortened earlier messages; 0 without one. */
  cutAt: number;
  /** The message that the run works on, as far as rules read it. */
  task: { readonly text: string; readonly attachments: number };
  /** The sequence at which the goal in focus got it, and the answers of the model since. */
  focus: { readonly since: number; readonly turns: number };
  /** The sequence of the answer to the final call; null before it. */
  finalAnswer: number | null;
};

/** Returns the state before the first entry. */
export function createPlanState(): PlanState {
  return {
    ...{ plan: null, failedStepAt: null, route: null, rejected: null, failures: [], lessons: [] },
    ...{ missingTools: new Map(), critiques: [], checks: new Map(), results: new Map(), values: new Map() },
    cutAt: 0,
    ...{ task: { text: "", attachments: 0 }, focus: { since: 0, turns: 0 }, finalAnswer: null },
  };
}

/** Folds a message of this run; `open` is the call of a result, before it is closed. */
export function applyPlanMessage(
  state: PlanState,
  message: Message,
  about: { readonly open: { readonly call: ToolCall } | undefined; readonly isFinal: boolean },
): void {
  switch (message.role) {
    case "user":
      if (message.author !== "person") return;
      state.task = {
        text: message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
        attachments: message.parts.filter((part) => part.type !== "text").length,
      };
      return;
    case "assistant":
      state.rejected = null;
      state.focus = { ...state.focus, turns: state.focus.turns + 1 };
      if (about.isFinal) state.finalAnswer = message.sequence;
      return;
    case "tool": {
      const { sequence, outcome, output } = message;
      state.results.set(message.toolCallId, { sequence, outcome, output });
      noteFailure(state, message, about.open);
    }
  }
}

function noteFailure(
  state: PlanState,
  message: ToolMessage,
  open: { readonly call: ToolCall } | undefined,
): void {
  // A rejected change to the plan already explains how to correct it.
  if (message.outcome !== "error" || message.toolName === GOAL_TOOL) return;
  const { toolCallId, toolName, goalId, output } = message;
  const problem = open?.call.problem;
  const isMissingTool = problem?.kind === "unknown_tool";
  if (isMissingTool) state.missingTools.set(goalId, (state.missingTools.get(goalId) ?? 0) + 1);
  state.failures = [
    ...state.failures,
    {
      ...{ toolCallId, toolName, goalId, output, argumentsText: open?.call.arguments ?? "" },
      ...{ isMissingTool, isRule: problem !== undefined || message.title === INVALID_ARGUMENTS },
    },
  ];
}

/** Returns the named values that requests may no longer show where they were set, as the model has read them. */
export function hiddenValues(
  state: Readonly<PlanState>,
): readonly { readonly name: string; readonly text: string }[] {
  return [...state.values.values()].flatMap(({ name, toolCallId, sequence }) => {
    const result = state.results.get(toolCallId ?? "");
    return result === undefined || sequence > state.cutAt ? [] : [{ name, text: result.output }];
  });
}

/** The title of a result whose arguments did not match the schema. */
export const INVALID_ARGUMENTS = "invalid arguments";

/** Handlers for this run's own events: plans and lessons of earlier turns do not bind it. */
export const PLAN_HANDLERS: EventHandlers<PlanState, void> = {
  "plan.made": (state, { data: { planId, callId, strategy, steps }, sequence }) => {
    state.plan = { planId, callId, strategy, steps, revision: 0, sequence };
    settle(state);
  },
  "plan.revised": (state, { data: { revision, steps }, sequence }) => {
    if (state.plan !== null) state.plan = { ...state.plan, revision, steps, sequence };
    settle(state);
  },
  "goals.changed": (state, { data: { operations }, sequence }) => {
    for (const operation of operations) {
      if (operation.op === "focused") state.focus = { since: sequence, turns: 0 };
      if (operation.op !== "status" || operation.status !== "failed") continue;
      if (state.plan?.steps.some(({ goalId }) => goalId === operation.goalId) !== true) continue;
      state.failedStepAt = sequence;
      // The step is over, so no more lessons are due for it.
      state.failures = [];
    }
  },
  "route.decided": (state, { data }) => {
    state.route = data;
    state.rejected = null;
  },
  "lesson.learned": (state, { data: { toolCallId, text }, goalId, sequence }) => {
    state.failures = state.failures.filter((failure) => failure.toolCallId !== toolCallId);
    state.lessons = [...state.lessons, { goalId, text, sequence }];
    state.rejected = null;
  },
  "critique.made": (state, { data, sequence }) => {
    state.critiques = [...state.critiques, { ...data, sequence }];
    state.rejected = null;
  },
  "claim.checked": (state, { data, sequence }) => {
    state.checks.set(data.goalId, { ...data, sequence });
    state.rejected = null;
  },
  "call.rejected": (state, { data: { purpose, problem, willRetry } }) => {
    // It runs beside the calls of a plan and is none of them.
    if (purpose === "recall") return;
    state.rejected = willRetry ? { purpose, problem } : null;
  },
  "context.cleared": (state, { sequence }) => {
    state.cutAt = sequence;
  },
  "compaction.finished": (state, { sequence }) => {
    state.cutAt = sequence;
  },
  "value.set": (state, { data, sequence }) => void state.values.set(data.name, { ...data, sequence }),
};

/** A new plan answers the failures before it. */
function settle(state: PlanState): void {
  state.failedStepAt = null;
  state.rejected = null;
  state.failures = [];
}
