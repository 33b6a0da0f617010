// The pictures of docs/screens: a name each, and how to get to it. `open` resolves when the page shows what is meant.

/** Tasks of seeded runs, as their links in the list begin. */
const STORIES = {
  few: /The nightly totals are off/,
  many: /Move the order history/,
  waiting: /Find why checkout latency doubled/,
  thousand: /Move all 212 services/,
  failed: /Give the 2025 invoices/,
  loop: /Write a report of the March orders/,
  agents: /Look at the regions from three sides/,
};
const TWO = ["1440-light", "390-dark"];
const DESK = ["1440-light", "1440-dark"];
/** Requests for the log of a run. */
const LOG = /traces\.skeleton/;

/** Waits until no placeholder is left, and data and drawings of the page stand still. */
async function settled(page) {
  await page.locator("main .animate-pulse.bg-ink\\/8").first().waitFor({ state: "hidden" });
  await page.waitForTimeout(700);
}

async function openList(page, base, query = "") {
  await page.goto(`${base}/traces${query}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

async function addressOf(page, base, story) {
  await openList(page, base);
  return await page.getByRole("link", { name: STORIES[story] }).first().getAttribute("href");
}

/** Opens the trace page of a seeded run. `more` receives the page and the address without a query. */
function trace(story, more = async () => undefined) {
  return async (page, { base, isPhone }) => {
    const address = await addressOf(page, base, story);
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await settled(page);
    await more(page, { address, isPhone });
    await settled(page);
  };
}

/** The trace page with its inspector closed. */
const wide = (story) =>
  trace(story, async (page) => {
    await page.getByRole("button", { name: "Show the inspector" }).click();
  });

/** The trace page of a seeded run as of an entry. */
const past = (story, sequence) =>
  trace(story, async (page, { address }) => {
    await page.goto(`${address}?at=${address.split("/").at(-1)}:${sequence}`);
    await page.getByText(`at #${sequence} of`).waitFor();
  });

/** A page whose log fails to load, or never arrives. */
function withLog(fate, open) {
  return async (page, place) => {
    await page.route(LOG, (route) => (fate === "fails" ? route.abort() : undefined));
    await open(page, place);
  };
}

/** Opens the trace of a seeded run directly, without waiting for its log. */
const unread = (story) => async (page, place) => {
  await page.goto(await addressOf(page, place.base, story));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForTimeout(4_000);
};

const list =
  (query) =>
  async (page, { base }) => {
    await openList(page, base, query);
    await settled(page);
  };

/** The trace page of a seeded run in another view than the graph. */
const view = (story, name) =>
  trace(story, async (page, { address }) => {
    await page.goto(`${address}?view=${name}`);
  });

/** A page of the workspace by its path. */
const at =
  (path) =>
  async (page, { base }) => {
    await page.goto(`${base}/${path}`);
    await page.locator("h1").first().waitFor();
    await settled(page);
  };

/** The conversation of a seeded run. */
const conversation =
  (story) =>
  async (page, { base }) => {
    await page.goto(await addressOf(page, base, story));
    await page.getByRole("link", { name: "Conversation" }).click();
    await page.waitForURL(/\/chat\//);
    await settled(page);
  };

const TRACES = [
  { name: "trace", open: trace("few") },
  { name: "trace-failed", open: trace("failed") },
  { name: "trace-failed-closed", open: wide("failed"), variants: DESK },
  { name: "trace-waiting", open: trace("waiting") },
  { name: "trace-waiting-closed", open: wide("waiting"), variants: DESK },
  { name: "trace-agents", open: trace("agents"), variants: TWO },
  { name: "trace-long", open: trace("many"), variants: TWO },
  { name: "trace-thousand-closed", open: wide("thousand"), variants: DESK },
  { name: "trace-loop", open: trace("loop"), variants: TWO },
  { name: "trace-past", open: past("failed", 116), variants: TWO },
  { name: "trace-transcript", open: view("failed", "transcript"), variants: TWO },
  { name: "trace-timeline", open: view("waiting", "timeline"), variants: TWO },
  { name: "trace-table", open: view("failed", "table"), variants: ["1440-light"] },
  { name: "trace-context", open: view("failed", "context"), variants: TWO },
  { name: "trace-loading", open: withLog("never arrives", unread("few")), variants: TWO },
  { name: "trace-error", open: withLog("fails", unread("few")), variants: TWO },
  {
    name: "trace-offline",
    variants: TWO,
    open: trace("waiting", async (page) => {
      await page.context().setOffline(true);
      await page.waitForTimeout(6_000);
    }),
  },
  { name: "traces", open: list("") },
  { name: "traces-no-match", open: list("?q=%22nothing%20like%20it%22"), variants: TWO },
];

const CHATS = [
  { name: "chat", open: conversation("few") },
  { name: "chat-agents", open: conversation("agents"), variants: TWO },
  { name: "chat-new", open: at("chat"), variants: TWO },
];

const PAGES = [
  ["inbox", "inbox"],
  ["mentions", "mentions"],
  ["memory-entries", "memory"],
  ["memory-review", "memory?tab=review"],
  ["memory-tidy", "memory?tab=tidy"],
  ["memory-profile", "memory?tab=profile"],
  ["memory-experiences", "memory?tab=experiences"],
  ["skills", "skills"],
  ["agents", "agents"],
  ["tools", "tools"],
  ["usage", "usage"],
  ["settings-models", "settings/models"],
  ["settings-members", "settings/members"],
  ["settings-permissions", "settings/permissions"],
  ["settings-mcp", "settings/mcp"],
  ["settings-secrets", "settings/secrets"],
  ["settings-audit", "settings/audit"],
].map(([name, path]) => ({ name, open: at(path), variants: TWO }));

export const SHOTS = [...TRACES, ...CHATS, ...PAGES];
