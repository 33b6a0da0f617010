import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import {
  formatBytes,
  formatCost,
  formatCosts,
  formatDay,
  formatDistance,
  formatDuration,
  formatMoment,
  formatMomentExactly,
  formatMomentFully,
  formatShare,
  formatTokens,
} from "./format.ts";

describe("formats", () => {
  it.each([
    [0, "0s"],
    [-999, "0s"],
    [59_999, "59s"],
    [-45_000, "45s"],
    [60_000, "1m"],
    [3_599_999, "59m"],
    [7_500_000, "2h 5m"],
  ])("shows a distance of %d ms in seconds below a minute: %s", (span, text) => {
    expect(formatDistance(span)).toBe(text);
  });

  it.each([
    [0, "0ms"],
    [38, "38ms"],
    [999.4, "999ms"],
    [999.6, "1.0s"],
    [2_400, "2.4s"],
    [31_000, "31.0s"],
    [59_949, "59.9s"],
    [59_960, "1m 0s"],
    [568_000, "9m 28s"],
    [3_599_700, "1h 0m"],
    [7_500_000, "2h 5m"],
    [273_600_000, "3d 4h"],
    [-5, "0ms"],
  ])("formats %d ms as %s", (span, text) => {
    expect(formatDuration(span)).toBe(text);
  });

  it("never shows 60 seconds, 60 minutes, 24 hours or 1000 ms", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (span) => {
        expect(formatDuration(span)).not.toMatch(/\b60(\.0)?[sm]\b|\b24h\b|\b1000ms\b/);
      }),
    );
  });

  it.each([
    [0, "$0"],
    [0.0001, "<$0.001"],
    [0.0432, "$0.043"],
    [0.282, "$0.282"],
    [2, "$2.000"],
    [1234.5, "$1,234.50"],
  ])("formats %d dollars as %s", (dollars, text) => {
    expect(formatCost(dollars, "en")).toBe(text);
  });

  it("formats a sum the same regardless of the order of addition", () => {
    expect(formatCost(8.0895 + 1e-12, "en")).toBe(formatCost(8.0895 - 1e-12, "en"));
  });

  it.each([
    [
      [0.09, 0.05],
      ["$0.090", "$0.050"],
    ],
    [
      [0.0904, 0.0899, 0.05],
      ["$0.0904", "$0.0899", "$0.0500"],
    ],
    [
      [0.0012345, 0.0012344, 0.0012345],
      ["$0.001235", "$0.001234", "$0.001235"],
    ],
    [
      [0.09, 0.09],
      ["$0.090", "$0.090"],
    ],
    [
      [0.0000001, 0.0000002],
      ["$0.000000", "$0.000000"],
    ],
  ])("formats %j dollars with enough decimals to distinguish them", (amounts, texts) => {
    expect(formatCosts(amounts, "en")).toEqual(texts);
  });

  it.each([
    [0, "0"],
    [612, "612"],
    [6_900, "6.9k"],
    [41_000, "41k"],
    [86_240, "86.2k"],
    [99_960, "100k"],
    [182_000, "182k"],
    [999_600, "1M"],
    [4_420_000, "4.42M"],
  ])("formats %d tokens as %s", (tokens, text) => {
    expect(formatTokens(tokens, "en")).toBe(text);
  });

  it("formats sizes in decimal units, and shows shares near 0 and 1 as <1% and >99%", () => {
    expect([812, 9_000, 1_420_000, 3e9].map((bytes) => formatBytes(bytes, "en"))).toEqual([
      "812 B",
      "9 kB",
      "1.4 MB",
      "3 GB",
    ]);
    expect([0, 0.001, 0.87, 0.999, 1].map((share) => formatShare(share, "en"))).toEqual([
      "0%",
      "<1%",
      "87%",
      ">99%",
      "100%",
    ]);
  });

  it("shows the time for today, otherwise the date, with the year unless it is the current one", () => {
    const now = Date.UTC(2026, 10, 20, 12, 0, 0);
    const options = { locale: "en", timeZone: "UTC", now };
    expect(formatMoment(Date.UTC(2026, 10, 20, 10, 2, 33), options)).toBe("10:02");
    expect(formatMoment(Date.UTC(2026, 10, 18, 10, 2), options)).toBe("18 Nov, 10:02");
    expect(formatMoment(Date.UTC(2025, 10, 18, 10, 2), options)).toBe("18 Nov 2025, 10:02:00");
    expect(formatMoment(Date.UTC(2026, 10, 18, 10, 2), { ...options, locale: "zh" })).toBe("11月18日 10:02");
    expect(formatDay(Date.UTC(2026, 10, 18, 10, 2), options)).toBe("18 Nov");
    expect(formatDay(Date.UTC(2026, 10, 20, 10, 2), options)).toBe("10:02");
    expect(formatMomentExactly(Date.UTC(2026, 10, 20, 10, 2, 33, 412), options)).toBe(
      "20 Nov 2026, 10:02:33.412",
    );
    expect(formatMomentFully(Date.UTC(2026, 10, 20, 10, 2, 33), options)).toBe("20 Nov 2026, 10:02:33");
  });

  it("determines today in the person's time zone, not the server's", () => {
    const now = Date.UTC(2026, 10, 20, 1, 0, 0);
    const at = Date.UTC(2026, 10, 19, 23, 30, 0);
    expect(formatMoment(at, { locale: "en", timeZone: "UTC", now })).toBe("19 Nov, 23:30");
    expect(formatMoment(at, { locale: "en", timeZone: "Asia/Shanghai", now })).toBe("07:30");
  });
});
