import { packOutline, readPackedOutline, unpackOutline } from "@goaltrace/core/log";
import { z } from "zod";
import { EVERY_EVENT_TRACE } from "./fixture.ts";

const LATER_FIELDS = [
  ["REST graph of ", "children"],
  ["REST trace of ", "waitingFor"],
] as const;

/** An answer without the additions of later versions: addresses of commented entries, fields, kinds of outlined entries. */
export function withoutLaterParts(question: string, answer: unknown): unknown {
  if (question.startsWith("outline of ")) return withoutLaterKinds(answer);
  const reviver = (key: string, value: unknown): unknown => {
    if (question.startsWith("annotations of ") && key === "comments")
      return commentsSchema.parse(value).map(({ entry, ...comment }) => ({
        ...comment,
        sequence: entry?.sequence ?? null,
      }));
    const isLater = LATER_FIELDS.some(([start, field]) => question.startsWith(start) && key === field);
    return isLater ? undefined : value;
  };
  return JSON.parse(JSON.stringify(answer), reviver);
}

/** Sums of fractions differ in their last digits with the order in which the database meets the rows. Keeps 12 digits of each. */
export function withoutLastDigits(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_key, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

const commentsSchema = z.array(z.looseObject({ entry: z.object({ sequence: z.number() }).nullable() }));

/**
 * A recorded answer in the words of today. The chat's fold is the page's own and is stored nowhere. Its item for a compaction was called
 * `compacted`, notes had other types, rows showed progress, and calls that plan or judge counted as answers of the agent: no version made one, but the log that
 * holds every event has them.
 */
export function inTodaysWords(question: string, chat: unknown): unknown {
  const text = JSON.stringify(chat, (_key, value: unknown) => plainNote(liveRow(value))).replaceAll(
    '"type":"compacted"',
    '"type":"compaction"',
  );
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

/** A tool row held lines of progress from the log; what a tool writes is shown only while it runs. */
function liveRow(value: unknown): unknown {
  const row = progressRowSchema.safeParse(value);
  if (!row.success) return value;
  const { progress: _, ...rest } = row.data;
  return { ...rest, liveOutput: null };
}

/** Notes of one text each had a type each. */
function plainNote(value: unknown): unknown {
  const note = plainNoteSchema.safeParse(value);
  if (!note.success) return value;
  const { type, ...values } = note.data;
  return { type: "plain", text: PLAIN_NOTES[type], values };
}

/** The kinds of outlined entries that came after the fixture was written, although its logs hold such entries. */
export const LATER_KINDS: ReadonlySet<string> = new Set(["signal", "route"]);
const outlineSchema = z.looseObject({ packed: z.string() });

/** An outline as it was when views drew less of a log. */
function withoutLaterKinds(answer: unknown): unknown {
  const outline = outlineSchema.parse(answer);
  const entries = unpackOutline(readPackedOutline(outline.packed)).filter(({ k }) => !LATER_KINDS.has(k));
  return { ...outline, packed: JSON.stringify(packOutline(entries)) };
}
