import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { EntryDraft } from "@goaltrace/core/log";
import { turnEntries } from "../viewer/written-work.ts";
import type { TreeMember, WrittenTree } from "./written-tree.ts";

/** Each agent begins a call this often, and ends it half way. Milliseconds. */
const CALL_EVERY_MS = 800;
const SETTLE_MS = 1_000;

/** The delays from the commit of a call until the page shows its target in the row of the agent, in milliseconds, and the calls that it never showed. */
export type RowDelays = { readonly delays: readonly number[]; readonly missed: number };

/**
 * Lets all agents of a tree make calls side by side for some time, and notes when `page` shows each of them: the target of every call occurs once. `name`
 * distinguishes the calls of several measurements.
 */
export async function rowDelays(
  page: Page,
  { children }: Pick<WrittenTree, "children">,
  { name, forMs }: { readonly name: string; readonly forMs: number },
): Promise<RowDelays> {
  const seen = await page.evaluateHandle((prefix) => {
    const pattern = new RegExp(`ledger/(${prefix}-\\d+-\\d+)\\.csv`, "gu");
    const at = new Map<string, number>();
    const look = (): void => {
      for (const [, target = ""] of document.body.innerText.matchAll(pattern))
        if (!at.has(target)) at.set(target, Date.now());
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return { all: () => [...at] };
  }, name);
  const committed = new Map<string, number>();
  const until = performance.now() + forMs;
  const work = async (child: TreeMember, index: number): Promise<void> => {
    await sleep((index * CALL_EVERY_MS) / children.length);
    for (let call = 0; performance.now() < until; call += 1) {
      const target = `${name}-${index}-${call}`;
      const [start, end] = splitAtResult(turnEntries("root", target));
      await child.append(start);
      committed.set(target, Date.now());
      await sleep(CALL_EVERY_MS / 2);
      await child.append(end);
      await sleep(CALL_EVERY_MS / 2);
    }
  };
  await Promise.all(children.map(work));
  await sleep(SETTLE_MS);
  const shown = new Map(await seen.evaluate((handle) => handle.all()));
  await seen.dispose();
  const delays = [...committed].flatMap(([target, at]) => {
    const shownAt = shown.get(target);
    return shownAt === undefined ? [] : [Math.max(0, shownAt - at)];
  });
  return { delays, missed: committed.size - delays.length };
}

/** A turn up to the start of its tool, and the rest. */
function splitAtResult(
  entries: Iterable<EntryDraft>,
): readonly [readonly EntryDraft[], readonly EntryDraft[]] {
  const all = [...entries];
  const at = all.findIndex((entry) => entry.kind === "message" && entry.role === "tool");
  return [all.slice(0, at), all.slice(at)];
}
