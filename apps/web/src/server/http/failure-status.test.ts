import { GoaltraceError } from "@goaltrace/core";
import { describe, expect, it } from "vitest";
import { httpStatus, publicFailure } from "./failure-status.ts";

describe("failure responses", () => {
  it("maps codes to HTTP statuses, a missing model to 503", () => {
    expect(httpStatus("MODEL_NOT_CONFIGURED")).toBe(503);
    expect(httpStatus("NOT_FOUND")).toBe(404);
    expect(httpStatus("SEQUENCE_CONFLICT")).toBe(500);
  });

  it("reports an unavailable database, however deeply the cause is nested", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(
      publicFailure(new Error("query", { cause: new Error("pool", { cause: refused }) }), "r").code,
    ).toBe("DATABASE_UNAVAILABLE");
  });

  it("hides the message of unexpected errors and gives the request id", () => {
    const failure = publicFailure(new Error("select secret from model_setting"), "request-7");
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(failure.fix).toContain("request-7");
    const ours = new GoaltraceError({ code: "CONFLICT", message: "m", fix: "f" });
    expect(publicFailure(ours, "r")).toEqual({ code: "CONFLICT", message: "m", fix: "f" });
  });
});
