import { expect, test, type Page } from "@playwright/test";
import { signIn } from "./support/owner.ts";
import { enterDebugger, openStory, pressUntil } from "./support/debugger.ts";

const STORIES = {
  archive: "Write a report of the March orders",
  invoices: "Give the 2025 invoices their new numbers",
  totals: "The nightly totals are off",
  regions: "Which three regions have the highest",
  loop: "Take the total from reports",
};

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Opens a story and counts what a person does on its page from there on. */
async function ask(page: Page, task: string): Promise<void> {
  await openStory(page, task);
  await page.evaluate(COUNTER);
}

const COUNTER = `(() => {
  const effort = { clicks: 0, keys: 0 };
  addEventListener("pointerdown", () => (effort.clicks += 1), true);
  addEventListener("keydown", () => (effort.keys += 1), true);
  window.effort = effort;
})()`;

const MOST_CLICKS = 2;
const MOST_KEYS = 4;

/** Expects that the answer took at most two clicks, or four keys. */
async function expectCheap(page: Page): Promise<void> {
  const { clicks, keys } = await page.evaluate<{ clicks: number; keys: number }>("window.effort");
  expect(clicks, "clicks").toBeLessThanOrEqual(MOST_CLICKS);
  expect(keys, "keys").toBeLessThanOrEqual(MOST_KEYS);
}

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" }).first();
const overview = (page: Page) => page.getByRole("region", { name: "Run overview" });

