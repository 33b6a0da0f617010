import { describe, expect, it } from "vitest";
import { nextConnection } from "./connection.ts";

describe("nextConnection", () => {
  it("keeps the start of an outage when its cause changes", () => {
    const reconnecting = nextConnection({ state: "live" }, { online: true, broken: true, now: 10 });
    expect(reconnecting).toEqual({ state: "reconnecting", since: 10 });
    expect(nextConnection(reconnecting, { online: true, broken: true, now: 20 })).toBe(reconnecting);
    const offline = nextConnection(reconnecting, { online: false, broken: true, now: 30 });
    expect(offline).toEqual({ state: "offline", since: 10 });
    expect(nextConnection(offline, { online: true, broken: false, now: 40 })).toEqual({ state: "live" });
  });
});
