import { expect } from "@playwright/test";
import { logFaults } from "../apps/cli/test/support/log-laws.ts";
import { createRandom } from "../apps/cli/test/support/random.ts";
import { expectRested, expectShown, lastTurn } from "./support/chat-turn.ts";
import { openHostileWorkspace } from "./support/hostile-workspace.ts";
import { createKey, lastTraceOf } from "./support/keys.ts";
import { runTask, sendSignInForm } from "./support/owner.ts";
import { test } from "./support/own-server.ts";
import { createPacedModel, sums, SUMS_END } from "./support/paced-model.ts";
import { killPart, type Part } from "./support/processes.ts";
import { watchTrace } from "./support/watcher.ts";
import { makeWorkspace } from "./support/workspace.ts";

const WATCHERS = 5;
/** Two hit a web that was never and one that was already killed in this run; `npm run soak` asks for more, at more moments of a run. */
const WEB_KILLS = Number(process.env["E2E_WEB_KILLS"] ?? 2);
/** The model takes at most so many steps between two kills. */
const MOST_STEPS = 3;
/** A step is the request, its answer, the call's start, its result and the sums. */
const ENTRIES_OF_STEP = 4;
/** The whole tour takes about ten seconds; a take-over may take fifteen more, twice. */
const PATIENCE_MS = 90_000;

test.skip(process.platform !== "linux", "finds the processes to kill in /proc");
test.setTimeout(PATIENCE_MS + 60_000);

let slug: string;
let key: string;
test.beforeAll(async ({ server }) => {
  const { email } = server.owner;
  slug = await makeWorkspace("survives", { server, email });
  key = await createKey(server, { slug, email });
});
test.beforeEach(async ({ page, server }) => {
  await page.goto(`/w/${slug}/traces`);
  await sendSignInForm(page, server.owner);
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/`));
});

test("kill -9 of the web, again and again in one run: streams and page go on without gap or double", async ({
  page,
  server,
}) => {
  const seed = Number(process.env["E2E_SEED"] ?? Date.now() % 1_000_000);
  process.stdout.write(`E2E_SEED=${seed}\n`);
  const random = createRandom(seed);
  const model = createPacedModel("paced", sums(WEB_KILLS * MOST_STEPS));
  const workspace = await openHostileWorkspace(page, { slug, cases: [model.modelCase] });
  try {
    const { conversationId, traceId } = await workspace.start("paced", "Add up until you are told to stop");
    await page.goto(`/w/${slug}/chat/${conversationId}`);
    const address = { base: server.address, key, traceId };
    const watchers = Array.from({ length: WATCHERS }, () => watchTrace(address, PATIENCE_MS));
    for (let kill = 1; kill <= WEB_KILLS; kill += 1) {
      const seen = watchers[0]?.sequences.length ?? 0;
      const steps = 1 + Math.floor(random() * MOST_STEPS);
      const moment = seen + Math.ceil(random() * steps * ENTRIES_OF_STEP);
      const before = watchers.map((watcher) => watcher.opened());
      model.allow(steps);
      await expect
        .poll(() => watchers[0]?.sequences.length, {
          intervals: [5],
          timeout: PATIENCE_MS,
          message: `moment ${moment}`,
        })
        .toBeGreaterThanOrEqual(moment);
      expect(await killPart("web", server.home)).toBeGreaterThan(0);
      await expect
        .poll(() => watchers.every((one, index) => one.opened() > (before[index] ?? 0)), {
          timeout: PATIENCE_MS,
          message: `watchers are back after kill ${kill}`,
        })
        .toBe(true);
    }
    model.allow(WEB_KILLS * MOST_STEPS + 1);
    await Promise.all(watchers.map(async ({ ended }) => await ended));
    await expectRested(page, "paced", PATIENCE_MS);
    await expect(lastTurn(page).getByText(SUMS_END)).toBeVisible();
    const { entries } = await workspace.read("paced", traceId);
    const whole = entries.map((entry) => entry.sequence);
    for (const { sequences } of watchers) expect(sequences).toEqual(whole);
    expect(logFaults(entries)).toEqual([]);
    await expectShown(lastTurn(page), entries);
  } finally {
    await workspace.close();
  }
});

/** A database that somebody else runs is theirs to start again, so it is not killed. */
const everything: readonly Part[] = process.env.DATABASE_URL
  ? ["web", "worker"]
  : ["web", "worker", "database"];

for (const parts of [["worker"] as const, everything]) {
  test(`kill -9 of ${parts.join(", ")} in the middle of a run loses nothing, doubles nothing, and every watcher goes on`, async ({
    page,
    server,
  }) => {
    await runTask(page, slug, "Work through a long checklist");
    const traceId = await lastTraceOf({ base: server.address, key, page });
    const address = { base: server.address, key, traceId };
    const watchers = Array.from({ length: WATCHERS }, () => watchTrace(address, PATIENCE_MS));
    await expect.poll(() => watchers[0]?.sequences.length, { intervals: [50] }).toBeGreaterThan(20);
    for (const part of parts) expect(await killPart(part, server.home), part).toBeGreaterThan(0);
    await Promise.all(watchers.map(async ({ ended }) => await ended));
    const last = watchers[0]?.sequences.at(-1) ?? 0;
    for (const { sequences } of watchers)
      expect(sequences).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    if (parts.some((part) => part !== "worker"))
      expect(watchers.every((watcher) => watcher.reconnects() > 0)).toBe(true);
    // The page that was open all the time shows the end as well, without being loaded again.
    await expect(page.getByText("All 12 points are done.").first()).toBeVisible({ timeout: PATIENCE_MS });
    await page.goto(`/w/${slug}/traces/${traceId}`);
    await expect(
      page.getByRole("banner").or(page.getByRole("main")).getByText("Completed").first(),
    ).toBeVisible();
  });
}
