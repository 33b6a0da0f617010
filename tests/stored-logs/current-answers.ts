import { type OutlineEntry, packOutline, readPackedOutline, unpackOutline } from "@goaltrace/core/log";
import { z } from "zod";
import { EVERY_EVENT_TRACE } from "./fixture.ts";
import { withHelperCalls, withHelperTotals } from "./helper-calls.ts";

const LATER_FIELDS = [
  ["chat of ", "length"],
  ["chat of ", "refusal"],
  ["chat of ", "images"],
  ["chat of ", "original"],
  ["trace list", "workedMs"],
  ["trace list", "waitedMs"],
  ["failed runs", "workedMs"],
  ["failed runs", "waitedMs"],
  ["found runs", "workedMs"],
  ["found runs", "waitedMs"],
  ["trace list", "givenUp"],
  ["failed runs", "givenUp"],
  ["found runs", "givenUp"],
  ["trace list", "agents"],
  ["trace list", "phase"],
  ["failed runs", "phase"],
  ["found runs", "phase"],
  ["failed runs", "agents"],
  ["found runs", "agents"],
  ["annotations of ", "entryRatings"],
  ["last model call of ", "shortTools"],
  ["last model call of ", "namedTools"],
  ["compactions of ", "repeated"],
  ["overview of ", "decisions"],
  ["overview of ", "purpose"],
  ["overview of ", "recovered"],
  ["overview of ", "repaired"],
  ["REST graph of ", "children"],
  ["REST trace of ", "waitingFor"],
  ["members", "orphanedRuns"],
  ["models", "maxCalls"],
  ["models", "learned"],
] as const;

/** How the calls of a loop ended; null for a loop of other kinds. */
const laterCallsSchema = z.object({ denied: z.number() }).nullable();

/** Removes additions of later versions from an answer: addresses of commented entries, fields, kinds of outlined entries, scopes of keys. */
export function withoutLaterParts(question: string, answer: unknown): unknown {
  if (question.startsWith("outline of ")) return withoutLaterKinds(answer);
  const reviver = (key: string, value: unknown): unknown => {
    if (question.startsWith("annotations of ") && key === "comments")
      return commentsSchema.parse(value).map(({ entry, ...comment }) => ({
        ...comment,
        sequence: entry?.sequence ?? null,
      }));
    if (question.startsWith("chat of ") && key === "items") return withoutPlanLines(value);
    if (question.startsWith("chat of ") && key === "all") return withoutEvidence(value);
    if (question.startsWith("chat of ") && key === "rows") return withoutRowAdditions(value);
    if (question.startsWith("keys for ") && key === "scopes")
      return z
        .array(z.string())
        .parse(value)
        .filter((scope) => scope !== "decide");
    if (question.startsWith("overview of ") && key === "calls" && laterCallsSchema.safeParse(value).success)
      return undefined;
    const isLater = LATER_FIELDS.some(([start, field]) => question.startsWith(start) && key === field);
    return isLater ? undefined : value;
  };
  return JSON.parse(JSON.stringify(answer), reviver);
}

