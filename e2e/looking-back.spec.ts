import { childIds } from "@goaltrace/core/goals";
import {
  applyTiming,
  createTiming,
  criticalPath,
  deriveGraph,
  sumPath,
  tipOf,
  type PathSums,
} from "@goaltrace/core/graph";
import { emptyProjection, projectEntry, toOutline, type Entry } from "@goaltrace/core/log";
import { readExport } from "@goaltrace/core/reading";
import { expect, test, type Page } from "@playwright/test";
import { IS_SOAK } from "../apps/cli/test/support/soak.ts";
import { formatCost, formatDuration, formatTokens } from "../apps/web/src/lib/format.ts";
import { findStory } from "./support/debugger.ts";
import { OWNER, signIn } from "./support/owner.ts";

const LOCALE = "en";
/** A run that waits, and one that was compacted and failed; in soak, also one that completed and one with errors along the way. */
const STORIES = [
  "Find why checkout latency doubled",
  "Give the 2025 invoices their new numbers",
  ...(IS_SOAK ? ["The nightly totals are off", "Write a report of the March orders"] : []),
];
/** Moments of each run, as shares of its log: its beginning, places in between, and just before its end. */
const MOMENTS = IS_SOAK ? [0.02, 0.2, 0.4, 0.6, 0.8, 0.99] : [0.02, 0.4, 0.99];
const STATUS = { queued: "Queued", running: "Running", waiting: "Waiting", failed: "Failed" } as const;

for (const story of STORIES)
  test(`"${story}" shows at any moment what its log holds up to there, and nothing later`, async ({
    page,
    baseURL,
  }) => {
    await signIn(page);
    const address = await findStory(page, story);
    const log = await exportedLog(page, { id: address.split("/").at(-1) ?? "", origin: baseURL ?? "" });
    for (const share of MOMENTS) {
      const until = Math.max(2, Math.floor(log.length * share));
      // The page shows the moments of entries that views draw.
      const past = log.slice(
        0,
        1 + log.findLastIndex((entry, index) => index < until && toOutline(entry) !== null),
      );
      const sequence = past.at(-1)?.sequence ?? 0;
      // Cards show the figures of results, and all of these runs fit.
      await page.goto(`${address}?at=${address.split("/").at(-1) ?? ""}:${sequence}&distance=cards`);
      await expect(page.getByText(`at #${sequence} of`)).toBeVisible();
      await expectFigures(page, past);
      await expectGoals(page, past);
      const newest = log.findLast((entry) => toOutline(entry) !== null)?.sequence ?? 0;
      const later = newest - sequence;
      await expect(page.getByText(`${later} later ${later === 1 ? "entry" : "entries"}`)).toBeVisible();
      await expectNothingLater(page, past, log);
    }
  });

async function exportedLog(
  page: Page,
  { id, origin }: { readonly id: string; readonly origin: string },
): Promise<readonly Entry[]> {
  const url = `/api/w/${OWNER.slug}/traces/export`;
  let lines: readonly string[] = [];
  // Tests beside this one export as well, and the exports that a person may run at a time are limited.
  await expect(async () => {
    const response = await page.request.post(url, {
      form: { ids: id },
      headers: { origin },
    });
    expect(response.status()).toBe(200);
    lines = (await response.text()).split("\n");
  }).toPass();
  return readExport(lines).entries;
}

