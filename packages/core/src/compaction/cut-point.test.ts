import { expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
import { chooseCut, safeCuts } from "./cut-point.ts";
import { buildView } from "../context/view.ts";

const tokenizer = { count: (text: string): number => text.length };

it("never cuts between a call and its results", () => {
  const log = buildLog();
  log.user("go");
  log.assistant({ calls: [{ id: "a" }, { id: "b" }] });
  log.tool("a");
  log.tool("b");
  log.assistant({ text: "seen" });
  const view = buildView(log.entries, tokenizer);
  expect(safeCuts(view.items, []).map((cut) => cut.index)).toEqual([5, 4, 1]);
});

it("keeps a call that has no result yet", () => {
  const log = buildLog();
  log.user("go");
  log.assistant({ calls: [{ id: "a" }] });
  expect(safeCuts(buildView(log.entries, tokenizer).items, []).map((cut) => cut.index)).toEqual([1]);
});

it("prefers a cut where a goal closed over one that keeps more", () => {
  const log = buildLog();
  for (let part = 0; part < 6; part += 1) {
    log.user("part");
    log.assistant({ text: "answer" });
    if (part === 3)
      log.goals({ op: "status", goalId: "root", status: "completed", summary: "done", reason: null });
  }
  const view = buildView(log.entries, tokenizer);
  const cut = chooseCut(safeCuts(view.items, view.closes), 20, 70);
  expect(cut).toMatchObject({ goalClosed: true, index: 8 });
});
