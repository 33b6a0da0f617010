import { expect, test, type Locator, type Page } from "@playwright/test";
import { enterDebugger, openStory } from "./support/debugger.ts";
import { signIn } from "./support/owner.ts";

const STORIES = {
  failed: "Give the 2025 invoices their new numbers",
  waiting: "Find why checkout latency doubled",
  thousand: "Move all 212 services",
  completed: "Move the order history",
};

/** Without spaces: how the titles of the waiting run begin. */
const TITLES = [
  ...["Findwhycheckout", "Establishthebaseline", "Findthecause", "Databasequeries", "Gatewaylatency"],
  ...["Releasediff", "Proposeafix", "Othercallers", "Batchthelookup", "Benchmark", "Pushforreview"],
  "Writethereport",
];

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const card = (page: Page, goalId: string): Locator => page.locator(`[data-card="${goalId}"]`);

type Places = Readonly<Record<string, string>>;

/** The place of every mounted box on the screen, by its id. */
async function placesOf(page: Page): Promise<Places> {
  return await page.locator("[data-box]").evaluateAll((elements) =>
    Object.fromEntries(
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.getAttribute("data-box") ?? "", [x, y, width, height].map(Math.round).join(" ")];
      }),
    ),
  );
}

/** The places once the page is loaded and two looks in a row find the same. */
async function settledPlaces(page: Page): Promise<Places> {
  await page.evaluate(async () => await document.fonts.ready);
  let places = await placesOf(page);
  await expect
    .poll(async () => {
      const before = places;
      places = await placesOf(page);
      return JSON.stringify(places) === JSON.stringify(before);
    })
    .toBe(true);
  return places;
}

/** Expects that these boxes are where they were, and that another one is not. */
async function expectMoved(
  page: Page,
  before: Places,
  { still, moved }: { readonly still: readonly string[]; readonly moved: string },
): Promise<void> {
  const unmoved = Object.fromEntries(still.map((id) => [id, before[id]]));
  await expect.poll(async () => await placesOf(page)).toMatchObject(unmoved);
  await expect.poll(async () => (await placesOf(page))[moved]).not.toBe(before[moved]);
}

test("a failed run opens with its verdict at the first error and the failing path lit", async ({ page }) => {
  await openStory(page, STORIES.failed);
  await expect(page.getByRole("region", { name: "Where the run first went wrong" })).toBeInViewport({
    ratio: 1,
  });
  const verdict = page.getByRole("region", { name: "Where the run first went wrong" });
  await expect(verdict).toContainText("“Paid invoices keep their number.” was no longer in the context");
  await expect(verdict).toContainText("41 paid invoices have new numbers");
  await expect(page.getByText("Changed 309 rows where 268 were expected").first()).toBeInViewport();
  for (const goalId of ["change", "check", "undo"])
    await expect(card(page, goalId)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-box^="end:"]')).toBeInViewport({ ratio: 1 });
  const title = (goalId: string, text: string): Locator => card(page, goalId).getByText(text);
  await expect(title("check", "Check the paid invoices")).toHaveCSS("font-weight", "600");
  await expect(title("map", "Map old to new numbers")).toHaveCSS("font-weight", "400");
});

test("a waiting run opens at its tip", async ({ page }) => {
  await openStory(page, STORIES.waiting);
  await expect(card(page, "push")).toBeInViewport({ ratio: 1 });
});

test("an active run of a thousand goals opens with all its stages, and opens at its tip where they do not fit", async ({
  page,
}) => {
  await openStory(page, STORIES.thousand);
  for (let stage = 1; stage <= 11; stage += 1)
    await expect(page.locator(`[data-box="s${stage}"]`)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-box="planned:s12"]')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-box="s11"]')).toHaveAccessibleName(/^Waiting /);
  const tree = page.getByRole("tree", { name: "Goals" });
  await expect(tree.getByText("Health check", { exact: true }).last()).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.reload();
  await expect(card(page, "s11.7.4")).toBeInViewport({ ratio: 1 });
});

test("a completed run opens whole", async ({ page }) => {
  await openStory(page, STORIES.completed);
  await expect(page.locator('[data-box="root"]')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-box^="end:"]')).toBeInViewport();
  await expect(page.locator("[data-card]")).toHaveCount(40);
});

