import path from "node:path";
import { expect } from "@playwright/test";
import { logFaults } from "../apps/cli/test/support/log-laws.ts";
import { createRandom } from "../apps/cli/test/support/random.ts";
import { IS_SOAK } from "../apps/cli/test/support/soak.ts";
import { expectSettled, expectShown, lastTurn } from "./support/chat-turn.ts";
import { openHostileWorkspace } from "./support/hostile-workspace.ts";
import { createKey, readLastTraceId } from "./support/keys.ts";
import { runTask, submitSignInForm } from "./support/owner.ts";
import { test } from "./support/own-server.ts";
import { createPacedModel, sums, SUMS_END } from "./support/paced-model.ts";
import { killPart, type Part } from "./support/processes.ts";
import { watchTrace } from "./support/watcher.ts";
import { makeWorkspace } from "./support/workspace.ts";

const WATCHERS = 5;
/** Two kills cover the first kill of a run and a repeated one. `npm run soak` makes more, at more moments of a run. */
const WEB_KILLS = Number(process.env["E2E_WEB_KILLS"] ?? 2);
/** The maximum number of steps between two kills. */
const MAX_STEPS = 3;
/** The approximate number of log entries per step. */
const ENTRIES_PER_STEP = 4;
/** A run takes about ten seconds; each of two lease takeovers may add fifteen. */
const TIMEOUT_MS = 180_000;

test.skip(process.platform !== "linux", "needs /proc to find the processes to kill");

let slug: string;
let key: string;
test.beforeAll(async ({ server }) => {
  const { email } = server.owner;
  slug = await makeWorkspace("survives", { server, email });
  key = await createKey(server, { slug, email });
});
test.beforeEach(async ({ page, server }) => {
  await page.goto(`/w/${slug}/traces`);
  await submitSignInForm(page, server.owner);
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/`));
});

test.afterEach(async ({ server }, info) => {
  if (info.status !== info.expectedStatus)
    await info.attach("server.log", { path: path.join(server.home, "server.log") });
});

test("streams and page stay gap-free, each entry exactly once, through repeated kill -9 of the web process", async ({
  page,
  server,
}) => {
  const seed = Number(process.env["E2E_SEED"] ?? Date.now() % 1_000_000);
  process.stdout.write(`E2E_SEED=${seed}\n`);
  const random = createRandom(seed);
  const model = createPacedModel("paced", sums(WEB_KILLS * MAX_STEPS));
  const workspace = await openHostileWorkspace(page, { slug, cases: [model.modelCase] });
  try {
    const { conversationId, traceId } = await workspace.start(
      "paced",
      "Keep adding numbers until I stop you",
    );
    await page.goto(`/w/${slug}/chat/${conversationId}`);
    const address = { base: server.address, key, traceId };
    const watchers = Array.from({ length: WATCHERS }, () => watchTrace(address, TIMEOUT_MS));
    for (let kill = 1; kill <= WEB_KILLS; kill += 1) {
      const received = watchers[0]?.sequences.length ?? 0;
      const steps = 1 + Math.floor(random() * MAX_STEPS);
      const moment = received + Math.ceil(random() * steps * ENTRIES_PER_STEP);
      const before = watchers.map((watcher) => watcher.opened());
      model.allow(steps);
      await expect
        .poll(() => watchers[0]?.sequences.length, {
          intervals: [5],
          timeout: TIMEOUT_MS,
          message: `moment ${moment}`,
        })
        .toBeGreaterThanOrEqual(moment);
      expect(await killPart("web", server.home)).toBeGreaterThan(0);
      await expect
        .poll(() => watchers.every((watcher, index) => watcher.opened() > (before[index] ?? 0)), {
          timeout: TIMEOUT_MS,
          message: `watchers reconnect after kill ${kill}`,
        })
        .toBe(true);
    }
    model.allow(WEB_KILLS * MAX_STEPS + 1);
    await Promise.all(watchers.map(async ({ ended }) => await ended));
    await expectSettled(page, "paced", TIMEOUT_MS);
    await expect(lastTurn(page).getByText(SUMS_END)).toBeVisible();
    const { entries } = await workspace.read("paced", traceId);
    const expected = entries.map((entry) => entry.sequence);
    for (const { sequences } of watchers) expect(sequences).toEqual(expected);
    expect(logFaults(entries)).toEqual([]);
    await expectShown(lastTurn(page), entries);
  } finally {
    await workspace.close();
  }
});

/** An external database is not killed, because this server cannot restart it. */
const allParts: readonly Part[] = process.env.DATABASE_URL
  ? ["web", "worker"]
  : ["web", "worker", "database"];

/** A worker alone is killed in soak; here, it dies with the others. */
for (const parts of IS_SOAK ? [["worker"] as const, allParts] : [allParts]) {
  test(`every watcher gets each entry exactly once when ${parts.join(", ")} are killed during a run`, async ({
    page,
    server,
  }) => {
    await runTask(page, slug, "Work through a long checklist");
    const traceId = await readLastTraceId({ base: server.address, key, page });
    const address = { base: server.address, key, traceId };
    const watchers = Array.from({ length: WATCHERS }, () => watchTrace(address, TIMEOUT_MS));
    await expect.poll(() => watchers[0]?.sequences.length, { intervals: [50] }).toBeGreaterThan(20);
    for (const part of parts) expect(await killPart(part, server.home), part).toBeGreaterThan(0);
    await Promise.all(watchers.map(async ({ ended }) => await ended));
    const last = watchers[0]?.sequences.at(-1) ?? 0;
    for (const { sequences } of watchers)
      expect(sequences).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    if (parts.some((part) => part !== "worker"))
      expect(watchers.every((watcher) => watcher.reconnects() > 0)).toBe(true);
    // The open page shows the end too, without a reload.
    await expect(page.getByText("All 12 points are done.").first()).toBeVisible({ timeout: TIMEOUT_MS });
    await page.goto(`/w/${slug}/traces/${traceId}`);
    await expect(
      page.getByRole("banner").or(page.getByRole("main")).getByText("Completed").first(),
    ).toBeVisible();
  });
}
