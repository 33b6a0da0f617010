import { expect, it } from "vitest";
import { groupSkills } from "./group-skills.ts";
import type { ListedSkill } from "./skill-types.ts";

const skill = (name: string, more: Partial<ListedSkill> = {}): ListedSkill => ({
  ...{ id: name, name, layer: "workspace", folder: null, path: null, description: `About ${name}.` },
  ...{ isUsable: true, isCore: false, isReplaced: false, replaces: null, version: 1, warnings: 0, loads: 0 },
  ...more,
});
const SHOP = { id: "f1", name: "shop" };

it("groups skills by location, with a group for each folder of a project", () => {
  const skills = [
    skill("a", { layer: "project", folder: SHOP, path: ".goaltrace/skills/a" }),
    skill("b", { layer: "project", folder: { id: "f2", name: "site" }, path: ".agents/skills/b" }),
    skill("c"),
    skill("d", { layer: "built_in" }),
    skill("e", { layer: "project", folder: SHOP, path: ".goaltrace/skills/e" }),
    skill("f", { layer: "project", folder: SHOP, path: ".agents/skills/f" }),
  ];
  const groups = groupSkills(skills, "").map((group) => [group.folder, group.skills.map(({ name }) => name)]);
  expect(groups).toEqual([
    ["shop/.goaltrace/skills", ["a", "e"]],
    ["site/.agents/skills", ["b"]],
    [null, ["c"]],
    [null, ["d"]],
    ["shop/.agents/skills", ["f"]],
  ]);
});

it("keeps skills whose name or description contains all words, ignoring case", () => {
  const skills = [skill("latency-triage", { description: "Find the slow Span." }), skill("release-notes")];
  const found = (words: string): readonly string[] =>
    groupSkills(skills, words).flatMap((group) => group.skills.map(({ name }) => name));
  expect(found("SPAN latency")).toEqual(["latency-triage"]);
  expect(found("span notes")).toEqual([]);
  expect(found(" ")).toHaveLength(2);
});
