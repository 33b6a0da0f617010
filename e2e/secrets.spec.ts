import { expect, test } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel } from "./support/paced-model.ts";
import { serveSite, type Site, SITE_HOSTS } from "./support/site.ts";
import { makeWorkspace } from "./support/workspace.ts";

const FIRST = "first-heron-key-0123";
const NEXT = "next-heron-key-4567";

const fetchOf = (host: string): string =>
  JSON.stringify({
    url: `http://${host}/birds`,
    headers: { authorization: "Bearer <secret>forecast</secret>" },
  });

/** Fetches from the host that may have the secret, then from another, and says that it is done; then the same again. */
const fetcher = createPacedModel("fetcher", async (turn) => {
  const step = turn % 3;
  const host = step === 0 ? SITE_HOSTS.own : SITE_HOSTS.other;
  const calls = step === 2 ? [] : [{ id: `call_${turn}`, name: "webfetch", arguments: fetchOf(host) }];
  return await Promise.resolve({ text: step === 2 ? "Asked both." : "", calls });
});

let slug = "";
let site: Site;
let workspace: HostileWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  site = await serveSite();
  slug = await makeWorkspace("secrets");
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  fetcher.allow(20);
  workspace = await openHostileWorkspace(page, { slug, cases: [fetcher.modelCase] });
});
test.afterAll(async () => {
  await workspace?.close();
  site?.close();
});

test("adds a secret that a fetch gets for its host only, finds every use, and rotates it", async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`/w/${slug}/settings/secrets`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Add a secret" }).click();
  const form = page.getByRole("form", { name: "Add a secret" });
  await form.getByLabel("Name").fill("forecast");
  await form.getByLabel("Value").fill(FIRST);
  await form.getByRole("checkbox", { name: "webfetch" }).check();
  await form.getByLabel("Domains it may be sent to").fill(`http://${SITE_HOSTS.own}`);
  await form.getByRole("button", { name: "Add secret" }).click();
  const secret = page.getByRole("listitem").filter({ hasText: "forecast" }).first();
  await expect(secret.getByRole("button", { name: "Never used" })).toBeDisabled();
  expect(await page.content()).not.toContain(FIRST);

  const run = await workspace.start("fetcher", "Ask both hosts");
  await page.goto(`/w/${slug}/chat/${run.conversationId}`);
  await expect(page.getByRole("region", { name: "Conversation" }).getByText("Asked both.")).toBeVisible();
  expect(site.requests).toEqual([`${SITE_HOSTS.own} Bearer ${FIRST}`]);

  await page.goto(`/w/${slug}/settings/secrets`);
  await untilHydrated(page);
  await secret.getByRole("button", { name: "1 use" }).click();
  const uses = page.getByRole("table", { name: "Uses of forecast" });
  await expect(uses.getByRole("row")).toHaveCount(2);
  await expect(uses).toContainText(SITE_HOSTS.own);
  await expectAccessibleEverywhere(page);
  await uses.getByRole("link", { name: "Open the call" }).click();
  await expect(page).toHaveURL(/\/traces\/.*/u);
  await expect(page.getByText(/^secret\.used #\d+$/u)).toBeVisible();
  await page.getByText("Fetched Heron forecast").last().click();
  await expect(page.getByText("[redacted:forecast#1]")).toBeVisible();
  await page.getByText(`Fetch http://${SITE_HOSTS.other}/birds`).last().click();
  await expect(page.getByText(`The secret forecast is not for ${SITE_HOSTS.other}`)).toBeVisible();
  expect(await page.content()).not.toContain(FIRST);

  await page.goto(`/w/${slug}/settings/secrets`);
  await untilHydrated(page);
  await secret.getByRole("button", { name: "Rotate forecast" }).click();
  await page.getByLabel("New value", { exact: true }).fill(NEXT);
  await page.getByRole("button", { name: "Replace value" }).click();
  await expect(secret).toContainText("value 2");
  const again = await workspace.start("fetcher", "Ask both hosts again");
  await page.goto(`/w/${slug}/chat/${again.conversationId}`);
  await expect(page.getByRole("region", { name: "Conversation" }).getByText("Asked both.")).toBeVisible();
  expect(site.requests).toEqual([FIRST, NEXT].map((value) => `${SITE_HOSTS.own} Bearer ${value}`));
});

test("turns robots.txt off, and chooses a service for searches whose key is a secret for it", async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`/w/${slug}/settings/web`);
  await untilHydrated(page);
  await page.getByRole("checkbox", { name: "Fetch only what a site's robots.txt permits" }).uncheck();
  await page.getByLabel("Service").selectOption("SearXNG");
  await page.getByLabel("Address").fill("https://search.example.com");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await expect(page.getByLabel("Service")).toHaveValue("searxng");
  await page.goto(`/w/${slug}/settings/audit`);
  await expect(page.getByText("Changed the web settings")).toBeVisible();
  await page.goto(`/w/${slug}/tools`);
  await expect(page.getByText("search", { exact: true }).first()).toBeVisible();
});
