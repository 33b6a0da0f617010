import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { z } from "zod";
import { IS_SOAK } from "../apps/cli/test/support/soak.ts";
import { inCheckout } from "../scripts/lib/checkout.mjs";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { expectSettled, lastTurn } from "./support/chat-turn.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel } from "./support/paced-model.ts";
import { callProcedure } from "./support/procedures.ts";
import { makeWorkspace } from "./support/workspace.ts";

const RUN_MS = 60_000;
const DOWNLOAD_MS = 600_000;
const PAGE = "data:text/html,<title>Herons</title><h1>Herons</h1>";
test.setTimeout(4 * RUN_MS);

const Request = z.object({
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
  messages: z.array(z.object({ role: z.string() })),
});

/** Returns what a request is about: the tools that it offers, the messages of people so far, and the results since the last of them. */
function readRequest(body: string): { names: readonly string[]; asked: number; results: number } {
  const { tools, messages } = Request.parse(JSON.parse(body));
  const roles = messages.map(({ role }) => role);
  return {
    names: tools.map(({ function: { name } }) => name),
    asked: roles.filter((role) => role === "user").length,
    results: roles.slice(roles.lastIndexOf("user")).filter((role) => role === "tool").length,
  };
}

/** Says in each turn which tools of the server it was offered. */
const teller = createPacedModel("teller", async (_, body) => {
  const { names, asked } = readRequest(body);
  const own = names.filter((name) => name.startsWith("local__"));
  return await Promise.resolve({ text: `Message ${asked}: ${own.join(" and ") || "nothing"}.`, calls: [] });
});

/** Calls each of these tools once, then ends. */
const caller = (name: string, calls: readonly (readonly [tool: string, input: object])[]) =>
  createPacedModel(name, async (turn, body) => {
    const next = calls[readRequest(body).results];
    const asked =
      next === undefined ? [] : [{ id: `call_${turn}`, name: next[0], arguments: JSON.stringify(next[1]) }];
    return await Promise.resolve({ text: asked.length === 0 ? "I saw it." : "", calls: asked });
  });
const photographer = caller("photographer", [["local__picture", {}]]);
const browser = caller("browser", [
  ["playwright__browser_navigate", { url: PAGE }],
  ["playwright__browser_take_screenshot", {}],
]);

