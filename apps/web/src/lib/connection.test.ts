import { describe, expect, it } from "vitest";
import { nextConnection } from "./connection.ts";

describe("nextConnection", () => {
  it("remembers since when the page stands still, whichever trouble follows the first", () => {
    const cut = nextConnection({ state: "live" }, { online: true, broken: true, now: 10 });
    expect(cut).toEqual({ state: "reconnecting", since: 10 });
    expect(nextConnection(cut, { online: true, broken: true, now: 20 })).toBe(cut);
    const offline = nextConnection(cut, { online: false, broken: true, now: 30 });
    expect(offline).toEqual({ state: "offline", since: 10 });
    expect(nextConnection(offline, { online: true, broken: false, now: 40 })).toEqual({ state: "live" });
  });
});
