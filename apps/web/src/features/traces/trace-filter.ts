import type { TraceStatus } from "@goaltrace/core/log";
import type { TraceQuery } from "./list-item.ts";

/** Fields with a list of alternatives, by their name in the URL. */
export const LIST_FIELDS = ["status", "agent", "model", "person", "tag", "tool"] as const;
/** Fields with a minimum and a maximum. */
export const RANGE_FIELDS = ["cost", "duration"] as const;
/** Fields that are on or off. */
export const FLAG_FIELDS = ["errors", "loops"] as const;
export const FILTER_FIELDS = [...LIST_FIELDS, ...FLAG_FIELDS, ...RANGE_FIELDS, "started"] as const;

export type ListField = (typeof LIST_FIELDS)[number];
export type RangeField = (typeof RANGE_FIELDS)[number];
export type FlagField = (typeof FLAG_FIELDS)[number];
export type FilterField = (typeof FILTER_FIELDS)[number];

export type Bounds = { readonly from: number | null; readonly to: number | null };
/** A duration before now, so that a saved view moves with time; or two timestamps in milliseconds since the epoch. */
export type Started =
  | { readonly kind: "last"; readonly hours: number }
  | ({ readonly kind: "between" } & Bounds);

/** All filters of the list, as stored in the URL. Cost in US dollars, duration in seconds. */
export type TraceFilter = {
  readonly text: string;
  readonly lists: Readonly<Record<ListField, readonly string[]>>;
  readonly flags: Readonly<Record<FlagField, boolean>>;
  readonly ranges: Readonly<Record<RangeField, Bounds | null>>;
  readonly started: Started | null;
};

export const NO_FILTER: TraceFilter = {
  text: "",
  lists: { status: [], agent: [], model: [], person: [], tag: [], tool: [] },
  flags: { errors: false, loops: false },
  ranges: { cost: null, duration: null },
  started: null,
};

export const STATUSES: readonly TraceStatus[] = [
  ...(["queued", "running", "waiting", "completed", "failed", "cancelled", "interrupted"] as const),
];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const MAX_TIMESTAMP = 253_402_300_799_000;

/** Parses the filter from URL parameters. Ignores unknown values, so that old links still open. */
export function readFilter(parameters: URLSearchParams): TraceFilter {
  const list = (field: ListField): string[] =>
    [...new Set(parameters.getAll(field))].filter((value) => value !== "");
  return {
    text: parameters.get("q") ?? "",
    lists: {
      status: list("status").filter((value) => STATUSES.some((status) => status === value)),
      agent: list("agent"),
      model: list("model"),
      person: list("person"),
      tag: list("tag"),
      tool: list("tool"),
    },
    flags: { errors: parameters.get("errors") === "1", loops: parameters.get("loops") === "1" },
    ranges: { cost: readBounds(parameters.get("cost")), duration: readBounds(parameters.get("duration")) },
    started: readStarted(parameters.get("started")),
  };
}

/** Inverse of `readFilter`. Returns an empty string for the whole list. */
export function writeFilter(filter: TraceFilter): string {
  const parameters = new URLSearchParams();
  if (filter.text !== "") parameters.set("q", filter.text);
  for (const field of LIST_FIELDS) for (const value of filter.lists[field]) parameters.append(field, value);
  for (const field of FLAG_FIELDS) if (filter.flags[field]) parameters.set(field, "1");
  for (const field of RANGE_FIELDS) {
    const bounds = filter.ranges[field];
    if (bounds !== null) parameters.set(field, writeBounds(bounds));
  }
  const { started } = filter;
  if (started !== null)
    parameters.set("started", started.kind === "last" ? `${started.hours}h` : writeBounds(started));
  return parameters.toString();
}

/**
 * Returns the query for the server. `now` is in milliseconds since the epoch, rounded to whole minutes so that repeated queries are
 * identical.
 */
