import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { EntryDraft } from "@goaltrace/core/log";
import type { TreeMember, WrittenTree } from "./written-tree.ts";

/** Between two requests, and after a decision. Milliseconds. */
const PAUSE_MS = 1_500;
/** A request that is not shown by then counts as never shown. */
const PATIENCE_MS = 10_000;

/** The delays from the commit of a request until each page shows its exact path, in milliseconds; infinite for one that it never showed. */
export type RequestDelays = ReadonlyMap<string, readonly number[]>;

/** Lets a sub-agent three levels down ask for approvals, one after the other, and notes when each of these open pages shows them. */
export async function requestDelays(
  pages: ReadonlyMap<string, Page>,
  tree: Pick<WrittenTree, "children" | "nest">,
  rounds: number,
): Promise<RequestDelays> {
  const [first] = tree.children;
  if (first === undefined) throw new Error("the tree has no sub-agent");
  const second = await tree.nest(first, "Look closer");
  const third = await tree.nest(second, "Change what is wrong");
  const delays = new Map([...pages.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const path = `asked/request-${round}.txt`;
    const seen = [...pages].map(async ([name, page]) => ({ name, at: await timeOf(page, path) }));
    // Every page looks for it before it is there.
    await sleep(PAUSE_MS);
    await third.append(asks(round, path));
    const committedAt = Date.now();
    for (const above of [second, first]) await above.append([waits("children")]);
    for (const { name, at } of await Promise.all(seen)) delays.get(name)?.push(Math.max(0, at - committedAt));
    await third.append(decided(round));
    for (const above of [second, first]) await above.append([works]);
  }
  await endAgent(third);
  await endAgent(second);
  return delays;
}

/** Resolves with the time at which the page shows a text. */
async function timeOf(page: Page, text: string): Promise<number> {
  return await page.evaluate(
    async ([shown, patience]) =>
      await new Promise<number>((resolve) => {
        const look = (): void => {
          if (!document.body.innerText.includes(shown)) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(Number.POSITIVE_INFINITY);
        }, patience);
        look();
      }),
    [text, PATIENCE_MS + PAUSE_MS] as const,
  );
}

function* asks(round: number, path: string): Generator<EntryDraft> {
  const usage = { inputTokens: 900, outputTokens: 30, cachedTokens: 0, reasoningTokens: 0, estimated: false };
  const toolCallId = `write-${round}`;
  yield {
    ...{ kind: "message", role: "assistant", goalId: "root", callId: `call-${round}`, reasoning: "" },
    ...{ model: "written", text: "", description: "write_file", finishReason: "tool_calls", usage },
    toolCalls: [{ id: toolCallId, name: "write_file", arguments: JSON.stringify({ path, content: "one" }) }],
    ...{ cost: 0.001, durationMs: 500, firstTokenMs: 200 },
  };
  yield {
    ...{ kind: "event", type: "approval.requested", goalId: "root" },
    data: {
      ...{ approvalId: `approval-${round}`, toolCallId, toolName: "write_file", definitionDigest: "" },
      ...{ argumentsDigest: "", reason: "The conversation asks.", cause: "mode", expiresAt: null },
    },
  };
  yield waits("approval");
}

function* decided(round: number): Generator<EntryDraft> {
  yield {
    ...{ kind: "event", type: "approval.decided", goalId: "root" },
    data: {
      ...{ approvalId: `approval-${round}`, toolCallId: `write-${round}`, decision: "denied" },
      ...{ personId: "", reason: null, editedArguments: null, ruleId: null },
    },
  };
  yield works;
}

const waits = (waitingFor: "approval" | "children"): EntryDraft => ({
  ...{ kind: "event", type: "trace.status_changed", goalId: "root" },
  data: { status: "waiting", waitingFor },
});

const works: EntryDraft = {
  ...{ kind: "event", type: "trace.status_changed", goalId: "root" },
  data: { status: "running", waitingFor: null },
};

async function endAgent(member: TreeMember): Promise<void> {
  await member.append([
    {
      ...{ kind: "event", type: "trace.finished", goalId: "root" },
      data: { status: "completed", failure: null, summary: "Changed" },
    },
  ]);
}
