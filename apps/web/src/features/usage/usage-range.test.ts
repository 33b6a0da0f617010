import { describe, expect, it } from "vitest";
import { readUsageAddress, usageSpan } from "./usage-range.ts";

describe("the range of the usage page", () => {
  it("defaults to 30 days by agent", () => {
    expect(readUsageAddress(new URLSearchParams("days=8&by=planet"))).toEqual({ days: "30", by: "agent" });
    expect(readUsageAddress(new URLSearchParams("days=7&by=tag"))).toEqual({ days: "7", by: "tag" });
  });

  it("covers whole days of the person's time zone, to the end of the hour", () => {
    const askedAt = Date.parse("2026-11-20T23:40Z");
    expect(usageSpan(1, { askedAt, timeZone: "UTC" })).toEqual({
      from: Date.parse("2026-11-20T00:00Z"),
      to: Date.parse("2026-11-20T23:59:59.999Z"),
    });
    expect(usageSpan(7, { askedAt, timeZone: "Asia/Shanghai" })).toEqual({
      from: Date.parse("2026-11-14T16:00Z"),
      to: Date.parse("2026-11-20T23:59:59.999Z"),
    });
    // Daylight saving time ended in between.
    const soon = Date.parse("2026-10-26T22:30Z");
    expect(usageSpan(7, { askedAt: soon, timeZone: "Europe/Berlin" }).from).toBe(
      Date.parse("2026-10-19T22:00Z"),
    );
  });
});