export function toQuery(filter: TraceFilter, now: number): TraceQuery {
  const { lists, flags, ranges } = filter;
  const text = filter.text.trim();
  const created = createdBounds(filter.started, now);
  const listCondition = (values: readonly string[], write: (values: string[]) => TraceQuery): TraceQuery =>
    values.length === 0 ? {} : write([...values]);
  // Omit inactive filters: the query is part of the request URL.
  return {
    ...(text === "" ? {} : { text }),
    ...(lists.status.length === 0
      ? {}
      : { statuses: STATUSES.filter((status) => lists.status.includes(status)) }),
    ...listCondition(lists.agent, (agents) => ({ agents })),
    ...listCondition(lists.model, (models) => ({ models })),
    ...listCondition(lists.person, (persons) => ({ persons })),
    ...listCondition(lists.tag, (tags) => ({ tags })),
    ...listCondition(lists.tool, (tools) => ({ tools })),
    ...(flags.errors ? { errors: true } : {}),
    ...(flags.loops ? { loops: true } : {}),
    ...(ranges.cost === null ? {} : { cost: ranges.cost }),
    ...(ranges.duration === null
      ? {}
      : {
          durationMs: { from: toMilliseconds(ranges.duration.from), to: toMilliseconds(ranges.duration.to) },
        }),
    ...(created === undefined ? {} : { created }),
  };
}

function createdBounds(started: Started | null, now: number): Bounds | undefined {
  if (started === null) return undefined;
  if (started.kind === "between") return { from: started.from, to: started.to };
  return { from: Math.floor(now / MINUTE_MS) * MINUTE_MS - started.hours * HOUR_MS, to: null };
}

/** Returns the active filter fields, except the text. */
export function activeFields(filter: TraceFilter): readonly FilterField[] {
  return FILTER_FIELDS.filter((field) => {
    if (isListField(field)) return filter.lists[field].length > 0;
    if (isFlagField(field)) return filter.flags[field];
    if (isRangeField(field)) return filter.ranges[field] !== null;
    return filter.started !== null;
  });
}

/** Returns the filter without one field. */
export function withoutField(filter: TraceFilter, field: FilterField): TraceFilter {
  if (isListField(field)) return { ...filter, lists: { ...filter.lists, [field]: [] } };
  if (isFlagField(field)) return { ...filter, flags: { ...filter.flags, [field]: false } };
  if (isRangeField(field)) return { ...filter, ranges: { ...filter.ranges, [field]: null } };
  return { ...filter, started: null };
}

export function isListField(field: FilterField): field is ListField {
  return LIST_FIELDS.some((name) => name === field);
}
export function isFlagField(field: FilterField): field is FlagField {
  return FLAG_FIELDS.some((name) => name === field);
}
export function isRangeField(field: FilterField): field is RangeField {
  return RANGE_FIELDS.some((name) => name === field);
}

function toMilliseconds(seconds: number | null): number | null {
  return seconds === null ? null : seconds * SECOND_MS;
}

/** `0.3..2`, `0.3..`, `..2` */
function readBounds(text: string | null): Bounds | null {
  const [, low, high] = /^(\d*\.?\d*)\.\.(\d*\.?\d*)$/.exec(text ?? "") ?? [];
  const bounds = { from: readNumber(low), to: readNumber(high) };
  return bounds.from === null && bounds.to === null ? null : bounds;
}

function readNumber(text: string | undefined): number | null {
  const value = text === undefined || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value <= MAX_TIMESTAMP ? value : null;
}

function writeBounds({ from, to }: Bounds): string {
  return `${from ?? ""}..${to ?? ""}`;
}

function readStarted(text: string | null): Started | null {
  const hours = /^([1-9]\d{0,3})h$/.exec(text ?? "")?.[1];
  if (hours !== undefined) return { kind: "last", hours: Number(hours) };
  const bounds = readBounds(text);
  return bounds === null ? null : { kind: "between", ...bounds };
}
