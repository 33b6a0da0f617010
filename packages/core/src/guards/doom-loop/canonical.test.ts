import { expect, it } from "vitest";
import { canonicalArguments, normalizeResult } from "./canonical.ts";

it("sorts nested keys of arguments and trims text that is not JSON", () => {
  expect(canonicalArguments('{"b":[{"d":1,"c":2}],"a":null}')).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalArguments(" {broken ")).toBe("{broken");
});

it.each([
  // Dates with a time, by the minute, the second and fractions of it, with any form of the zone.
  ["2026-01-05T09:00", "<time>"],
  ["2026-01-05 09:00", "<time>"],
  ["2026-01-05T09:00:30", "<time>"],
  ["2026-01-05T09:00:30.5", "<time>"],
  ["2026-01-05T09:00:30.123456789Z", "<time>"],
  ["2026-01-05T09:00Z", "<time>"],
  ["2026-01-05T09:00:30+02:00", "<time>"],
  ["2026-01-05T09:00:30-0530", "<time>"],
  ["2026-01-05x09:00", "2026-01-05x09:00"],
  ["2026-01-05", "2026-01-05"],
  // Times of day, with their seconds.
  ["09:00:30", "<time>"],
  ["09:00:30.123", "<time>"],
  ["09:00", "09:00"],
  // UUIDs and hashes.
  ["0198c0de-0000-7000-8000-00000000000a", "<id>"],
  ["0198C0DE-0000-7000-8000-00000000000A", "<id>"],
  ["0198c0de-0000-7000-8000-0000", "0198c0de-0000-7000-8000-0000"],
  ["a1".repeat(12), "<id>"],
  ["a1".repeat(32), "<id>"],
  ["A1".repeat(20), "<id>"],
  ["a1".repeat(11), "a1".repeat(11)],
  ["a1".repeat(33), "a1".repeat(33)],
  // Durations in every unit.
  ["12 ms", "<duration>"],
  ["12ms", "<duration>"],
  ["3.25 s", "<duration>"],
  ["7 sec", "<duration>"],
  ["7 seconds", "<duration>"],
  ["15 minutes", "<duration>"],
  ["7 secrets", "7 secrets"],
  // Unix times from 2017 on, in seconds and milliseconds.
  ["1500000000", "<time>"],
  ["1999999999", "<time>"],
  ["1767603600000", "<time>"],
  ["1400000000", "1400000000"],
  ["17676036000", "17676036000"],
  ["176760360", "176760360"],
])("normalizes %j to %j", (text, normal) => {
  expect(normalizeResult(text)).toBe(normal);
  expect(normalizeResult(`\n before ${text} and after ${text}. `)).toBe(
    `before ${normal} and after ${normal}.`,
  );
});

it("compares only the first 8 kB of a result", () => {
  expect(normalizeResult(`${"x".repeat(8_192)}tail`)).toBe("x".repeat(8_192));
});