/** Rounds fractions to 12 digits, because sums differ in their last digits with the row order of the database. */
export function withoutLastDigits(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_key, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

const goalsSchema = z.array(z.looseObject({}));

/** Goals now say what proves them and whether that was checked. */
function withoutEvidence(value: unknown): unknown {
  return goalsSchema.parse(value).map(({ evidence: _evidence, verified: _verified, ...goal }) => goal);
}

const commentsSchema = z.array(z.looseObject({ entry: z.object({ sequence: z.number() }).nullable() }));

/** The limits above which the agent or the model of these runs summarizes. Answers used to show the default of the window. */
const SUMMARY_LIMITS: Readonly<Record<string, number>> = {
  "01a1c365-ef80-7000-8df6-6f5d0aa87e92": 6_000,
  "01a16d5a-5919-7000-97ef-b5ab0fa77dc3": 6_600,
  "01a16eda-deb2-7000-a192-c7ba4de88802": 8_000,
  "01a1705b-6432-7000-9b31-b9834b239173": 19_000,
  "01a171db-e9b2-7000-b8c8-b6f74cbe66f7": 19_000,
  "01a1735c-6fc8-7000-abaf-0df6f6bae1e0": 6_000,
  "01a174dc-f4e4-7000-a918-0e30af8f43a7": 6_000,
  "01a1765d-7a32-7000-b26b-78137a4f42c3": 19_904,
  "01a1ab94-8600-7000-bbc8-923a2105fa02": 6_000,
};
const LAST_CALL = "last model call of ";

/** The errors of runs whose end or loops were counted as errors; now only failed tools and model calls are. */
const ERRORS: Readonly<Record<string, number>> = {
  "01a1bfc0-1919-7000-a6e7-b4969541ad71": 3,
  "01a1b04d-0500-7000-bafd-fd4f405f18a1": 0,
  [EVERY_EVENT_TRACE]: 2,
};
/** A run whose loop was found three times. Now it is one loop, with one mark at the last finding, and one price. */
const LOOP = { traceId: "01a1bfc0-1919-7000-a6e7-b4969541ad71", cost: 0.008_175, last: 44 };
/** The window of the scripted demo and its thresholds, which are not stored. */
const DEMO_MODEL = {
  contextWindow: 28_000,
  thresholds: { clearAbove: 14_342, summariseAbove: 20_318 },
};
const modelsSchema = z.looseObject({ items: z.array(z.looseObject({ scripted: z.boolean() })) });
const OVERVIEW = "overview of ";
const GRAPH = "REST graph of ";
/** The times of people's messages that were shown like notes of the runtime, by their ids. */
const STEERED: Readonly<Record<string, number>> = {
  "01a18562-b119-7001-9ae2-1579ea298c23": 1_793_239_200_025,
};

/** Tokens of the last step of runs that end with a call that sums up, whose smaller request used to be the context of the chat. */
const CONTEXTS: Readonly<Record<string, number>> = {
  "01a1bfc0-1919-7000-a6e7-b4969541ad71": 3_794,
  "01a1bead-7080-7000-8164-7746ff42fcc7": 3_619,
  "01a168d8-c8e4-7000-9cf6-534f3947ba4d": 3_873,
  "01a16a59-4e64-7000-b8b7-94ddb0026b7c": 3_394,
};
const CHAT = "chat of ";
const contextSchema = z.object({ tokens: z.number(), window: z.number() });

/** Returns the context of a chat that ends with a call that sums up. */
function lastStepContext(question: string, context: unknown): unknown {
  const tokens = CONTEXTS[question.slice(CHAT.length)];
  return tokens === undefined ? context : { ...contextSchema.parse(context), tokens };
}

function toCurrentModels(answer: unknown): unknown {
  const models = modelsSchema.parse(answer);
  return {
    ...models,
    items: models.items.map((item) => (item.scripted ? { ...item, ...DEMO_MODEL } : item)),
  };
}

/** Converts a recorded answer to the current one, where it belongs to the page and is not stored. */
export function toCurrentAnswer(question: string, answer: unknown): unknown {
  if (question.startsWith("chat of ")) return toCurrentChat(question, answer);
  if (question.startsWith(OVERVIEW)) return toCurrentOverview(question.slice(OVERVIEW.length), answer);
  if (question.startsWith(GRAPH)) return toCurrentGraph(question.slice(GRAPH.length), answer);
  if (question === "models") return toCurrentModels(answer);
  if (!question.startsWith(LAST_CALL)) return answer;
  const traceId = question.slice(LAST_CALL.length);
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (key === "compactsAt") return SUMMARY_LIMITS[traceId] ?? value;
    // The calls of the synthetic log all record the same break, which is now shown with the first of them only.
    return key === "break" && traceId === EVERY_EVENT_TRACE ? null : value;
  });
}

const findingsSchema = z.array(z.looseObject({ kind: z.string() }));
const toOneLoop = (finding: z.infer<typeof findingsSchema>[number]): unknown =>
  finding.kind === "loop" ? { ...finding, cost: LOOP.cost } : finding;

function toCurrentOverview(traceId: string, answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (key === "expensive") return withHelperCalls(traceId, value);
    if (key === "findings" && traceId === LOOP.traceId) return findingsSchema.parse(value).map(toOneLoop);
    return key === "errors" ? (ERRORS[traceId] ?? value) : value;
  });
}

const markSchema = z.object({ kind: z.string(), sequence: z.number() });

function toCurrentGraph(traceId: string, answer: unknown): unknown {
  if (traceId !== LOOP.traceId) return withHelperTotals(traceId, answer);
  const isEarlier = (mark: unknown): boolean => {
    const { kind, sequence } = markSchema.parse(mark);
    return kind === "loop" && sequence !== LOOP.last;
  };
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === "markers" && Array.isArray(value) ? value.filter((mark) => !isEarlier(mark)) : value,
  );
}

/**
 * Converts a recorded chat to the current fold, which belongs to the page and is not stored. The item for a compaction was called
 * `compacted`, notes had other types, rows showed progress, and calls that plan or judge counted as answers: only the synthetic log has
 * them.
 */
function toCurrentChat(question: string, chat: unknown): unknown {
  const text = JSON.stringify(chat, (key, value: unknown) =>
    key === "context" ? lastStepContext(question, value) : plainNote(steeredMessage(liveRow(value))),
  ).replaceAll('"type":"compacted"', '"type":"compaction"');
  if (!question.endsWith(EVERY_EVENT_TRACE)) return JSON.parse(text);
  return JSON.parse(
    text
      .replace('"answeredCallId":"00000000-0000-7000-8000-000000000002"', '"answeredCallId":"call-final"')
      .replace('"step":8', '"step":2'),
  );
}

