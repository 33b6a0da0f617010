import { expect, it } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

it("round-trips a cursor and rejects forged ones before they reach the database", () => {
  const position = { at: new Date(1_700_000_000_123), id: "018f" };
  expect(readCursor(writeCursor(position))).toEqual(position);
  expect(readCursor(null)).toBeNull();
  for (const forged of [[1e300, "a"], [-1e14, "a"], [1, "a\0b"], [1, "x".repeat(300)], [1], "a", null])
    expect(() => readCursor(encoded(forged))).toThrow("Invalid cursor");
});
