import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { IS_SOAK } from "../../src/testing/soak.ts";
import type { Reply, WireAnswer } from "../http/model-server.ts";
import { decideFor, liveThroughTree, type Tree, type TreeLives, type TreeRequest } from "./tree-lives.ts";

const LIMIT_MS = IS_SOAK ? 600_000 : 60_000;
const FIVE = ["north", "east", "south", "west", "middle"] as const;
/** In soak a process dies at every append, otherwise at every 23rd; other ones for each scenario. */
const STEP = IS_SOAK ? 1 : 23;

const callOf = (id: string, name: string, input: object) => ({ id, name, arguments: JSON.stringify(input) });

/** Lives through a tree without a death, then once for each append of it that is chosen, the batch lost and committed in turn. */
async function dieEverywhere(
  lives: TreeLives,
  check: (tree: Tree, name: string) => Promise<void>,
  first: number,
): Promise<void> {
  const { appends, ...whole } = await liveThroughTree(lives);
  await check(whole, "without a death");
  for (let deathAt = first; deathAt <= appends; deathAt += STEP)
    for (const isCommitted of IS_SOAK ? [true, false] : [deathAt % 2 === 0])
      await check(
        await liveThroughTree({ ...lives, deathAt, isCommitted }),
        `death at ${deathAt} of ${appends}, committed: ${isCommitted}`,
      );
}

async function endsByTask(tree: Tree): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await tree.family()).map(({ task, status }) => [task, status]));
}

const eventsOf = (entries: readonly Entry[], type: "child.spawned" | "child.finished"): number =>
  entries.filter((entry) => entry.kind === "event" && entry.type === type).length;

const isAnswer = (entry: Entry): boolean => entry.kind === "message" && entry.role === "assistant";

const resultsOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === "message" && entry.role === "tool" ? [entry.output] : []));

describe("five branches of which one fails and one repeats itself", () => {
  const answers: Readonly<Record<string, string>> = { north: "red", east: "blue", south: "red" };
  const script =
    (merge: string) =>
    ({ task, results }: TreeRequest): WireAnswer | Reply => {
      if (task === "Do it")
        return results.length === 0
          ? { calls: [callOf("e", "explore", { branches: FIVE, merge })] }
          : { text: "merged" };
      if (task === "west") return { kind: "status", status: 400, error: { message: "west is unreadable" } };
      const answer = answers[task];
      if (answer === undefined)
        return { calls: [callOf(`r${results.length}`, "read", { path: "the same" })] };
      return results.length === 0
        ? { calls: [callOf("r", "read", { path: task })] }
        : { text: `Looked.\n${answer}` };
    };

  it.each([
    ["all", "Branch 1"],
    ["best", "Choose the best"],
    ["vote", 'Vote: "red" with 2 of 3'],
  ])("are merged as %s; no branch is lost or started twice when a process dies", async (merge, begins) => {
    await dieEverywhere(
      { script: script(merge), hasPeople: false },
      async (tree, name) => {
        expect(await endsByTask(tree), name).toEqual({
          "Do it": "completed",
          ...{ north: "completed", east: "completed", south: "completed", west: "failed", middle: "failed" },
        });
        expect(await tree.family(), name).toHaveLength(1 + FIVE.length);
        const entries = await tree.entries("Do it");
        expect(eventsOf(entries, "child.spawned"), name).toBe(FIVE.length);
        expect(eventsOf(entries, "child.finished"), name).toBe(FIVE.length);
        const [report, ...others] = resultsOf(entries);
        expect(others, name).toEqual([]);
        expect(report?.split("\n\n")[0], name).toContain(begins);
        // Each report is there once, also those of the branches that gave nothing.
        for (const [index, task] of FIVE.entries())
          expect(report?.split(`Branch ${index + 1}:`), `${name}, ${task}`).toHaveLength(2);
        expect(report, name).toContain("west is unreadable");
        for (const task of Object.keys(answers)) {
          const answered = (await tree.entries(task)).filter(isAnswer);
          expect(answered, `${name}, ${task}`).toHaveLength(2);
        }
      },
      IS_SOAK ? 1 : 1 + ["all", "best", "vote"].indexOf(merge) * 7,
    );
  });
});

describe("five agents of which one waits for an approval", () => {
  const script = ({ task, results }: TreeRequest): WireAnswer => {
    if (task === "Do it")
      return results.length === 0
        ? { calls: FIVE.map((prompt) => callOf(prompt, "task", { agent: "general", prompt })) }
        : { text: "all done" };
    if (results.length > 0) return { text: results.join("; ") };
    return { calls: [callOf("w", task === "south" ? "overwrite" : "write", { path: task })] };
  };

  it.each([
    ["approve", "approve", "south"],
    ["edit", { arguments: '{"path":"elsewhere"}' }, "elsewhere"],
    ["deny", "deny", null],
  ] as const)(
    "end as the person decided when a process dies, and no agent writes twice: %s",
    async (word, decision, written) => {
      await dieEverywhere(
        {
          script,
          decide: ({ tool }) =>
            tool === "overwrite" ? { effect: "ask", reason: "It overwrites." } : { effect: "allow" },
          onWaiting: async (waiting) => await decideFor(waiting, "south", decision),
        },
        async (tree, name) => {
          expect(new Set(Object.values(await endsByTask(tree))), name).toEqual(new Set(["completed"]));
          expect(await tree.family(), name).toHaveLength(1 + FIVE.length);
          const entries = await tree.entries("Do it");
          expect(eventsOf(entries, "child.spawned"), name).toBe(FIVE.length);
          expect(resultsOf(entries), name).toHaveLength(FIVE.length);
          const allowed = [
            ...FIVE.filter((task) => task !== "south"),
            ...(written === null ? [] : [written]),
          ];
          const runs = tree.bench.tools.runs;
          expect(runs.toSorted(), name).toEqual([...new Set(runs)].toSorted());
          for (const run of runs)
            expect(
              allowed.map((path) => `write {"path":"${path}"}`),
              name,
            ).toContain(run);
          if (name === "without a death") expect(runs).toHaveLength(allowed.length);
          for (const task of FIVE)
            expect(resultsOf(await tree.entries(task)), `${name}, ${task}`).toHaveLength(1);
        },
        IS_SOAK ? 1 : 1 + ["approve", "edit", "deny"].indexOf(word) * 7,
      );
    },
    LIMIT_MS,
  );
});
