// The pictures of docs/screens: a name each, and how to get to it. `open` resolves when the page shows what is meant.

/** Tasks of seeded runs, as their links in the list begin. */
const STORIES = {
  few: /The nightly totals are off/,
  many: /Move the order history/,
  waiting: /Find why checkout latency doubled/,
  thousand: /Move all 212 services/,
  failed: /Give the 2025 invoices/,
};
const TWO = ["1440-light", "390-dark"];
const DESK = ["1440-light", "1440-dark"];
const OUTLINE = /traces\.outline|\/outline/;

/** Waits until no placeholder is left and fonts, data and drawings of the graph are there. */
async function settled(page) {
  await page.waitForFunction(() => document.querySelector("[data-skeleton]") === null);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(700);
}

const list = async (page, base, query = "") => {
  await page.goto(`${base}/traces${query}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
};

async function addressOf(page, base, story) {
  await list(page, base);
  const link = page.getByRole("link", { name: STORIES[story] }).first();
  return await link.getAttribute("href");
}

/** Opens the trace page of a seeded run, with more of the address in `query`. */
const trace = (story, query = "") => async (page, { base }) => {
  await page.goto((await addressOf(page, base, story)) + query);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settled(page);
};

/** The trace page with its inspector closed. */
const wide = (story) => async (page, place) => {
  await trace(story)(page, place);
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await settled(page);
};

export const SHOTS = [
  { name: "trace", open: trace("few") },
  { name: "trace-closed", open: wide("few"), variants: DESK },
  { name: "trace-many", open: trace("many") },
  { name: "trace-many-closed", open: wide("many"), variants: DESK },
  { name: "trace-waiting", open: trace("waiting") },
  { name: "trace-waiting-closed", open: wide("waiting"), variants: DESK },
  { name: "trace-thousand", open: trace("thousand") },
  { name: "trace-thousand-closed", open: wide("thousand"), variants: DESK },
  { name: "trace-failed", open: trace("failed") },
  { name: "trace-failed-closed", open: wide("failed"), variants: DESK },
];
