import { createTestClock } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { createRetryWaits, requestKind } from "./retry-waits.ts";

describe("callers that an answer asked to wait", () => {
  it("wait for that kind of request alone, until the time is over", () => {
    const clock = createTestClock();
    const waits = createRetryWaits(clock);
    waits.note("a", "POST /api/runs", 5);
    clock.advance(1_500);
    expect(waits.secondsToWait("a", "POST /api/runs")).toBe(4);
    expect(waits.secondsToWait("a", "POST /api/traces/*/cancel")).toBeNull();
    expect(waits.secondsToWait("b", "POST /api/runs")).toBeNull();
    clock.advance(3_500);
    expect(waits.secondsToWait("a", "POST /api/runs")).toBeNull();
  });

  it("wait for a minute at most, and the oldest of ten thousand is forgotten", () => {
    const waits = createRetryWaits(createTestClock());
    for (let caller = 0; caller <= 10_000; caller += 1) waits.note(String(caller), "GET /", 3_600);
    expect(waits.secondsToWait("0", "GET /")).toBeNull();
    expect(waits.secondsToWait("1", "GET /")).toBe(60);
  });
});

describe("the kind of a request", () => {
  it.each([
    ["/api/runs?x=1", "POST /api/runs"],
    ["/api/%72uns", "POST /api/runs"],
    ["/api/traces/0b3e/cancel", "POST /api/traces/*/cancel"],
    ["/api/traces/made-up/cancel/", "POST /api/traces/*/cancel"],
    ["/api/traces/1/resume", "POST /api/traces/*/resume"],
    ["/api/conversations/1/queue/2", "POST /api/conversations/*/queue/*"],
    ["/api/%", "POST /api/%"],
  ])("of %s is %s", (address, kind) => expect(requestKind("POST", address)).toBe(kind));

  it("stays short", () => {
    expect(requestKind("GET", `/api/${"x".repeat(10_000)}`).length).toBeLessThanOrEqual(100);
  });
});
