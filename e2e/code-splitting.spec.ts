import { expect, test, type Page } from "@playwright/test";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Find the total of all orders, even if the first way fails";
/** A word of React Flow's that is in its code and nowhere else. */
const GRAPH_CODE = "react-flow__pane";

let slug: string;

test.setTimeout(120_000);
test.beforeAll(async () => {
  slug = await makeWorkspace("trace-pieces");
});

/** What a page asks for from now on: procedures by name, and the text of scripts. */
function watchLoading(page: Page): {
  readonly asked: readonly string[];
  /** How the log was packed on its way. */
  readonly encodings: ReadonlySet<string>;
  scripts(): Promise<readonly string[]>;
} {
  const asked: string[] = [];
  const encodings = new Set<string>();
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/trpc/")) asked.push(...pathname.slice("/api/trpc/".length).split(","));
    if (pathname.startsWith("/api/trpc/traces.skeleton"))
      encodings.add(response.headers()["content-encoding"] ?? "none");
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  return { asked, encodings, scripts: async () => Promise.all(scripts) };
}

/** The page gets what may be wanted next piece by piece while it is idle: more often than there are pieces. */
const IDLE_TIMES = 12;

async function idleTimes(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let time = 0; time < count; time += 1)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
  }, times);
}

async function openedRun(page: Page): Promise<string> {
  await page.goto(`/w/${slug}/traces`);
  const run = page.getByRole("link", { name: /Find the total/ }).first();
  await expect(run).toBeVisible();
  return (await run.getAttribute("href")) ?? "";
}

test("the page of a run says what run it is before any script, and asks for its log once", async ({
  page,
}) => {
  await signIn(page);
  await runTask(page, slug, TASK);
  await expect(page.getByText("594.49").filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 });
  const trace = await openedRun(page);
  const html = await (await page.request.get(trace)).text();
  expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe(TASK);

  const loading = watchLoading(page);
  await page.goto(trace);
  await expect(page.locator("[data-card]").first()).toBeVisible();
  await idleTimes(page, IDLE_TIMES);
  const times = (procedure: string): number => loading.asked.filter((one) => one === procedure).length;
  expect(times("traces.skeleton")).toBe(1);
  expect([...loading.encodings]).toEqual(["gzip"]);
  expect(times("traces.get")).toBe(0);
  expect((await loading.scripts()).some((text) => text.includes(GRAPH_CODE))).toBe(true);
});

test("a phone, which shows no graph, never loads the code of it", async ({ page }) => {
  await signIn(page);
  const trace = await openedRun(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const loading = watchLoading(page);
  await page.goto(trace);
  await expect(page.getByRole("tree")).toBeVisible();
  for (const name of ["Transcript", "Timeline", "Details"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
  }
  await idleTimes(page, IDLE_TIMES);
  const scripts = await loading.scripts();
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((text) => text.includes(GRAPH_CODE))).toEqual([]);
});
