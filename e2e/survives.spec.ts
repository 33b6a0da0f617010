import { expect, test } from "@playwright/test";
import { inCheckout } from "../scripts/lib/checkout.mjs";
import { createKey, lastTraceOf } from "./support/keys.ts";
import { OWNER, runTask, signIn } from "./support/owner.ts";
import { killPart, type Part } from "./support/processes.ts";
import { watchTrace } from "./support/watcher.ts";

const HOME = inCheckout(".data-e2e");
const WATCHERS = 5;
/** The whole tour takes about ten seconds; a take-over may take fifteen more, twice. */
const PATIENCE_MS = 90_000;

test.skip(process.platform !== "linux", "finds the processes to kill in /proc");
test.setTimeout(PATIENCE_MS + 60_000);

for (const parts of [["web"], ["worker"], ["web", "worker", "database"]] satisfies Part[][]) {
  test(`O7 · W3 · kill -9 of ${parts.join(", ")} in the middle of a run loses nothing, doubles nothing, and every watcher goes on`, async ({
    page,
    baseURL,
  }) => {
    await signIn(page);
    const key = await createKey();
    await runTask(page, "Work through a long checklist");
    const traceId = await lastTraceOf({ base: baseURL ?? "", key, page });
    const address = { base: baseURL ?? "", key, traceId };
    const watchers = Array.from({ length: WATCHERS }, () => watchTrace(address, PATIENCE_MS));
    await expect.poll(() => watchers[0]?.sequences.length, { intervals: [50] }).toBeGreaterThan(20);
    for (const part of parts) expect(await killPart(part, HOME), part).toBeGreaterThan(0);
    await Promise.all(watchers.map(async ({ ended }) => await ended));
    const last = watchers[0]?.sequences.at(-1) ?? 0;
    for (const { sequences } of watchers)
      expect(sequences).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    if (parts.some((part) => part !== "worker"))
      expect(watchers.every((watcher) => watcher.reconnects() > 0)).toBe(true);
    // The page that was open all the time shows the end as well, without being loaded again.
    await expect(page.getByText("All 12 points are done.").first()).toBeVisible({ timeout: PATIENCE_MS });
    await page.goto(`/w/${OWNER.slug}/traces/${traceId}`);
    await expect(
      page.getByRole("banner").or(page.getByRole("main")).getByText("Completed").first(),
    ).toBeVisible();
  });
}
