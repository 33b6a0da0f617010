import { z } from "zod";
import { APPROVAL_EVENTS } from "./approval-events.ts";
import { BUDGET_EVENTS } from "./budget-events.ts";
import { CALL_EVENTS } from "./call-events.ts";
import { CHILD_EVENTS } from "./child-events.ts";
import { COMPACTION_EVENTS } from "./compaction-events.ts";
import { CONTEXT_EVENTS } from "./context-events.ts";
import { GOAL_EVENTS } from "./goal-events.ts";
import { MACHINE_EVENTS } from "./machine-events.ts";
import { MEMORY_EVENTS } from "./memory-events.ts";
import { PERMISSION_EVENTS } from "./permission-events.ts";
import { PLAN_EVENTS } from "./plan-events.ts";
import { RETIRED_EVENTS } from "./retired-events.ts";
import { SIGNAL_EVENTS } from "./signal-events.ts";
import { TOOL_EVENTS } from "./tool-events.ts";
import { TRACE_EVENTS } from "./trace-events.ts";

/** The registry of all event types that this version knows. */
export const EVENTS = [
  ...TRACE_EVENTS,
  ...CALL_EVENTS,
  ...TOOL_EVENTS,
  ...GOAL_EVENTS,
  ...CONTEXT_EVENTS,
  ...COMPACTION_EVENTS,
  ...SIGNAL_EVENTS,
  ...PERMISSION_EVENTS,
  ...APPROVAL_EVENTS,
  ...CHILD_EVENTS,
  ...PLAN_EVENTS,
  ...BUDGET_EVENTS,
  ...MEMORY_EVENTS,
  ...MACHINE_EVENTS,
  ...RETIRED_EVENTS,
] as const;

const [first, ...others] = EVENTS;

/** An event of any type that this version knows. */
export const runEventSchema = z.discriminatedUnion("type", [
  first.entry,
  ...others.map((definition) => definition.entry),
]);
