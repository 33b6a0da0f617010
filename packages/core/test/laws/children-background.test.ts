import { describe, expect, it, vi } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { dieAtEach } from "./die-at-each.ts";
import { decideFor, liveThroughTree, type Tree, type TreeRequest } from "./tree-lives.ts";

const call = (id: string, name: string, input: unknown = {}) => ({
  ...{ id, name, arguments: JSON.stringify(input) },
});
const background = (id: string, prompt: string, more: object = {}) =>
  call(id, "task", { prompt, background: true, ...more });

const ASKS = { effect: "ask", reason: "It writes." } as const;
const ALLOWED = { effect: "allow" } as const;

const isEvent = (entry: Entry, type: string): boolean => entry.kind === "event" && entry.type === type;
const reportsIn = (texts: readonly string[]): number =>
  texts.filter((text) => text.startsWith("[agent=")).length;

async function statuses(tree: Tree): Promise<readonly string[]> {
  return (await tree.family()).map(({ task, status }) => `${task} ${status}`);
}

/** The results and the messages in the log of a run, in order. */
async function read(tree: Tree, task: string): Promise<readonly string[]> {
  return (await tree.entries(task)).flatMap((entry) => {
    if (entry.kind !== "message" || entry.role === "assistant") return [];
    if (entry.role === "tool") return [`${entry.toolName}: ${entry.output}`];
    return entry.parts.flatMap((part) => (part.type === "text" ? [`${entry.author}: ${part.text}`] : []));
  });
}

/** The root starts two agents in the background, reads meanwhile, and answers before it has their reports. */
function twoInTheBackground({ task, results, texts }: TreeRequest): WireAnswer {
  if (task !== "Do it") {
    if (results.length > 0) return { text: `${task}: ${results.join("; ")}` };
    return { calls: [call("c", task === "look" ? "read" : "write", { path: task })] };
  }
  if (results.length === 0) return { calls: [background("t1", "look"), background("t2", "change")] };
  if (results.length === 2) return { calls: [call("own", "read", { path: "own" })] };
  return { text: reportsIn(texts) === 2 ? "all done" : "I wait for the rest." };
}

