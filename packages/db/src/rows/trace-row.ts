import {
  pickProjection,
  type Trace,
  type TraceProjection,
  type WaitingFor,
  wakeTime,
} from "@goaltrace/core/log";

/** The columns that `readTrace` needs. */
export const TRACE_COLUMNS = "id, header, projection";

export type TraceRow = { readonly id: string; readonly header: string; readonly projection: string };

type TraceHeader = Omit<Trace, keyof TraceProjection>;

/** Parses the row of a trace. `writeHeader` and `writeProjection` wrote both texts. */
export function readTrace(row: TraceRow): Trace {
  const header = JSON.parse(row.header) as TraceHeader;
  return { ...header, ...readProjection(row.projection) };
}

/** Parses what `writeProjection` wrote. */
export function readProjection(text: string): TraceProjection {
  return JSON.parse(text) as TraceProjection;
}

/** Returns the JSON of the fields that are fixed at creation. */
export function writeHeader(trace: TraceHeader): string {
  const header: TraceHeader = {
    id: trace.id,
    workspaceId: trace.workspaceId,
    personId: trace.personId,
    conversationId: trace.conversationId,
    rootId: trace.rootId,
    parentId: trace.parentId,
    spawnedBy: trace.spawnedBy,
    origin: trace.origin,
    mode: trace.mode,
    agent: trace.agent,
    models: trace.models,
    task: trace.task,
    context: trace.context,
    tags: trace.tags,
    projectFolder: trace.projectFolder,
    ...(trace.permission === undefined ? {} : { permission: trace.permission }),
    ...(trace.budget === undefined ? {} : { budget: trace.budget }),
    createdAt: trace.createdAt,
  };
  return JSON.stringify(header);
}

/** Returns the wait columns that claims query; both are null while the run is not waiting. */
export function waitColumns(projection: TraceProjection): {
  readonly waiting_for: WaitingFor | null;
  readonly wake_at: string | null;
} {
  if (projection.status !== "waiting") return { waiting_for: null, wake_at: null };
  const time = wakeTime(projection);
  return {
    waiting_for: projection.waitingFor,
    wake_at: time === undefined ? null : new Date(time).toISOString(),
  };
}

/** Returns the JSON of the fields that change with every append. A whole trace is accepted too. */
export function writeProjection(projection: TraceProjection): string {
  return JSON.stringify(pickProjection(projection));
}
