import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../ports/tool.ts";
import type { PermissionDecision, PermissionRequest } from "../../ports/permission.ts";
import type { RunEnvironment } from "../../ports/run-environment.ts";
import { createToolSet } from "../../tools/tool-set.ts";
import { testAgent } from "../../testing/builders.ts";
import { createLoopRun } from "../../testing/loop-run.ts";
import { childAgent } from "./child-agent.ts";
import { narrowEnvironment } from "./narrow-environment.ts";

const NAMES = ["edit", "read", "search", "shell"] as const;
const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;
const tools = NAMES.map((name) =>
  defineTool({
    ...{ name, description: "d", input: z.object({}), execute: () => "" },
    annotations: { readOnlyHint: name === "read" || name === "search" },
  }),
);

/** The rights of one run: its tools, its rules, whether it may ask, and the path that it may not see. */
const rights = fc.record({
  tools: fc.subarray([...NAMES]),
  effects: fc.record(
    Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom("allow", "ask", "deny")])),
  ),
  asks: fc.boolean(),
  hidden: fc.constantFrom("a", "b", "c"),
});
type Rights = typeof rights extends fc.Arbitrary<infer Value> ? Value : never;

const { environment: base } = (await createLoopRun()).context;

function environmentOf({ tools: names, effects, asks, hidden }: Rights): RunEnvironment {
  return {
    ...base,
    tools: createToolSet(tools.filter(({ name }) => names.some((own) => own === name))),
    ...(asks ? { approvals: { lifetimeMs: 1 } } : {}),
    forbiddenFolders: [`/${hidden}`],
    permission: {
      decide: async ({ tool }): Promise<PermissionDecision> => {
        const effect = await Promise.resolve(effects[tool]);
        if (effect === "allow") return { effect, hides: (path) => path === hidden };
        return effect === "ask" ? { effect, reason: "" } : { effect: "deny", by: "rule", reason: "" };
      },
    },
  };
}

/** Returns the paths that a decision hides; none for a denial, which shows nothing. */
function hiddenIn(decision: PermissionDecision): string[] {
  return decision.effect === "deny" ? [] : ["a", "b", "c"].filter((path) => decision.hides?.(path) === true);
}

it("never gives a run at any depth a right that a run above it lacks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rights, { minLength: 2, maxLength: 4 }), async (levels) => {
      const [root, ...below] = levels.map(environmentOf);
      if (root === undefined) return;
      let parent = root;
      for (const own of below) {
        const child = narrowEnvironment(own, parent);
        for (const { name } of child.tools.tools) expect(parent.tools.find(name)).toBeDefined();
        if (child.approvals !== undefined) expect(parent.approvals).toBeDefined();
        expect(child.forbiddenFolders).toEqual(expect.arrayContaining([...parent.forbiddenFolders]));
        for (const tool of NAMES) {
          const request = { tool } as unknown as PermissionRequest;
          const [decided, above] = [
            await child.permission.decide(request),
            await parent.permission.decide(request),
          ];
          expect(STRICTNESS[decided.effect]).toBeGreaterThanOrEqual(STRICTNESS[above.effect]);
          const hidden = hiddenIn(above);
          if (decided.effect !== "deny") expect(hiddenIn(decided)).toEqual(expect.arrayContaining(hidden));
        }
        parent = child;
      }
    }),
  );
});

it("gives the agent of a child only tools of its parent, and only reading ones where it may only read", () => {
  fc.assert(
    fc.property(fc.subarray(tools), fc.subarray([...NAMES]), fc.boolean(), (parents, own, isReadOnly) => {
      const left = { maxTokens: 5, maxDurationMs: null };
      const agent = childAgent(
        { ...testAgent, tools: own },
        { tools: parents, left },
        { depth: 1, isReadOnly },
      );
      for (const name of agent.tools) {
        expect(parents.map((tool) => tool.name)).toContain(name);
        if (isReadOnly) expect(["read", "search"]).toContain(name);
      }
      expect(agent.limits.maxTokens).toBeLessThanOrEqual(5);
    }),
  );
});
