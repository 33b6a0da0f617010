import { writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  type AskingWorkspace,
  CALLER_END,
  createCaller,
  openAskingWorkspace,
  requestCard,
} from "./support/asking-workspace.ts";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";

const TOKEN = "heron-value-2f8c61d05b7e";
const HEADERS = { authorization: "Bearer <secret>HERON</secret>" };
/** Runs until somebody has seen its first line. */
const COMMAND = `for step in 1 2 3 4 5 6; do echo "step $step"; sleep 0.5; done; echo changed > kept.txt; rm gone.txt; echo new > made.txt`;

/** A site on this machine, and the credentials that it received. */
type Site = { readonly received: readonly string[]; readonly origin: string; close(): void };

async function openSite(): Promise<Site> {
  const received: string[] = [];
  const server = http.createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    received.push(request.headers.authorization ?? "");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<title>Herons</title><h1>Herons</h1><p>You sent ${request.headers.authorization ?? "nothing"}.`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { received, origin: `http://127.0.0.1:${String(port)}`, close: () => void server.close() };
}

let slug = "";
let workspace: AskingWorkspace;
let allowed: Site;
let other: Site;
test.beforeAll(async ({ browser, baseURL }) => {
  allowed = await openSite();
  other = await openSite();
  const fetcher = (name: string, origin: string) =>
    createCaller(name, "webfetch", { url: `${origin}/`, headers: HEADERS });
  const cases = [
    fetcher("allowed", allowed.origin),
    fetcher("refused", other.origin),
    createCaller("command", "bash_command", { command: "touch as-the-model-wrote-it.txt" }),
  ];
  workspace = await openAskingWorkspace({ browser, baseURL }, "hands", cases);
  ({ slug } = workspace);
});
test.afterAll(async () => {
  await workspace?.close();
  allowed?.close();
  other?.close();
});
test.beforeEach(async ({ page }) => signIn(page));

const answer = (page: Page): Locator =>
  page.getByRole("region", { name: "Conversation", exact: true }).getByText(CALLER_END);

async function runApproved(page: Page, model: string): Promise<string> {
  const { conversationId, traceId } = await workspace.start(model, `Fetch the page (${model})`);
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await requestCard(page, "webfetch").getByRole("button", { name: "Approve once" }).click();
  await expect(answer(page)).toBeVisible();
  return traceId;
}

test("adds a secret, which a fetch takes to its host and to no other, and finds its use", async ({
  page,
}) => {
  await page.goto(`/w/${slug}/settings/secrets`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Add a secret" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("HERON");
  await page.getByLabel("Value", { exact: true }).fill(TOKEN);
  await page.getByRole("checkbox", { name: "webfetch" }).check();
  await page.getByLabel("Domains it may go to").fill(allowed.origin);
  await page.getByRole("button", { name: "Add secret" }).click();
  await expect(page.getByRole("button", { name: "Never used" })).toBeDisabled();
  expect(await page.content()).not.toContain(TOKEN);

  const trace = await runApproved(page, "allowed");
  expect(allowed.received).toEqual([`Bearer ${TOKEN}`]);
  await runApproved(page, "refused");
  expect(other.received).toEqual([]);
  const { entries } = await workspace.read("allowed", trace);
  expect(JSON.stringify(entries)).not.toContain(TOKEN);
  expect(JSON.stringify(entries)).toContain("You sent Bearer [redacted:HERON");

  await page.goto(`/w/${slug}/settings/secrets`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "1 use" }).click();
  const uses = page.getByRole("table", { name: "Uses of HERON" });
  await expect(uses).toContainText(allowed.origin.slice("http://".length));
  await expectAccessibleEverywhere(page);
  await uses.getByRole("link", { name: "Open the call" }).click();
  await expect(page).toHaveURL(new RegExp(`/traces/${trace}`, "u"));
  await expect(page.getByRole("heading", { name: "Herons", exact: true })).toBeVisible();
});

test("approves a command with an edit, shows its lines as they come and what it changed, and undoes it", async ({
  page,
}) => {
  const folder = workspace.modelFolder("command");
  await writeFile(path.join(folder, "kept.txt"), "before\n");
  await writeFile(path.join(folder, "gone.txt"), "here\n");
  const { conversationId } = await workspace.start("command", "Run the command");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  const card = requestCard(page, "bash_command");
  await expect(card).toContainText("touch as-the-model-wrote-it.txt");
  await card.getByRole("button", { name: "Edit" }).click();
  await card.getByLabel("command", { exact: true }).fill(COMMAND);
  await card.getByRole("button", { name: "Approve with these changes" }).click();
  await expect(page.getByText("step 1")).toBeVisible();
  expect(await workspace.written("command", "made.txt")).toBeNull();
  await expect(answer(page)).toBeVisible();
  expect(await workspace.written("command", "made.txt")).toBe("new\n");
  expect(await workspace.written("command", "gone.txt")).toBeNull();
  await page.getByRole("button", { name: "Undo file changes…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("3 paths return to their state before the run");
  await dialog.getByRole("button", { name: "Undo changes" }).click();
  await expect(dialog).toContainText("3 paths are as before the run");
  expect(await workspace.written("command", "kept.txt")).toBe("before\n");
  expect(await workspace.written("command", "gone.txt")).toBe("here\n");
  expect(await workspace.written("command", "made.txt")).toBeNull();
});
