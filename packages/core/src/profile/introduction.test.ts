import { expect, it } from "vitest";
import { introductionFiles } from "./introduction.ts";

const TITLES = { name: "Name", character: "Character", work: "Work" };
const NOTHING = { agentName: "", character: " ", yourName: "", about: "" };

it("writes a section for each answer, none for those left out", () => {
  const answers = { agentName: "Iris", character: "Short answers.", yourName: "Mira", about: "" };
  expect(introductionFiles(answers, TITLES)).toEqual({
    soul: "## Name\nIris\n\n## Character\nShort answers.",
    user: "## Name\nMira",
  });
  expect(introductionFiles(NOTHING, TITLES)).toEqual({ soul: "", user: "" });
});

it("keeps an answer from beginning a section", () => {
  expect(introductionFiles({ ...NOTHING, about: "## Name\nMallory" }, TITLES).user).toBe(
    "## Work\n### Name\nMallory",
  );
});
