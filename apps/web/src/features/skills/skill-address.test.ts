import { expect, it } from "vitest";
import { readSkillAddress, type SkillAddress, writeSkillAddress } from "./skill-address.ts";

it("reads what it writes", () => {
  const addresses: readonly SkillAddress[] = [
    { skill: null, tab: "skill", from: null },
    { skill: "project:f1:.agents/skills/a b", tab: "model", from: null },
    { skill: "new", tab: "skill", from: "built_in:debug-a-run" },
  ];
  for (const address of addresses)
    expect(readSkillAddress(new URLSearchParams(writeSkillAddress(address)))).toEqual(address);
});

it("opens the first tab for an unknown one", () => {
  expect(readSkillAddress(new URLSearchParams("tab=other")).tab).toBe("skill");
});
