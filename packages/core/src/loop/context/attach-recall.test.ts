import { expect, it } from "vitest";
import { createPendingRecall } from "../../memory/pending-recall.ts";
import type { RunContext } from "../run-context.ts";
import { attachRecall } from "./attach-recall.ts";

it("does not look at the context while the search runs, and after it found nothing", () => {
  let looks = 0;
  const recall = createPendingRecall(() => [], { task: "Count the herons", now: () => 0, canChoose: false });
  const history = {
    get view() {
      looks += 1;
      return { items: [], memories: new Map() };
    },
  };
  const context = { environment: { recall }, history } as unknown as RunContext;
  attachRecall(context);
  attachRecall(context);
  expect(looks).toBe(0);
});
