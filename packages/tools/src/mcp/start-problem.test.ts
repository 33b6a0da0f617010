import { expect, it } from "vitest";
import { SignInNeeded } from "./oauth/sign-in-needed.ts";
import { startProblem } from "./start-problem.ts";

it("says what this side noticed instead of that no one answered, and beside anything else", () => {
  const ended = "The server ended (exit code 3).";
  expect(startProblem(new Error("Connection closed"), ended)).toBe(ended);
  expect(startProblem(new Error("The list is wrong"), ended)).toBe(`The list is wrong. ${ended}`);
  expect(startProblem(new Error("Connection closed"), null)).toBe("Connection closed");
});

it("leaves out how the library calls the first message, and says in words what an address lacks", () => {
  const probe = (cause: Error): Error =>
    new Error(`Version negotiation probe failed: ${cause.message}`, { cause });
  expect(startProblem(probe(new Error("127.0.0.1 is not on the public Internet.")), null)).toBe(
    "127.0.0.1 is not on the public Internet.",
  );
  const refused = Object.assign(new Error("connect ECONNREFUSED 1.2.3.4:80"), { code: "ECONNREFUSED" });
  expect(startProblem(probe(refused), null)).toContain("No one answers at its address.");
  const unknown = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
  expect(startProblem(probe(unknown), null)).toContain("does not exist");
});

it("says that a person must sign in, whatever is around that", () => {
  const needed = new SignInNeeded();
  expect(startProblem(new Error("probe", { cause: needed }), "A line.")).toBe(needed.message);
});