test.describe("by mouse", () => {
  test("where did it first go wrong: the Why panel names and selects the call", async ({ page }) => {
    await ask(page, STORIES.archive);
    // The end of the run comes before the error after which it continued.
    await expect(
      overview(page)
        .getByText(/does not allow the key/)
        .first(),
    ).toBeVisible();
    await expect(overview(page).getByText("First error, not what ended it")).toBeVisible();
    await overview(page)
      .getByRole("button", { name: /write_file: Cannot write "..\/archive/ })
      .click();
    await expect(page).toHaveURL(/sel=[^&]+:\d+/);
    await expect(inspector(page).getByText("The path leads outside").first()).toBeVisible();
    await expectCheap(page);
  });

  test("what cost most: the overview lists the most expensive goals and calls first", async ({ page }) => {
    await ask(page, STORIES.totals);
    await expect(overview(page).getByText("Most expensive calls")).toBeVisible();
    // Calls, and goals with their share.
    for (const name of [/^#\d.*\$\d/, /\$\d.*%$/]) {
      const buttons = overview(page).getByRole("button", { name });
      await expect(buttons.nth(2)).toBeVisible();
      const costs = await buttons.allInnerTexts();
      const amounts = costs.map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]));
      expect(amounts.length).toBeGreaterThan(2);
      expect([...amounts].sort((a, b) => b - a)).toEqual(amounts);
    }
    await expectCheap(page);
  });

  test("what was retried: the overview lists every failed attempt with its reason", async ({ page }) => {
    await ask(page, STORIES.regions);
    await overview(page).getByRole("button", { name: "Events along the way" }).click();
    await expect(overview(page).getByText(/3 failed attempts/)).toBeVisible();
    await expect(
      overview(page)
        .getByText(/429|rate limit/i)
        .first(),
    ).toBeVisible();
    await expectCheap(page);
  });

  test("why did it stop: the overview shows the loop with its evidence", async ({ page }) => {
    await ask(page, STORIES.loop);
    await expect(
      overview(page)
        .getByText(/Doom loop/)
        .first(),
    ).toBeVisible();
    await expect(
      overview(page)
        .getByText(/reports\/summary.json/)
        .first(),
    ).toBeVisible();
    await expectCheap(page);
  });

  test("what did goal 2.1 do: selecting it in the tree reveals it, and its edge opens its calls", async ({
    page,
  }) => {
    await ask(page, STORIES.archive);
    await page.getByRole("treeitem", { name: /2\.1 / }).click();
    await expect(inspector(page).getByText("2 tool calls, 2 tools")).toBeVisible();
    await page
      .getByRole("application")
      .getByRole("button", { name: /^2 tool calls/ })
      .first()
      .click();
    await expect(page).toHaveURL(/open=/);
    await expect(page.getByText("write_file").first()).toBeVisible();
    await expectCheap(page);
  });

  test("which tool wrote this file: the list of files leads to the call", async ({ page }) => {
    await ask(page, STORIES.totals);
    await expect(overview(page).getByText("docs/nightly-totals.md").first()).toBeVisible();
    await overview(page)
      .getByRole("button", { name: /created by write_file/ })
      .click();
    await expect(inspector(page).getByText("write_file").first()).toBeVisible();
    await expectCheap(page);
  });

  test("what did the model see before that call, and what changed since the previous one", async ({
    page,
  }) => {
    await ask(page, STORIES.totals);
    await overview(page)
      .getByRole("button", { name: /created by write_file/ })
      .click();
    await page.getByRole("tab", { name: "Context" }).click();
    await expect(inspector(page).getByText("Tool results").first()).toBeVisible();
    await expectCheap(page);
    await inspector(page)
      .getByRole("button", { name: /Show exact request/ })
      .click();
    await expect(inspector(page).getByText("Same bytes as sent")).toBeVisible();
    await expect(inspector(page).getByText(/Since the previous call/)).toBeVisible();
  });

  test("what did the model forget, and when: the Context view names it, and the call that asked again", async ({
    page,
  }) => {
    await ask(page, STORIES.invoices);
    await page.getByRole("radio", { name: "Context", exact: true }).click();
    const forgotten = page.getByRole("region", { name: /^Dropped by the compaction at #\d+/ });
    await expect(forgotten.getByText("“Paid invoices keep their number.”")).toBeVisible();
    await expect(forgotten.getByText(/Asked again at #\d+/)).toBeVisible();
    await expectCheap(page);
    const windows = page.getByRole("slider", { name: "Windows of all calls" });
    await windows.focus();
    const before = await windows.getAttribute("aria-valuenow");
    await page.keyboard.press("ArrowLeft");
    await expect(windows).toHaveAttribute("aria-valuenow", String(Number(before) - 1));
    await expect(page).toHaveURL(/view=context.*sel=|sel=.*view=context/);
  });

  test("what was the state at step 40: every view shows that moment", async ({ page }) => {
    await ask(page, STORIES.totals);
    await page.getByRole("textbox", { name: /^Go to an entry/ }).click();
    await page.keyboard.type("40");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/[?&]at=[^&]+:40(&|$)/);
    await expectCheap(page);
    // A link of the earlier form.
    await page.goto(`${page.url().split("?")[0] ?? ""}?step=40`);
    await expect(page).toHaveURL(/\?at=[^&]+:40$/);
    await expect(page.getByText(/at #40 of/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Back to the end" })).toBeVisible();
    await expect(page.getByRole("treeitem", { name: /^Completed.* 3 / })).toHaveCount(0);
  });

  test("show me only the failing path", async ({ page }) => {
    await ask(page, STORIES.archive);
    await expect(page.getByRole("treeitem", { name: /Collect the March orders/ })).toBeVisible();
    await page.getByRole("button", { name: "Failing path only" }).click();
    await expect(page).toHaveURL(/filter=failing/);
    await expect(page.getByRole("treeitem", { name: /Collect the March orders/ })).toHaveCount(0);
    await expect(page.getByRole("treeitem", { name: /2\.1|Write the report/ }).first()).toBeVisible();
    await expectCheap(page);
  });
});

test.describe("by keyboard only", () => {
  test("what cost most, what was retried and what went wrong: one key each", async ({ page }) => {
    await ask(page, STORIES.totals);
    await enterDebugger(page);
    const dearest = overview(page)
      .getByRole("button", { name: /^#\d.*\$\d/ })
      .first();
    const number = /^#(\d+)/.exec(await dearest.innerText())?.[1] ?? "none";
    await page.keyboard.press("m");
    await expect(page).toHaveURL(new RegExp(`sel=[^&]+:${number}`));
    await expectCheap(page);
    await ask(page, STORIES.regions);
    await enterDebugger(page);
    await page.keyboard.press("r");
    await expect(
      inspector(page)
        .getByText(/429|rate limit/i)
        .first(),
    ).toBeVisible();
    await expectCheap(page);
  });

  test("where did it first go wrong, and what did the model see before that call", async ({ page }) => {
    await openStory(page, STORIES.archive);
    await enterDebugger(page);
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/sel=[^&]+:\d+/);
    await expect(inspector(page).getByText("The path leads outside").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await pressUntil(page, "Tab", page.getByRole("tab", { name: "Input/Output" }));
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/tab=context/);
    await expect(inspector(page).getByText("Tool results").first()).toBeVisible();
    await pressUntil(page, "Tab", inspector(page).getByRole("button", { name: /Show exact request/ }));
    await page.keyboard.press("Enter");
    await expect(inspector(page).getByText(/Since the previous call/)).toBeVisible();
  });

  test("which call cost most: the table sorted by cost", async ({ page }) => {
    await openStory(page, STORIES.totals);
    await enterDebugger(page);
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL(/view=table/);
    const cost = page.getByRole("columnheader", { name: /Cost/ }).getByRole("button");
    await pressUntil(page, "Tab", cost);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/sort=-?cost/);
  });

  test("why did it stop, and what was retried", async ({ page }) => {
    await openStory(page, STORIES.loop);
    await enterDebugger(page);
    await page.keyboard.press("l");
    await expect(page).toHaveURL(/sel=[^&]+:\d+/);
    await expect(inspector(page).getByText(/loop/i).first()).toBeVisible();
    await openStory(page, STORIES.regions);
    await enterDebugger(page);
    await pressUntil(page, "Tab", page.getByRole("button", { name: "Events along the way" }));
    await page.keyboard.press("Enter");
    await expect(overview(page).getByText(/3 failed attempts/)).toBeVisible();
  });

  test("what did goal 2.1 do: arrows in the tree, Space for its edge", async ({ page }) => {
    await openStory(page, STORIES.archive);
    await enterDebugger(page);
    await pressUntil(page, "Tab", page.getByRole("treeitem").first());
    await pressUntil(page, "ArrowDown", page.getByRole("treeitem", { name: /2\.1 / }));
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/open=/);
    await expect(page.getByText("write_file").first()).toBeVisible();
  });

  test("which tool wrote this file: search finds it", async ({ page }) => {
    await openStory(page, STORIES.totals);
    await enterDebugger(page);
    await page.keyboard.press("/");
    await page.keyboard.type("nightly-totals.md");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/sel=[^&]+:\d+/);
    await expect(page).toHaveURL(/q=nightly-totals/);
    await expect(
      inspector(page)
        .getByText(/write_file/)
        .first(),
    ).toBeVisible();
  });

  test("the state at an earlier step, and only the failing path", async ({ page }) => {
    await openStory(page, STORIES.archive);
    await enterDebugger(page);
    await page.keyboard.press("x");
    await expect(page).toHaveURL(/filter=failing/);
    await pressUntil(page, "Tab", page.getByRole("slider", { name: "Moment shown" }), 120);
    await page.keyboard.press("Home");
    await expect(page.getByText(/at #1 of/)).toBeVisible();
    await expect(page).toHaveURL(/at=[^&]+:1(&|$)/);
    for (const step of [1, 2, 3, 4, 5, 6]) {
      const before = page.url();
      await page.keyboard.press("ArrowRight");
      await expect(page, `step ${step}`).not.toHaveURL(before);
    }
    await expect(page.getByRole("treeitem", { name: /^Completed/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Back to the end" })).toBeVisible();
  });

  test("the palette lists the commands of the run and restores the focus", async ({ page }) => {
    await openStory(page, STORIES.archive);
    await enterDebugger(page);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("next error");
    await expect(palette.getByRole("option", { name: "Next error", exact: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/sel=[^&]+:\d+/);
    await enterDebugger(page);
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL(/view=table/);
  });

  test("the sheet lists the shortcuts of the run and can turn off single-key ones", async ({ page }) => {
    await openStory(page, STORIES.archive);
    await enterDebugger(page);
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Shortcuts" });
    await expect(sheet.getByText("Next error")).toBeVisible();
    await sheet.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
    await page.keyboard.press("Escape");
    await enterDebugger(page);
    const before = page.url();
    await page.keyboard.press("e");
    await page.keyboard.press("ArrowRight");
    // The arrow still works. It starts without a selection, which the letter key would have made.
    await expect(page).toHaveURL(/\?goal=root$/);
    expect(before).not.toContain("?");
  });
});
