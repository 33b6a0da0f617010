import { expect, test, type Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Find the total of all orders, even if the first way fails";
/** A class name that occurs only in the code of React Flow. */
const GRAPH_CODE = "react-flow__pane";

let slug: string;
test.beforeAll(async () => {
  slug = await makeWorkspace("code-splitting");
});

type Loading = {
  readonly procedures: readonly string[];
  /** The content encodings of the log. */
  readonly encodings: ReadonlySet<string>;
  scripts(): Promise<readonly string[]>;
};

/** Records the requests of the page that opens next: procedures by name, and the text of scripts. */
async function watchLoading(page: Page): Promise<Loading> {
  // The page before may still load something, whose text is gone with that page.
  await page.goto("about:blank");
  const procedures: string[] = [];
  const encodings = new Set<string>();
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/trpc/")) procedures.push(...pathname.slice("/api/trpc/".length).split(","));
    if (pathname.startsWith("/api/trpc/traces.skeleton"))
      encodings.add(response.headers()["content-encoding"] ?? "none");
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  return { procedures, encodings, scripts: async () => Promise.all(scripts) };
}

/** More idle periods than chunks to preload, because the page preloads one chunk per idle period. */
const IDLE_PERIODS = 12;

async function waitForIdlePeriods(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let time = 0; time < count; time += 1)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
  }, times);
}

async function findRunPath(page: Page): Promise<string> {
  await page.goto(`/w/${slug}/traces`);
  const run = page.getByRole("link", { name: /Find the total/ }).first();
  await expect(run).toBeVisible();
  return (await run.getAttribute("href")) ?? "";
}

test("the HTML of a run contains its title, and the page requests its log once", async ({ page }) => {
  await signIn(page);
  await runTask(page, slug, TASK);
  await expect(page.getByText("594.49").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  const trace = await findRunPath(page);
  const html = await (await page.request.get(trace)).text();
  expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe(TASK);

  // A server that is too busy sends the page without the run's record, and the page requests it.
  await expect(async () => {
    const loading = await watchLoading(page);
    await page.goto(trace);
    await expect(page.locator("[data-card]").first()).toBeVisible();
    await waitForIdlePeriods(page, IDLE_PERIODS);
    const times = (procedure: string): number =>
      loading.procedures.filter((name) => name === procedure).length;
    expect(times("traces.skeleton")).toBe(1);
    expect([...loading.encodings]).toEqual(["gzip"]);
    expect((await loading.scripts()).some((text) => text.includes(GRAPH_CODE))).toBe(true);
    expect(times("traces.get")).toBe(0);
  }).toPass();
});

test("pages do not contain the texts of the interface that they do not show", async ({ page }) => {
  const html = await (await page.request.get("/signin")).text();
  expect(html).toContain("Password");
  for (const text of ["Sub-agents", "Transcript", "子智能体"]) expect(html).not.toContain(text);
  const loading = await watchLoading(page);
  await page.goto("/signin");
  await untilHydrated(page);
  const catalogs = (await loading.scripts()).filter((text) => text.includes("Sub-agents"));
  expect(catalogs).toHaveLength(1);
  expect((await loading.scripts()).filter((text) => text.includes("子智能体"))).toEqual([]);
});

test("a phone loads the code of the graph only with its tab", async ({ page }) => {
  await signIn(page);
  const trace = await findRunPath(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const loading = await watchLoading(page);
  await page.goto(`${trace}?view=transcript`);
  await untilHydrated(page);
  for (const name of ["Goals", "Transcript", "Timeline", "Details"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
  }
  await waitForIdlePeriods(page, IDLE_PERIODS);
  const scripts = await loading.scripts();
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((text) => text.includes(GRAPH_CODE))).toEqual([]);
  await page.getByRole("tab", { name: "Graph" }).click();
  await expect(page.locator("[data-card]").first()).toBeVisible();
  expect((await loading.scripts()).some((text) => text.includes(GRAPH_CODE))).toBe(true);
});