const PLAIN_NOTES = {
  resumed: "resumed",
  attempt_failed: "attemptFailed",
  pinned: "pinned",
  runtime: "runtime",
} as const;
const plainNoteSchema = z.looseObject({ type: z.enum(["resumed", "attempt_failed", "pinned", "runtime"]) });

const progressRowSchema = z.looseObject({ progress: z.array(z.string()) });

/** A tool row held lines of progress from the log; tool output is now shown only while the tool runs. */
function liveRow(value: unknown): unknown {
  const row = progressRowSchema.safeParse(value);
  if (!row.success) return value;
  const { progress: _, ...rest } = row.data;
  return { ...rest, liveOutput: null };
}

const shownNoteSchema = z.looseObject({
  kind: z.literal("note"),
  key: z.string(),
  note: z.object({ text: z.string() }),
});

/** A person's message to a working run was shown like a note of the runtime. */
function steeredMessage(value: unknown): unknown {
  const shown = shownNoteSchema.safeParse(value);
  const at = shown.success ? STEERED[shown.data.key] : undefined;
  if (!shown.success || at === undefined) return value;
  const { note, ...item } = shown.data;
  return { ...item, kind: "steered", text: note.text, at };
}

/** Notes of one text each used to have their own types. */
function plainNote(value: unknown): unknown {
  const note = plainNoteSchema.safeParse(value);
  if (!note.success) return value;
  const { type, ...values } = note.data;
  return { type: "plain", text: PLAIN_NOTES[type], values };
}

const itemsSchema = z.array(
  z.looseObject({ kind: z.string(), rows: z.array(z.unknown()).optional(), key: z.string().optional() }),
);
const resultSchema = z.looseObject({ text: z.string() });
const rowsSchema = z.array(
  z.looseObject({
    reason: z.string().optional(),
    ...{ children: z.unknown().optional(), sandbox: z.unknown().optional() },
    ...{ output: resultSchema, diff: resultSchema.nullable(), resultSequence: z.unknown().optional() },
  }),
);

/** Changes to the plan have had a separate line since, which separates the calls before it from those after it. */
function withoutPlanLines(value: unknown): unknown {
  const items = itemsSchema.safeParse(value);
  if (!items.success) return value;
  const joined: z.infer<typeof itemsSchema> = [];
  let isAfterPlan = false;
  for (const item of items.data) {
    const before = joined.at(-1);
    if (item.kind === "plan") isAfterPlan = true;
    else if (isAfterPlan && item.kind === "tools" && before?.kind === "tools")
      joined.splice(-1, 1, { ...before, rows: [...(before.rows ?? []), ...(item.rows ?? [])] });
    else joined.push(item);
    if (item.kind !== "plan") isAfterPlan = false;
  }
  return joined;
}

/** Rows of calls have said why they failed since, shown the sub-agents that they started and the sandbox of a command, and may have the start of a text. */
function withoutRowAdditions(value: unknown): unknown {
  const rows = rowsSchema.safeParse(value);
  return rows.success
    ? rows.data.map(
        ({
          reason: _reason,
          children: _children,
          sandbox: _sandbox,
          resultSequence: _result,
          output,
          diff,
          ...row
        }) => ({ ...row, output: output.text, diff: diff?.text ?? null }),
      )
    : value;
}

/** Kinds of outlined entries added after the fixture was written, although its logs hold such entries. */
const LATER_KINDS: ReadonlySet<string> = new Set(["signal", "route", "called", "status"]);
const outlineSchema = z.looseObject({ packed: z.string() });

/** Fields that outlined entries of a kind did not have when the fixture was written. */
const LATER_OUTLINE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ...{
    assistant: ["f", "h"],
    tool: ["r"],
    retry: ["m", "w"],
    error: ["call"],
    calling: ["p"],
    question: ["call"],
  },
};

/** Returns an outlined entry as it was when the fixture was written; null for a kind that was not outlined. */
export function firstOutline(entry: OutlineEntry): OutlineEntry | null {
  if (LATER_KINDS.has(entry.k)) return null;
  const later = LATER_OUTLINE_FIELDS[entry.k] ?? [];
  const without = JSON.parse(JSON.stringify(entry), (key, value: unknown) =>
    later.includes(key) ? undefined : value,
  ) as OutlineEntry;
  return without;
}

/** Returns an outline without kinds that older views did not draw. */
function withoutLaterKinds(answer: unknown): unknown {
  const outline = outlineSchema.parse(answer);
  const entries = unpackOutline(readPackedOutline(outline.packed)).flatMap(
    (entry) => firstOutline(entry) ?? [],
  );
  return { ...outline, packed: JSON.stringify(packOutline(entries)) };
}
