import { GoaltraceError } from "@goaltrace/core";
import { describe, expect, it } from "vitest";
import { httpStatusOf, publicFailure } from "./failure-status.ts";

describe("failures on the wire", () => {
  it("answers a missing model with 503", () => {
    expect(httpStatusOf("MODEL_NOT_CONFIGURED")).toBe(503);
    expect(httpStatusOf("NOT_FOUND")).toBe(404);
    expect(httpStatusOf("SEQUENCE_CONFLICT")).toBe(500);
  });

  it("names the database when it is away, however deep the cause lies", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(
      publicFailure(new Error("query", { cause: new Error("pool", { cause: refused }) }), "r").code,
    ).toBe("DATABASE_UNAVAILABLE");
  });

  it("keeps the words of unexpected errors to the server log", () => {
    const failure = publicFailure(new Error("select secret from model_setting"), "request-7");
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(failure.fix).toContain("request-7");
    const ours = new GoaltraceError({ code: "CONFLICT", message: "m", fix: "f" });
    expect(publicFailure(ours, "r")).toEqual({ code: "CONFLICT", message: "m", fix: "f" });
  });
});
