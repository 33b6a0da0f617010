import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { decideFor, liveThroughTree, type Tree, type TreeRequest } from "./tree-lives.ts";

const call = (id: string, name: string, input: unknown = {}) => ({
  ...{ id, name, arguments: JSON.stringify(input) },
});
const task = (id: string, prompt: string) => call(id, "task", { prompt });

async function results(tree: Tree, name: string): Promise<readonly string[]> {
  return (await tree.entries(name)).flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool"
      ? [`${entry.toolName} ${entry.outcome}: ${entry.output}`]
      : [],
  );
}

describe("a call that fails in one agent after the other", () => {
  /** Each agent repeats a failing call twice, which alone no guard denies; the root starts one after the other. */
  const failing = (agents: number, arguments_: (agent: string, call: number) => object) => {
    return ({ task: asked, results: known }: TreeRequest): WireAnswer => {
      if (asked === "Do it")
        return known.length < agents
          ? { calls: [task(`t${known.length}`, `agent ${known.length}`)] }
          : { text: "given up" };
      return known.length < 2
        ? { calls: [call(`f${known.length}`, "fail", arguments_(asked, known.length))] }
        : { text: `${asked} failed` };
    };
  };

  it("is denied to the next agent after five failures, with the evidence in the log", async () => {
    const tree = await liveThroughTree({ script: failing(4, () => ({ path: "a" })) });
    expect(tree.bench.tools.count("fail")).toBe(5);
    const denied = (await results(tree, "agent 2")).filter((text) => text.startsWith("fail denied"));
    expect(denied).toEqual([expect.stringContaining("Agents of this run have made this very call 5 times")]);
    const detected = (await tree.entries("agent 2")).find(
      (entry) => entry.kind === "event" && entry.type === "loop.detected",
    );
    expect(detected).toMatchObject({
      data: { detector: "same_error", action: "denied", count: 6, evidence: '5 × fail {"path":"a"}' },
    });
  });

  it("is also denied if a process died before", async () => {
    const lives = { script: failing(4, () => ({ path: "a" })) };
    const { appends } = await liveThroughTree(lives);
    for (let deathAt = 5; deathAt <= appends; deathAt += 9) {
      const tree = await liveThroughTree({ ...lives, deathAt, isCommitted: deathAt % 2 === 0 });
      const name = `death at ${deathAt} of ${appends}`;
      // A call whose result was lost runs once more.
      expect([5, 6], name).toContain(tree.bench.tools.count("fail"));
      const denied = (
        await Promise.all(["agent 2", "agent 3"].map(async (agent) => await results(tree, agent)))
      )
        .flat()
        .filter((text) => text.startsWith("fail denied"));
      expect(denied, name).not.toEqual([]);
    }
  });

  it("is allowed when its arguments differ, or when something was changed in between", async () => {
    const differing = await liveThroughTree({
      script: failing(4, (agent, index) => ({ path: `${agent} ${index}` })),
    });
    expect(differing.bench.tools.count("fail")).toBe(8);
    const changing = await liveThroughTree({
      script: ({ task: asked, results: known }) => {
        if (asked === "Do it")
          return known.length < 4
            ? { calls: [task(`t${known.length}`, `agent ${known.length}`)] }
            : { text: "done" };
        if (known.length === 2) return { text: "tried" };
        const isFirst = known.length === 0;
        return { calls: [isFirst ? call("w", "write", { path: asked }) : call("f", "fail", { path: "a" })] };
      },
    });
    expect(changing.bench.tools.count("fail")).toBe(4);
  });
});

