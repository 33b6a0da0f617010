import { expect, it } from "vitest";
import { toolLine } from "./tool-line.ts";

it("shows name, decision and the first sentence, in columns", () => {
  const description = "Runs v1.2 of a command. Prefer other tools.";
  expect(toolLine({ name: "bash_command", description, effect: "ask" })).toBe(
    "bash_command           ask    Runs v1.2 of a command.",
  );
});