/** Compares the header and the facts of the run with a fold of the log. */
async function expectFigures(page: Page, past: readonly Entry[]): Promise<void> {
  const { status, totals } = past.reduce(projectEntry, emptyProjection());
  const overview = page.getByRole("region", { name: "Run overview" });
  const fact = (name: string): ReturnType<typeof overview.locator> =>
    overview.locator(`dt:text-is("${name}") + dd`);
  await expect(fact("Model calls")).toHaveText(String(totals.modelCalls));
  await expect(fact("Tool calls")).toHaveText(String(totals.toolCalls));
  await expect(fact("Failed calls")).toHaveText(totals.errors === 0 ? "none" : String(totals.errors));
  await expect(fact("Tokens out")).toHaveText(formatTokens(totals.outputTokens, LOCALE));
  const price = totals.cost === null ? "no price" : formatCost(totals.cost, LOCALE);
  const cost = totals.modelCalls === 0 ? "–" : price;
  await expect(fact("Cost")).toHaveText(cost);
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(header.locator('dt:has(span:text-is("Cost")) + dd')).toHaveText(cost);
  const { worked, waited } = lengthOf(past);
  await expect(header.locator('dt:text-is("Worked") + dd')).toHaveText(formatDuration(worked));
  const waits = waited < 1_000 ? [] : [formatDuration(waited)];
  await expect(header.locator('dt:text-is("waited") + dd')).toHaveText(waits);
  await expect(
    header.getByText(`${STATUS[status as keyof typeof STATUS]} then`, { exact: true }),
  ).toBeVisible();
}

/** Returns the length of a run, worked and waited, up to the end of the log. */
function lengthOf(past: readonly Entry[]): PathSums {
  const timing = createTiming();
  for (const entry of past) {
    const outline = toOutline(entry);
    if (outline !== null) applyTiming(timing, outline);
  }
  return sumPath(criticalPath(timing, tipOf(timing, null)).pieces);
}

/** Compares the plan, its statuses, and the results of the graph with a fold of the log. */
async function expectGoals(page: Page, past: readonly Entry[]): Promise<void> {
  const graph = deriveGraph(
    "",
    past.flatMap((entry) => toOutline(entry) ?? []),
  );
  const goals = [...graph.goals.values()].filter(({ parentId }) => parentId !== null);
  const tree = page.getByRole("tree", { name: "Goals" });
  await expect(tree.getByRole("treeitem")).toHaveCount(goals.length + 1);
  const done = goals.filter(({ status }) => status === "completed").length;
  const all = goals.filter(({ status }) => status !== "abandoned").length;
  const branches = [...graph.agents.values()].filter(({ branch }) => branch !== null);
  const lost = branches.filter(({ end }) => end !== null && end.status !== "completed").length;
  const givenUp = goals.length - all + lost;
  const count = `${done} of ${all} done${givenUp === 0 ? "" : `, ${givenUp} given up`}`;
  if (all > 0) await expect(page.getByText(count, { exact: true })).toBeVisible();
  for (const goal of goals) {
    const words = { completed: "Completed", failed: "Failed", abandoned: "Abandoned", pending: "Pending" };
    const word = goal.status === "in_progress" ? "(Running|Waiting)" : words[goal.status];
    const title = goal.title.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    await expect(tree.getByRole("treeitem", { name: new RegExp(`^${word} .*${title}`) })).toHaveCount(1);
    const { totals, worked } = graph.edges.get(goal.id) ?? {};
    const isCard = graph.nodes.has(goal.id) && childIds(graph, goal.id).every((id) => !graph.nodes.has(id));
    if (!isCard || totals === undefined || worked === undefined || totals.turns === 0) continue;
    const card = page.locator(`[data-card="${goal.id}"]`);
    const result = goal.abandonReason ?? goal.summary;
    if (result !== null) await expect(card).toContainText(result.replaceAll("`", ""));
    const figures = [formatDuration(worked.ms), formatCost(totals.cost ?? 0, LOCALE)];
    for (const figure of figures) await expect(card).toContainText(figure);
  }
}

/** Looks for results and descriptions that only the rest of the log holds. */
async function expectNothingLater(page: Page, past: readonly Entry[], log: readonly Entry[]): Promise<void> {
  const known = textsOf(past).join("\n");
  const later = textsOf(log.slice(past.length)).filter((text) => text.length > 12 && !known.includes(text));
  await expect
    .poll(async () => {
      const shown = await page.getByRole("main").innerText();
      return later.filter((text) => shown.includes(text));
    })
    .toEqual([]);
}

function textsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === "message") return [entry.description];
    if (entry.kind !== "event" || entry.type !== "goals.changed") return [];
    return entry.data.operations.flatMap((operation) => {
      if (operation.op === "created") return [operation.title];
      return operation.op === "status" ? [operation.summary ?? "", operation.reason ?? ""] : [];
    });
  });
}
