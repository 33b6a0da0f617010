import { describe, expect, it } from "vitest";
import { outageOf, unavailable } from "./outage.ts";

const postgres = (code: string, message = "m"): Error => Object.assign(new Error(message), { code });

describe("outageOf", () => {
  it.each([
    ["53100", "disk"],
    ["53200", "resources"],
    ["53000", "resources"],
    ["53400", "resources"],
    ["53300", "connections"],
    ["57P01", "restarting"],
    ["57P02", "restarting"],
    ["57P03", "restarting"],
    ["25006", "read_only"],
    ["25P03", "unreachable"],
    ["08006", "unreachable"],
    ["ECONNREFUSED", "unreachable"],
    ["P1001", "unreachable"],
    ["P2037", "connections"],
  ])("recognizes %s as %s", (code, kind) => {
    expect(outageOf(postgres(code))?.kind).toBe(kind);
  });

  it.each(["23505", "42P01", "22P05", "54000", "40P01", "57014"])("leaves %s to its statement", (code) => {
    expect(outageOf(postgres(code))).toBeUndefined();
  });

  it("recognizes a full disk that PostgreSQL reports with another code", () => {
    const full = postgres("58030", 'could not write to file "pg_wal/xlogtemp": No space left on device');
    expect(outageOf(full)).toEqual({ kind: "disk", detail: full.message });
    expect(outageOf(postgres("XX000", "could not extend file: Disk quota exceeded"))?.kind).toBe("disk");
  });

  it.each([
    "timeout expired",
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
  ])("recognizes the driver's message %j as an absence", (message) => {
    expect(outageOf(new Error(message))?.kind).toBe("unreachable");
  });

  it("finds the outage inside an error of Prisma, however it is nested", () => {
    const inAdapter = {
      meta: { driverAdapterError: { cause: { originalCode: "53100", kind: "postgres" } } },
    };
    expect(outageOf(Object.assign(postgres("P2010"), inAdapter))?.kind).toBe("disk");
    expect(outageOf(new Error("outer", { cause: postgres("57P03") }))?.kind).toBe("restarting");
    const endless: { cause?: unknown } = {};
    endless.cause = endless;
    expect(outageOf(endless)).toBeUndefined();
  });
});

it("names what ran out without repeating the server's own words", () => {
  const error = unavailable(postgres("53100", 'could not extend file "base/5/1": No space left on device'));
  expect(error).toMatchObject({
    code: "DATABASE_UNAVAILABLE",
    message: "The disk of the database is full.",
  });
  expect(`${error.message} ${error.fix}`).not.toContain("base/5/1");
  expect(unavailable(new Error("the append queue is full")).message).toBe("The database cannot be reached.");
});
