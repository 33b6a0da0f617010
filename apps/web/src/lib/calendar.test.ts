import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayInUtc, dayNumber, firstOfMonth, startOfDay } from "./calendar.ts";

const DAY_MS = 86_400_000;
const ZONES = [
  ...["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Shanghai"],
  // Zones whose clocks have skipped midnight or a whole day.
  ...["America/Sao_Paulo", "Asia/Beirut", "Pacific/Apia"],
];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2035, 0, 1) });

describe("startOfDay", () => {
  it("returns the first moment of the day in every zone", () => {
    fc.assert(
      fc.property(moment, zone, (at, timeZone) => {
        const start = startOfDay(at, timeZone);
        expect(start).toBeLessThanOrEqual(at);
        expect(dayNumber(start, timeZone)).toBe(dayNumber(at, timeZone));
        expect(dayNumber(start - 1, timeZone)).toBeLessThan(dayNumber(at, timeZone));
      }),
      { numRuns: 500 },
    );
  });

  it("handles days on which the clocks change", () => {
    expect(startOfDay(Date.parse("2026-03-29T12:00Z"), "Europe/Berlin")).toBe(
      Date.parse("2026-03-28T23:00Z"),
    );
    expect(startOfDay(Date.parse("2026-10-25T12:00Z"), "Europe/Berlin")).toBe(
      Date.parse("2026-10-24T22:00Z"),
    );
    // That Sunday had no midnight: the day started at one.
    expect(startOfDay(Date.parse("2018-11-04T12:00Z"), "America/Sao_Paulo")).toBe(
      Date.parse("2018-11-04T03:00Z"),
    );
  });
});

describe("dayNumber", () => {
  it("counts calendar days of the zone, even before 1970", () => {
    expect(dayInUtc(dayNumber(Date.parse("2026-11-20T23:30Z"), "Asia/Shanghai"))).toBe(
      Date.parse("2026-11-21T00:00Z"),
    );
    expect(dayNumber(-1, "UTC")).toBe(-1);
    expect(dayNumber(3 * DAY_MS + 0.5, "UTC")).toBe(3);
  });

  it("finds the first day of the month", () => {
    const day = dayNumber(Date.parse("2026-02-28T12:00Z"), "UTC");
    expect(dayInUtc(firstOfMonth(day))).toBe(Date.parse("2026-02-01T00:00Z"));
  });
});
