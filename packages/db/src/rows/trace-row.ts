import {
  pickProjection,
  type Trace,
  type TraceProjection,
  type WaitingFor,
  wakeTime,
} from "@goaltrace/core/log";

/** What a query must select to read a trace. */
export const TRACE_COLUMNS = "id, header, projection";

export type TraceRow = { readonly id: string; readonly header: string; readonly projection: string };

type TraceHeader = Omit<Trace, keyof TraceProjection>;

/** Reads the row of a trace. Both texts were written by `writeHeader` and `writeProjection`. */
export function readTrace(row: TraceRow): Trace {
  const header = JSON.parse(row.header) as TraceHeader;
  const projection = JSON.parse(row.projection) as TraceProjection;
  return { ...header, ...projection };
}

/** The JSON of what is fixed at creation. */
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
    createdAt: trace.createdAt,
  };
  return JSON.stringify(header);
}

/** The part of the projection that claims go by; both null while the run does not wait. */
export function waitOf(projection: TraceProjection): {
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

/** The JSON of what changes with every append; a whole trace may be given. */
export function writeProjection(projection: TraceProjection): string {
  return JSON.stringify(pickProjection(projection));
}