let workspace: HostileWorkspace;
test.beforeAll(async ({ browser: chromium, baseURL }) => {
  const slug = await makeWorkspace("mcp-chat");
  const page = await chromium.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  const models = [teller, photographer, browser];
  for (const model of models) model.allow(20);
  workspace = await openHostileWorkspace(page, { slug, cases: models.map(({ modelCase }) => modelCase) });
  const folder = join(workspace.modelFolder("teller"), "server");
  await mkdir(folder, { recursive: true });
  const program = join(folder, "server.mjs");
  await copyFile(inCheckout("packages/tools/src/mcp/testing/server.mjs"), program);
  const place = { workspace: slug, projectFolder: null, name: "local" };
  const settings = { command: process.execPath, args: [program, "good"] };
  await callProcedure(page, "mcp.save", { workspace: slug, name: "local", settings });
  await approve(page, place, ["echo", "picture"]);
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const Checked = z.object({
  result: z.object({
    data: z.object({
      json: z.object({ tools: z.array(z.object({ tool: z.string(), digest: z.string().nullable() })) }),
    }),
  }),
});

/** Starts a server and approves these of its tools. */
async function approve(page: Page, place: object, names: readonly string[]): Promise<void> {
  const response = await page.request.post("/api/trpc/mcp.check", { data: { json: place } });
  const { tools } = Checked.parse(await response.json()).result.data.json;
  const chosen = tools.filter(({ tool }) => names.includes(tool));
  expect(chosen.map(({ tool }) => tool)).toEqual(names);
  await callProcedure(page, "mcp.approve", { ...place, tools: chosen });
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** Clicks a box and waits until the server has the choice: a run that starts before then has the tools of the choice before. */
async function storeChoice(page: Page, box: Locator): Promise<void> {
  const stored = page.waitForResponse((response) => response.url().includes("conversations.setServerTools"));
  await box.click();
  expect((await stored).ok()).toBe(true);
}

test("leaves out the tools and servers that a person unticks for a conversation", async ({ page }) => {
  const { conversationId } = await workspace.start("teller", "What do you have?");
  await page.goto(`/w/${workspace.slug}/chat/${conversationId}`);
  await untilHydrated(page);
  const says = async (text: string): Promise<void> => {
    await expect(lastTurn(page).getByText(text, { exact: true })).toBeVisible({ timeout: RUN_MS });
    await expectSettled(page, "teller");
  };
  await says("Message 1: local__echo and local__picture.");

  const agent = page.getByRole("button", { name: /^Agent: / });
  await agent.click();
  await page.getByRole("menuitem", { name: "MCP servers…" }).click();
  const sheet = page.getByRole("dialog", { name: "MCP servers of this conversation" });
  await sheet.getByRole("button", { name: "Show the tools of local" }).click();
  await storeChoice(page, sheet.getByRole("checkbox", { name: /^echo/ }));
  await expect(sheet.getByRole("checkbox", { name: "local 1 of 2" })).not.toBeChecked();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(agent).toHaveAccessibleName(/1 server$/);
  await send(page, "And now?");
  await says("Message 2: local__picture.");

  // Another tab has the choice too, so it is stored.
  await page.reload();
  await untilHydrated(page);
  await expect(agent).toHaveAccessibleName(/1 server$/);
  await agent.click();
  await page.getByRole("menuitem", { name: "MCP servers…" }).click();
  const server = sheet.getByRole("checkbox", { name: /^local/ });
  await storeChoice(page, server);
  await expect(sheet.getByRole("checkbox", { name: "local 2 of 2" })).toBeChecked();
  await storeChoice(page, server);
  await expect(sheet.getByRole("checkbox", { name: "local 0 of 2" })).not.toBeChecked();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(agent).toHaveAccessibleName(/no servers$/);
  await send(page, "And now?");
  await says("Message 3: nothing.");
});

/** Opens the image of the last turn, looks at it whole, and closes it. */
async function expectImage(page: Page, tool: string): Promise<void> {
  const label = `Image from ${tool}`;
  const thumbnail = page.getByRole("button", { name: label });
  await expect(thumbnail.locator("img")).toHaveAttribute("alt", label);
  await thumbnail.click();
  const whole = page.getByRole("dialog", { name: label }).getByRole("img", { name: label });
  await expect(whole).not.toHaveJSProperty("naturalWidth", 0);
}

test("shows the image that a tool returned, and opens it whole", async ({ page }) => {
  const { conversationId } = await workspace.start("photographer", "Take a picture.");
  await page.goto(`/w/${workspace.slug}/chat/${conversationId}`);
  await untilHydrated(page);
  await expect(lastTurn(page).getByText("I saw it.")).toBeVisible({ timeout: RUN_MS });
  await expectImage(page, "local__picture");
  await expectAccessibleEverywhere(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Image from local__picture" })).toBeFocused();
  await expectAccessibleEverywhere(page);
});

// In soak only: it downloads a server of others.
(IS_SOAK ? test : test.skip)(
  "adds the Playwright server from the list, and shows what it sees",
  async ({ page }) => {
    test.setTimeout(2 * DOWNLOAD_MS);
    await page.goto(`/w/${workspace.slug}/settings/mcp`);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Add servers" }).first().click();
    await page.getByRole("button", { name: "playwright", exact: true }).click();
    await page.getByRole("button", { name: /tools of playwright/ }).click({ timeout: DOWNLOAD_MS });
    await page.getByRole("button", { name: /^Approve \d+ new tools/ }).click();
    await expect(
      page.getByRole("button", { name: "Withdraw approval of browser_navigate", exact: true }),
    ).toBeVisible();
    const { conversationId } = await workspace.start("browser", "Look at the herons.");
    await page.goto(`/w/${workspace.slug}/chat/${conversationId}`);
    await expect(lastTurn(page).getByText("I saw it.")).toBeVisible({ timeout: DOWNLOAD_MS });
    await expectImage(page, "playwright__browser_take_screenshot");
  },
);
