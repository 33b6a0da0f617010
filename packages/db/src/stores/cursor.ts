import { GoaltraceError } from "@goaltrace/core";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";

/** The position at which a page ended: the time and id of its last row. */
export type Position = { readonly at: Date; readonly id: string };

/** Years 1 to 9999, which both PostgreSQL and JavaScript can represent. */
const EARLIEST = -62_135_596_800_000;
const LATEST = 253_402_300_799_999;
const cursorShape = z.tuple([
  z.number().int().min(EARLIEST).max(LATEST),
  // PostgreSQL text cannot hold a zero byte.
  z
    .string()
    .max(200)
    .refine((id) => !id.includes("\0")),
]);

/** Returns the opaque form of a position. */
export function writeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.at.getTime(), position.id])).toString("base64url");
}

/** Inverse of `writeCursor`; null means the first page. Errors: INVALID_INPUT for any other string. */
export function readCursor(cursor: string | null): Position | null {
  if (cursor === null) return null;
  try {
    const [at, id] = cursorShape.parse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
    return { at: new Date(at), id };
  } catch (cause) {
    throw new GoaltraceError(
      { code: "INVALID_INPUT", message: "Invalid cursor.", fix: "Start from the first page." },
      { cause },
    );
  }
}