describe("two agents that change the same file", () => {
  /** Changes a file once all agents that take part have begun. */
  const editTool = (agents: number) => {
    let begun = 0;
    let begin = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      begin = resolve;
    });
    return defineTool({
      ...{ name: "edit", description: "Changes a file.", input: z.object({ path: z.string() }) },
      annotations: { readOnlyHint: false },
      parallel: "safe",
      execute: async ({ path }, { record }) => {
        begun += 1;
        if (begun >= agents) begin();
        await all;
        const data = { path, beforeBlob: null, afterBlob: "0".repeat(64), added: 1, removed: 0 };
        record({ type: "file.changed", data });
        return `changed ${path}`;
      },
    });
  };
  const script =
    (paths: Readonly<Record<string, string>>) =>
    ({ task: asked, results: known }: TreeRequest): WireAnswer => {
      if (asked === "Do it")
        return known.length === 0
          ? { calls: Object.keys(paths).map((name) => task(name, name)) }
          : { text: "done" };
      if (known.length === 0) return { calls: [call(`edit-${asked}`, "edit", { path: paths[asked] })] };
      return known.length === 1
        ? { calls: [call(`read-${asked}`, "read", { path: "b" })] }
        : { text: "done" };
    };

  it("both read in a result which other agent changed it, and with which call", async () => {
    const tree = await liveThroughTree({ script: script({ one: "a", two: "a" }), tools: [editTool(2)] });
    for (const [name, other] of [
      ["one", "two"],
      ["two", "one"],
    ] as const) {
      const { id } = await tree.find(other);
      const notes = (await results(tree, name)).filter((text) => text.includes("[Overlap:"));
      expect(notes, name).toHaveLength(1);
      expect(notes[0], name).toContain(`general (id ${id})`);
      expect(notes[0], name).toContain(`has changed a too, with its call edit-${other}`);
    }
  });

  it("both read this once, even if one of them waited for people in between", async () => {
    const asks = ({ tool }: { readonly tool: string }) =>
      tool === "overwrite"
        ? ({ effect: "ask", reason: "It overwrites." } as const)
        : ({ effect: "allow" } as const);
    const decided: string[] = [];
    const steps: Readonly<Record<string, readonly string[]>> = {
      one: ["edit", "overwrite", "read"],
      two: ["overwrite", "edit", "read", "overwrite"],
    };
    const tree = await liveThroughTree({
      script: ({ task: asked, results: known }) => {
        const step = steps[asked]?.[known.length];
        if (asked === "Do it" && known.length === 0)
          return { calls: [task("one", "one"), task("two", "two")] };
        if (step === undefined) return { text: "done" };
        return {
          calls: [call(`${step}-${asked}-${known.length}`, step, { path: step === "edit" ? "a" : asked })],
        };
      },
      tools: [editTool(1)],
      decide: asks,
      // Each decision is followed by another process. The agent `one` ends last.
      onWaiting: async (waiting) => {
        const next = decided.length < 2 ? "two" : "one";
        decided.push(next);
        await decideFor(waiting, next, "approve");
      },
    });
    expect(decided).toEqual(["two", "two", "one"]);
    for (const [name, other, its] of [
      ["one", "two", "edit-two-1"],
      ["two", "one", "edit-one-0"],
    ] as const) {
      const { id } = await tree.find(other);
      const notes = (await results(tree, name)).filter((text) => text.includes("[Overlap:"));
      expect(notes, name).toHaveLength(1);
      expect(notes[0], name).toContain(`general (id ${id})`);
      expect(notes[0], name).toContain(its);
    }
  });

  it("read nothing about it when the files differ, or when the first agent has ended", async () => {
    const apart = await liveThroughTree({ script: script({ one: "a", two: "b" }), tools: [editTool(2)] });
    const one = script({ one: "a" });
    const later = await liveThroughTree({
      script: (request) => {
        if (request.task !== "Do it") return script({ one: "a", two: "a" })(request);
        return request.results.length === 1 ? { calls: [task("two", "two")] } : one(request);
      },
      tools: [editTool(1)],
    });
    for (const tree of [apart, later])
      for (const name of ["one", "two"])
        expect((await results(tree, name)).join("\n")).not.toContain("[Overlap:");
  });
});
