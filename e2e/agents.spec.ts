import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilEnded } from "./support/chat-turn.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

/** Says which tools and instructions its request has. */
const model = createPacedModel("witness", async (_, body) => {
  const has = (text: string): string => (body.includes(text) ? "yes" : "no");
  const text = `calculator ${has('"name":"calculator"')}, write_file ${has('"name":"write_file"')}, brief ${has("Answer briefly.")}`;
  return await Promise.resolve({ text, calls: [] });
});

let slug = "";
let workspace: HostileWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  slug = await makeWorkspace("agents");
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  model.allow(20);
  workspace = await openHostileWorkspace(page, { slug, cases: [model.modelCase] });
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

const field = (page: Page, name: string) => page.getByRole("textbox", { name });

test("an agent is created, restricted, used in chat with those rights, edited and restored", async ({
  page,
}) => {
  await page.goto(`/w/${slug}/agents`);
  await untilHydrated(page);
  await expect(page.getByText("Only built-in agents so far")).toBeVisible();
  await page.getByRole("button", { name: "New agent" }).click();
  await field(page, "Name").fill("support");
  await field(page, "Description").fill("Answers customers");
  await field(page, "Instructions").fill("Answer briefly.");
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("hostile/witness");
  await page.getByRole("radio", { name: "Only these" }).check();
  await page.getByRole("checkbox", { name: "write_file" }).uncheck();
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByRole("heading", { name: "support" })).toBeVisible();
  const denied = page.getByRole("listitem").filter({ hasText: "write_file" });
  await expect(denied).toContainText("Workspace: not among its tools");
  await expectAccessibleEverywhere(page);

  await page.getByRole("link", { name: "Try" }).click();
  await expect(page.getByRole("button", { name: "Agent: support" })).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("What do you have?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("calculator yes, write_file no, brief yes").first()).toBeVisible();
  await untilEnded(page);
  await page.locator("header").getByRole("link", { name: "Trace" }).click();
  const used = page.getByText("support, version 1");
  await expect(used).toHaveAttribute("title", /calculator/);
  await expect(used).not.toHaveAttribute("title", /write_file/);

  await page.goto(`/w/${slug}/agents?agent=support&view=edit`);
  await untilHydrated(page);
  await field(page, "Instructions").fill("Answer at length.");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByRole("button", { name: "Version 2", exact: true }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions).toContainText("− Answer briefly.");
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  await expect(versions).toContainText("restored from version 1");
  await expect(page.getByText("1 run, 1 completed")).toBeVisible();
});
