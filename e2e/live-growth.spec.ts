import { expect, test } from "@playwright/test";
import { watchBoxes } from "./support/box-positions.ts";
import { openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel, demo } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

const MAX_STEPS = 40;
test.use({ viewport: { width: 2400, height: 900 }, contextOptions: { reducedMotion: "no-preference" } });

for (const { task, boxes } of [
  { task: "Analyze the files of this project", boxes: 4 },
  { task: "Find the total of all orders, even if the first way fails", boxes: 4 },
]) {
  test(`the graph grows during "${task}" without moving or resizing a box in the graph or on screen`, async ({
    page,
  }) => {
    const model = createPacedModel("demo", demo());
    await signIn(page);
    const slug = await makeWorkspace("growth");
    const workspace = await openHostileWorkspace(page, { slug, cases: [model.modelCase] });
    try {
      const { traceId } = await workspace.start("demo", task);
      await page.goto(`/w/${slug}/traces/${traceId}`);
      const follow = page.getByRole("button", { name: "Follow the run" });
      await expect(page.locator("[data-card]").first()).toBeVisible();
      await untilHydrated(page);
      await follow.click();
      await expect(follow).toHaveAttribute("aria-pressed", "false");
      const readPositions = await watchBoxes(page);
      const first = (await readPositions()).length;
      for (let step = 1; step <= MAX_STEPS && (await follow.isVisible()); step += 1) {
        model.allow(1);
        await expect
          .poll(async () => workspace.requestCount("demo") > step || !(await follow.isVisible()), {
            intervals: [25],
          })
          .toBe(true);
      }
      // The follow button disappears when the page knows that the run has ended.
      await expect(follow).toHaveCount(0);
      await expect.poll(async () => (await readPositions()).length).toBeGreaterThanOrEqual(first + boxes);
      const positions = await readPositions();
      const moved = positions.filter(({ inGraph, onScreen }) => inGraph.length > 1 || onScreen.length > 1);
      expect(moved).toEqual([]);
    } finally {
      await workspace.close();
    }
  });
}
