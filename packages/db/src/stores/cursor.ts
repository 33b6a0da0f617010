import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";

/** Where a page ended: the time and id of its last row. */
export type Position = { readonly at: Date; readonly id: string };

/** Years 1 to 9999: what PostgreSQL and JavaScript both know. */
const EARLIEST = -62_135_596_800_000;
const LATEST = 253_402_300_799_999;
const cursorShape = z.tuple([
  z.number().int().min(EARLIEST).max(LATEST),
  // PostgreSQL's text holds no zero byte.
  z
    .string()
    .max(200)
    .refine((id) => !id.includes("\0")),
]);

/** The opaque form of a position. */
export function writeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.at.getTime(), position.id])).toString("base64url");
}

/** Inverse of `writeCursor`; null starts. Errors: INVALID_INPUT for anything else. */
export function readCursor(cursor: string | null): Position | null {
  if (cursor === null) return null;
  try {
    const [at, id] = cursorShape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { at: new Date(at), id };
  } catch (cause) {
    throw new GoaltraceError(
      { code: "INVALID_INPUT", message: "The cursor is not one of ours.", fix: "Start from the first page." },
      { cause },
    );
  }
}