/** Every match by its text and how many with this text precede it, as several goals may show the same: place and size on the screen. */
async function boxesIn(page: Page, selector: string): Promise<Places> {
  return await page.locator(selector).evaluateAll((elements) => {
    const seen = new Map<string, number>();
    return Object.fromEntries(
      elements.map((element) => {
        const text = element.textContent ?? "";
        const before = seen.get(text) ?? 0;
        seen.set(text, before + 1);
        const { x, y, width, height } = element.getBoundingClientRect();
        return [`${text} ${before}`, [x, y, width, height].map(Math.round).join(" ")];
      }),
    );
  });
}

/** The place of an element in whole pixels. */
async function boxOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x = 0, y = 0 } = (await locator.boundingBox()) ?? {};
  return { x: Math.round(x), y: Math.round(y) };
}

/** In every frame from the first on that shows a verdict, where it is; null when it is gone. Each once. */
function recordPictures(): void {
  const seen: (number | null)[] = [];
  Reflect.set(globalThis, "verdicts", seen);
  const look = (): void => {
    const shown = [...document.querySelectorAll("section[aria-label*='went wrong']")].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    const y = shown[0] === undefined ? null : Math.round(shown[0].getBoundingClientRect().y);
    if ((y !== null || seen.length > 0) && seen.at(-1) !== y) seen.push(y);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens an ended run once, so that the size of its pane is known, and again without scripts: then only the server has drawn its graph. */
async function openWithoutScripts(page: Page, story: string): Promise<void> {
  await openStory(page, story);
  await expect(page.locator('[data-box^="end:"]')).toHaveCount(1);
  const { origin, pathname } = new URL(page.url());
  await page.route("**/*.js", async (route) => await route.abort());
  // A server that is too busy sends the page without its graph.
  await expect(async () => {
    await page.goto(`${origin}${pathname}`);
    await expect(page.locator(".first-picture")).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test("the page of a completed run has its graph before its script, where the script then draws it", async ({
  page,
}) => {
  await openWithoutScripts(page, STORIES.completed);
  const drawn = await boxesIn(page, ".first-picture > div");
  expect(Object.keys(drawn).length).toBeGreaterThan(30);
  await expect(page.locator(".first-picture").getByText("Run completed")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(page.locator("[data-card]")).toHaveCount(40);
  await expect(page.locator(".first-picture")).toHaveCount(0);
  await expect.poll(async () => await boxesIn(page, ".react-flow__node")).toMatchObject(drawn);
});

test("the page of a failed run has its verdict before its script, and nothing moves when the script draws it", async ({
  page,
}) => {
  // So low that the graph opens scrolled to its verdict.
  await page.setViewportSize({ width: 1440, height: 420 });
  await openWithoutScripts(page, STORIES.failed);
  const picture = page.locator(".first-picture");
  await expect(picture.getByText(/failed first, at #\d+/)).toBeInViewport();
  const drawn = await boxesIn(page, ".first-picture > div > [style]:not(section, button)");
  const verdict = await boxOf(picture.locator("section"));
  const stuck = await boxesIn(page, ".first-picture > [aria-hidden] > button");
  expect(Object.keys(drawn).length).toBeGreaterThan(3);
  expect(Object.keys(stuck).length).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: "wait" });
  await page.addInitScript(recordPictures);
  await page.reload();
  const told = page.getByRole("region", { name: "Where the run first went wrong" });
  await expect(told).toBeInViewport();
  await expect(picture).toHaveCount(0);
  await expect
    .poll(async () => await boxesIn(page, ".react-flow__node > [style]:not(section, button)"))
    .toMatchObject(drawn);
  expect(await boxesIn(page, ".react-flow [aria-hidden] > button")).toEqual(stuck);
  expect(await boxOf(told)).toEqual(verdict);
  expect(await page.evaluate(() => Reflect.get(globalThis, "verdicts") as unknown)).toEqual([verdict.y]);
});

test("a graph that was drawn for another size of the window stays hidden", async ({ page }) => {
  await openWithoutScripts(page, STORIES.completed);
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect(page.locator(".first-picture")).toBeHidden();
});

test("opening a wire moves only boxes below it, and closing restores every position", async ({ page }) => {
  await openStory(page, STORIES.waiting);
  const graph = page.getByRole("application");
  await expect(card(page, "push")).toBeVisible();
  const before = await settledPlaces(page);
  await graph.getByRole("button", { name: /^9 tool calls/ }).click();
  await expect(page).toHaveURL(/open=/);
  await expect(graph.getByRole("region", { name: /Other callers/ })).toBeVisible();
  await expectMoved(page, before, {
    still: [
      ...["root", "baseline", "cause", "queries", "gateway", "diff"],
      ...["fix", "callers", "batch", "bench"],
    ],
    moved: "push",
  });
  await graph.getByRole("button", { name: /^9 tool calls/ }).click();
  await expect(page).not.toHaveURL(/open=/);
  await expect.poll(async () => await placesOf(page)).toEqual(before);
});

test("folding a band moves nothing above it, and unfolding restores every position", async ({ page }) => {
  await openStory(page, STORIES.waiting);
  await expect(card(page, "push")).toBeVisible();
  const before = await settledPlaces(page);
  await page.getByRole("button", { name: "Collapse the goals under Find the cause" }).click();
  await expect(card(page, "queries")).toHaveCount(0);
  await expectMoved(page, before, { still: ["root", "baseline"], moved: "fix" });
  await page.getByRole("button", { name: "Show the goals under Find the cause" }).click();
  await expect.poll(async () => await placesOf(page)).toEqual(before);
});

test("changing the distance or the width keeps the selected box at its height", async ({ page }) => {
  await openStory(page, STORIES.thousand);
  const box = page.locator('[data-box="s11"]');
  await box.click();
  await settledPlaces(page);
  const before = Math.round((await box.boundingBox())?.y ?? 0);
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/distance=tiles/);
  await expect
    .poll(async () => Math.abs(((await box.boundingBox())?.y ?? 0) - before))
    .toBeLessThanOrEqual(2);
  await page.setViewportSize({ width: 1180, height: 900 });
  await expect
    .poll(async () => Math.abs(((await box.boundingBox())?.y ?? 0) - before))
    .toBeLessThanOrEqual(2);
});

test("keys reach every box in reading order, and each has a name with its state", async ({ page }) => {
  await openStory(page, STORIES.waiting);
  await enterDebugger(page);
  await expect(card(page, "push")).toBeVisible();
  const order = [
    ...["root", "baseline", "cause", "queries", "gateway", "diff"],
    ...["fix", "callers", "batch", "bench", "push"],
  ];
  const boxes = page.locator("[data-box]:not([data-box^='planned:'])");
  await expect
    .poll(
      async () =>
        await boxes.evaluateAll((elements) => elements.map((element) => element.getAttribute("data-box"))),
    )
    .toEqual(order);
  const pressed = page.locator('[data-box][aria-pressed="true"]');
  await page.keyboard.press("Home");
  await expect(pressed).toHaveAttribute("data-box", "root");
  const results = order.filter((id) => !["root", "cause", "fix"].includes(id));
  for (const id of results) {
    await page.keyboard.press("ArrowRight");
    await expect(pressed).toHaveAttribute("data-box", id);
    await expect(pressed).toHaveAccessibleName(/^(Completed|Abandoned|Waiting) .*\w/);
  }
  for (const id of ["fix", "root"]) {
    await page.keyboard.press("[");
    await expect(pressed).toHaveAttribute("data-box", id);
    await expect(pressed).toHaveAccessibleName(/^Waiting .*\w/);
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(pressed).toHaveAttribute("data-box", "cause");
});

test("the goal tree names the same goals in the same order and state as the graph", async ({ page }) => {
  await openStory(page, STORIES.waiting);
  await expect(card(page, "push")).toBeVisible();
  const inGraph = page.locator("[data-box]:not([data-box^='planned:'])");
  const inTree = page.getByRole("tree", { name: "Goals" }).getByRole("treeitem");
  const names = async (items: Locator): Promise<readonly string[]> =>
    await items.evaluateAll((elements, starts) => {
      // Both begin with state, number and title; results follow in the graph, marks in the tree. The graph says what the root is before its title.
      return elements.map((element) => {
        const text = (element.textContent ?? "").replace("The whole run", "").replace(/\s+/g, "");
        const title = starts.find((start) => text.includes(start)) ?? text;
        return text.slice(0, text.indexOf(title) + title.length);
      });
    }, TITLES);
  await expect(inGraph).toHaveCount(11);
  const shown = await names(inGraph);
  for (const name of shown) expect(name).toMatch(/^(Completed|Abandoned|Waiting)/);
  await expect
    .poll(async () => (await names(inTree)).filter((name) => !name.startsWith("Pending")))
    .toEqual(shown);
});
