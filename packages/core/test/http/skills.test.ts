import { expect, it } from "vitest";
import { z } from "zod";
import type { RunSkills, Skill } from "../../src/ports/run-skills.ts";
import { BUILT_IN_SKILLS } from "../../src/skills/built-in-skills.ts";
import { mergeLayers } from "../../src/skills/merge-layers.ts";
import { skillTools } from "../../src/tools/skill-tools.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const triage: Skill = {
  ...{ name: "latency-triage", description: "Find the slow span.", layer: "workspace", isCore: false },
  ...{ body: "Compare spans before commits.", files: [] },
};
const skills: RunSkills = {
  read: async () => ({ skills: mergeLayers([...BUILT_IN_SKILLS, triage]), refused: [] }),
  fileText: async () => ({ ok: false, problem: "" }),
  noteUse: () => undefined,
};
const body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })) });

it("adds core skills and the list of the others after the instructions, and loads one on demand", async () => {
  const { requests, events, trace } = await runScenario({
    tools: createTestTools(skillTools()),
    script: [
      { calls: [{ id: "one", name: "skill", arguments: `{"name":"latency-triage"}` }] },
      { text: "Compared." },
    ],
    environment: { skills },
  });
  expect(trace.status).toBe("completed");
  const sent = requests.map((request) => body.parse(JSON.parse(request.body)).messages);
  const system = sent[0]?.[0]?.content ?? "";
  expect(system).toContain('<skill name="plan-and-verify">');
  expect(system).toContain("- latency-triage: Find the slow span.");
  expect(system).not.toContain("Compare spans before commits.");
  expect(sent[1]?.[0]?.content).toBe(system);
  expect(sent[1]?.find(({ role }) => role === "tool")?.content).toContain("Compare spans before commits.");
  const [loaded] = events("skill.loaded");
  expect(loaded?.data).toMatchObject({
    skill: "latency-triage",
    layer: "workspace",
    toolCallId: "one",
    file: null,
  });
  expect(events("context.set").find(({ data }) => data.slot === "core_skill")?.data.trust).toBe("workspace");
});

it("keeps the core skills of every request short", async () => {
  const { events } = await runScenario({ script: [{ text: "Done." }], environment: { skills } });
  const set = events("context.set").find(({ data }) => data.slot === "core_skill");
  expect(set?.data.tokens).toBeLessThan(200);
});
