import { describe, expect, it } from "vitest";
import { readEnvironment } from "./env.ts";

const DATABASE_URL = "postgresql://localhost/goaltrace";

describe("readEnvironment", () => {
  it("names every invalid variable", () => {
    expect(() =>
      readEnvironment({ DATABASE_URL: "mysql://x", PORT: "many", GOALTRACE_SECRET: "short" }),
    ).toThrow(/DATABASE_URL must be.*GOALTRACE_SECRET must have.*PORT must be/s);
    expect(() => readEnvironment({})).toThrow(/DATABASE_URL/);
  });

  it("treats an empty variable as unset", () => {
    const read = readEnvironment({ DATABASE_URL, OPENAI_API_KEY: " ", GOALTRACE_SECRET: "" });
    expect(read.modelVariables["OPENAI_API_KEY"]).toBeUndefined();
    expect(read.secret).toBeNull();
  });

  it("returns an admin only if both email and password are set", () => {
    expect(readEnvironment({ DATABASE_URL, GOALTRACE_ADMIN_EMAIL: "a@b.co" }).admin).toBeNull();
    const both = { DATABASE_URL, GOALTRACE_ADMIN_EMAIL: "a@b.co", GOALTRACE_ADMIN_PASSWORD: "correct-horse" };
    expect(readEnvironment(both).admin).toEqual({ email: "a@b.co", password: "correct-horse" });
  });
});