describe("background agents", () => {
  it("work beside their run, which reads their reports as messages before its next call", async () => {
    const tree = await liveThroughTree({ script: twoInTheBackground });
    expect(await statuses(tree)).toEqual(["Do it completed", "look completed", "change completed"]);
    const texts = await read(tree, "Do it");
    expect(texts.filter((text) => text.startsWith("task:"))).toEqual([
      expect.stringContaining("works in the background"),
      expect.stringContaining("works in the background"),
    ]);
    const reports = texts.filter((text) => text.startsWith("agent: "));
    expect(reports.join("\n")).toContain("look: content of look");
    expect(reports.join("\n")).toContain("change: wrote change");
    expect(reports).toHaveLength(2);
    const answers = (await tree.entries("Do it")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "assistant" ? [entry.text] : [],
    );
    expect(answers.at(-1)).toBe("all done");
  });

  it.each([true, false])(
    "start once, act once and report once when a process dies at any append, committed: %s",
    async (isCommitted) => {
      await dieAtEach(isCommitted, async (deathAt) => {
        const tree = await liveThroughTree({
          ...{ script: twoInTheBackground, deathAt, isCommitted },
          decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
          onWaiting: async (waiting) => await decideFor(waiting, "change", "approve"),
        });
        const name = `death at ${deathAt}`;
        expect(await statuses(tree), name).toEqual([
          ...["Do it completed", "look completed", "change completed"],
        ]);
        const entries = await tree.entries("Do it");
        for (const type of ["child.spawned", "child.finished"])
          expect(
            entries.filter((entry) => isEvent(entry, type)),
            name,
          ).toHaveLength(2);
        const reports = (await read(tree, "Do it")).filter((text) => text.startsWith("agent: "));
        expect(reports, name).toHaveLength(2);
        expect(tree.bench.tools.count("write"), name).toBeLessThanOrEqual(1);
        return tree.appends;
      });
    },
  );

  it("let the run wait without a worker when all of them wait for people", async () => {
    let waits = 0;
    const tree = await liveThroughTree({
      script: twoInTheBackground,
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async (waiting) => {
        waits += 1;
        expect(await statuses(waiting)).toEqual(["Do it waiting", "look completed", "change waiting"]);
        expect(await waiting.find("Do it")).toMatchObject({ waitingFor: "children" });
        await decideFor(waiting, "change", "approve");
      },
    });
    expect(waits).toBe(1);
    expect(tree.bench.tools.count("write")).toBe(1);
  });

  it("end with their run when it declared so, and leave their partial work to the next turn", async () => {
    const tree = await liveThroughTree({
      script: ({ task, results }) => {
        if (task === "slow") return { calls: [call("h", "hold")] };
        return results.length === 0
          ? { calls: [background("t1", "slow", { at_end: "cancel" })] }
          : { text: "done" };
      },
    });
    expect(await statuses(tree)).toEqual(["Do it completed", "slow cancelled"]);
    expect(await read(tree, "Do it")).toContainEqual(
      expect.stringMatching(/^agent: \[agent="general" .*was canceled; what follows is partial work/),
    );
  });

  it("are canceled by their run, which reads what they have done", async () => {
    const tree = await liveThroughTree({
      script: ({ task, results }) => {
        if (task === "slow") return { calls: [call("h", "hold")] };
        if (results.length === 0) return { calls: [background("t1", "slow", { name: "snail" })] };
        if (results.length === 1)
          return { calls: [call("x", "cancel_agent", { agent: "snail", reason: "It takes too long." })] };
        return { text: "done" };
      },
    });
    expect(await statuses(tree)).toEqual(["Do it completed", "slow cancelled"]);
    const texts = await read(tree, "Do it");
    expect(texts).toContainEqual(expect.stringMatching(/^cancel_agent: .*was canceled/));
    // The result has the report, so no message repeats it.
    expect(texts.filter((text) => text.startsWith("agent: "))).toEqual([]);
    const received = (await tree.entries("slow")).find((entry) => isEvent(entry, "signal.received"));
    expect(received).toMatchObject({
      data: { payload: { reason: "The agent that started it canceled it: It takes too long." } },
    });
  });

  it.each([
    ["all", 2],
    ["any", 1],
  ])("are awaited until %s of them have ended", async (until, least) => {
    const tree = await liveThroughTree({
      script: ({ task, results, texts }) => {
        if (task !== "Do it")
          return task === "slow" && results.length < 3
            ? { calls: [call(`p${results.length}`, "poll")] }
            : { text: `${task} ended` };
        if (results.length === 0) return { calls: [background("t1", "quick"), background("t2", "slow")] };
        if (results.length === 2) return { calls: [call("w", "wait_for_agents", { until })] };
        return { text: `${reportsIn(texts)} by message` };
      },
    });
    const texts = await read(tree, "Do it");
    const waited = texts.find((text) => text.startsWith("wait_for_agents: "));
    expect(waited?.match(/ended$/gm)?.length).toBeGreaterThanOrEqual(least);
    expect(waited).toContain("quick ended");
    expect((texts.join("\n").match(/^(slow|quick) ended$/gm) ?? []).toSorted()).toEqual([
      ...["quick ended", "slow ended"],
    ]);
    expect(await statuses(tree)).toEqual(["Do it completed", "quick completed", "slow completed"]);
  });

  it("are listed with what they wait for and how many more may start", async () => {
    let tree: Tree | undefined;
    await liveThroughTree({
      onStart: (started) => {
        tree = started;
      },
      script: async ({ task, results }) => {
        if (task !== "Do it")
          return results.length === 0 ? { calls: [call("c", "write", { path: "a" })] } : { text: "changed" };
        if (results.length === 0) return { calls: [background("t1", "change")] };
        if (results.length > 1) return { text: "It waits." };
        await vi.waitFor(async () => expect((await tree?.find("change"))?.status).toBe("waiting"));
        return { calls: [call("l", "list_agents")] };
      },
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async (waiting) => await decideFor(waiting, "change", "approve"),
    });
    if (tree === undefined) throw new Error("it did not start");
    const list = (await read(tree, "Do it")).find((text) => text.startsWith("list_agents: "));
    expect(list).toMatch(/agent="general" id="[^"]+"\] waiting for approval, 1 steps, .*: change/);
    expect(list).toContain("You may start 63 more in this run; 8 can work at a time.");
  });
});

describe("the agents that have not ended", () => {
  it("stay in the context of their run with what they wait for, even after a compaction", async () => {
    let tree: Tree | undefined;
    const notes: string[] = [];
    await liveThroughTree({
      onStart: (started) => {
        tree = started;
      },
      script: async ({ task, results, note, texts }) => {
        if (task === "change")
          return results.length === 0 ? { calls: [call("c", "write", { path: "a" })] } : { text: "changed" };
        const last = texts.at(-1) ?? "";
        if (last.startsWith("[agent=")) return { text: "done" };
        if (results.length === 0) return { calls: [background("t1", "change", { name: "writer" })] };
        notes.push(note);
        const long = (id: string) => call(id, "read", { path: id.repeat(2_000) });
        if (notes.length < 5) return { calls: [long(`r${notes.length}`)] };
        if (notes.length > 5) return { text: "It waits." };
        await vi.waitFor(async () => expect((await tree?.find("change"))?.status).toBe("waiting"));
        await tree?.bench.signal(tree.rootId, "compact", { kind: "compact", payload: { focus: null } });
        return { calls: [long("last")] };
      },
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async (waiting) => await decideFor(waiting, "change", "approve"),
    });
    if (tree === undefined) throw new Error("it did not start");
    const entries = await tree.entries("Do it");
    expect(entries.some((entry) => isEvent(entry, "compaction.finished"))).toBe(true);
    const line = /- \[agent="general" name="writer" id="[^"]+"\] waiting for approval: change/;
    expect(notes.at(-1)).toMatch(line);
  });
});

describe("messages between agents", () => {
  const isMessage = (text: string): boolean => text.startsWith("[Message from ");

  /** "scout" sends its parent a message and works until it gets one; its parent waits, and answers it. */
  function conversation({ task, results, texts }: TreeRequest): WireAnswer {
    if (task !== "Do it") {
      if (results.length === 0)
        return { calls: [call("m", "message_agent", { to: "parent", text: "found it" })] };
      if (texts.some((text) => isMessage(text))) return { text: "stopped as told" };
      return { calls: [call(`p${results.length}`, "poll")] };
    }
    const wait = (id: string) => ({ calls: [call(id, "wait_for_agents")] });
    if (results.length === 0) return { calls: [background("t1", "look", { name: "scout" })] };
    if (!texts.some((text) => isMessage(text))) return wait(`w${results.length}`);
    if (!results.some((text) => text.startsWith("Sent to")))
      return { calls: [call("s", "message_agent", { to: "scout", text: "enough" })] };
    const isOver = [...results, ...texts].some((text) => text.includes("stopped as told"));
    return isOver ? { text: "done" } : wait(`v${results.length}`);
  }

  it("arrive once and in order in both directions, whenever a process dies", async () => {
    for (const isCommitted of [true, false])
      await dieAtEach(isCommitted, async (deathAt) => {
        const tree = await liveThroughTree({ script: conversation, deathAt, isCommitted });
        const name = `death at ${deathAt}, committed: ${isCommitted}`;
        expect(await statuses(tree), name).toEqual(["Do it completed", "look completed"]);
        const received = async (task: string): Promise<readonly string[]> =>
          (await tree.entries(task)).flatMap((entry) =>
            entry.kind === "event" && entry.type === "agent.message" ? [entry.data.text] : [],
          );
        expect(await received("Do it"), name).toEqual(["found it"]);
        expect(await received("look"), name).toEqual(["enough"]);
        for (const [task, from] of [
          ["Do it", 'agent="general" name="scout"'],
          ["look", "the agent that started you"],
        ] as const)
          expect(
            (await read(tree, task)).filter((text) => text.startsWith(`agent: [Message from ${from}`)),
            name,
          ).toHaveLength(1);
        return tree.appends;
      });
  });

  it("are read by an agent whose last answer was on its way when they were sent", async () => {
    let send = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const tree = await liveThroughTree({
      script: async ({ task, results, texts }) => {
        if (task !== "Do it") {
          if (texts.some((text) => isMessage(text))) return { text: "with the message" };
          await sent;
          return { text: "without the message" };
        }
        if (results.length === 0) return { calls: [background("t1", "look", { name: "scout" })] };
        if (results.length === 1)
          return { calls: [call("m", "message_agent", { to: "scout", text: "look at b too" })] };
        send();
        return { text: "done" };
      },
    });
    const answers = (await tree.entries("look")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "assistant" ? [entry.text] : [],
    );
    expect(answers).toEqual(["without the message", "with the message"]);
  });

  it("are refused with the reason when no one can read them", async () => {
    const tree = await liveThroughTree({
      script: ({ task, results }) => {
        if (task !== "Do it") return { text: "ended" };
        if (results.length === 0) return { calls: [call("t1", "task", { prompt: "look", name: "scout" })] };
        if (results.length > 1) return { text: "done" };
        return {
          calls: ["scout", "parent", "nobody"].map((to) => call(to, "message_agent", { to, text: "hello" })),
        };
      },
    });
    const answers = (await read(tree, "Do it")).filter((text) => text.startsWith("message_agent: "));
    expect(answers).toEqual([
      expect.stringMatching(/The agent \S+ has ended, so it reads no messages/),
      expect.stringContaining("No agent started you: you work for a person."),
      expect.stringContaining('You have started no agent "nobody" in this turn.'),
    ]);
  });
});

describe("a message of a person to a run that waits for its agents", () => {
  /** The root hands out one task and answers a message of the person before it has the report. */
  const script = ({ task, results, texts }: TreeRequest): WireAnswer => {
    if (task !== "Do it") {
      if (results.length > 0) return { text: "changed it" };
      return { calls: [call("c", "write", { path: "a" })] };
    }
    if (results.length === 0) return { calls: [call("t1", "task", { prompt: "change" })] };
    if (reportsIn(texts) > 0) return { text: "done" };
    return { text: texts.includes("How far are you?") ? "It waits for you." : "not steered" };
  };

  it("reaches its next call, while the agent continues and reports later", async () => {
    for (const isCommitted of [true, false])
      await dieAtEach(isCommitted, async (deathAt) => {
        let waits = 0;
        const tree = await liveThroughTree({
          ...{ script, deathAt, isCommitted },
          decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
          onWaiting: async (waiting) => {
            waits += 1;
            const body = { kind: "steer", payload: { text: "How far are you?" } } as const;
            if (waits === 1) await waiting.bench.signal(waiting.rootId, "steer:1", body);
            else await decideFor(waiting, "change", "approve");
          },
        });
        const name = `death at ${deathAt}, committed: ${isCommitted}`;
        expect(await statuses(tree), name).toEqual(["Do it completed", "change completed"]);
        const answers = (await tree.entries("Do it")).flatMap((entry) =>
          entry.kind === "message" && entry.role === "assistant" && entry.text !== "" ? [entry.text] : [],
        );
        expect(answers, name).toEqual(["It waits for you.", "done"]);
        const texts = await read(tree, "Do it");
        expect(texts.filter((text) => text === "person: How far are you?")).toHaveLength(1);
        expect(texts.find((text) => text.startsWith("task: "))).toContain("you no longer wait for it");
        expect(tree.bench.tools.count("write"), name).toBeLessThanOrEqual(1);
        return tree.appends;
      });
  });
});
