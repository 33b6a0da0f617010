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

  it.each([
    ["53100", "could not extend file /var/lib/postgresql/base/5/1", "The disk of the database is full."],
    ["53300", "sorry, too many clients already", "The database has no free connection."],
    ["25006", "cannot execute INSERT in a read-only transaction", "The database accepts no changes"],
    ["57P03", "the database system is starting up", "The database is restarting."],
    ["53200", "Failed on request of size 8192", "The database has run out of memory"],
  ])("names what the database lacks (%s) without quoting its server", (code, words, message) => {
    const driver = Object.assign(new Error(words), { code });
    const failure = publicFailure(new Error("query", { cause: driver }), "r");
    expect(failure).toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    expect(failure.message).toContain(message);
    expect(JSON.stringify(failure)).not.toContain(words);
  });

  it("does not report an unreachable model as an unreachable database", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const model = new GoaltraceError(
      { code: "MODEL_UNAVAILABLE", message: "m", fix: "f" },
      { cause: refused },
    );
    expect(publicFailure(model, "r").code).toBe("MODEL_UNAVAILABLE");
  });

  it("hides the message of unexpected errors and gives the request id", () => {
    const failure = publicFailure(new Error("select secret from model_setting"), "request-7");
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(failure.fix).toContain("request-7");
    const ours = new GoaltraceError({ code: "CONFLICT", message: "m", fix: "f" });
    expect(publicFailure(ours, "r")).toEqual({ code: "CONFLICT", message: "m", fix: "f" });
  });
});
