import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import {
  type AskingWorkspace,
  createCaller,
  openAskingWorkspace,
  requestCard as card,
} from "./support/asking-workspace.ts";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";

const FILE = "src/report.md";

let slug = "";
let workspace: AskingWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  const writer = (name: string, file: string) =>
    createCaller(name, "write_file", { path: file, content: "Written in answer 0." });
  const cases = [writer("always", FILE), writer("guarded", "AGENTS.md"), writer("next", FILE)];
  workspace = await openAskingWorkspace({ browser, baseURL }, "rules", cases);
  ({ slug } = workspace);
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

const written = async (model: string): Promise<string | null> => await workspace.written(model, FILE);

async function openRules(page: Page): Promise<void> {
  await page.goto(`/w/${slug}/settings/permissions`);
  await untilHydrated(page);
}

test("always allows with the chosen rule, which the settings list, explain and remove", async ({ page }) => {
  const { conversationId } = await workspace.start("always", "Write the notes");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await untilHydrated(page);
  await card(page).getByRole("button", { name: "Always allow…" }).click();
  const choices = card(page).getByRole("list", { name: /in the whole workspace/ });
  await expect(choices.getByRole("button")).toHaveText([
    `write_file(${FILE})`,
    "write_file(src/**)",
    "write_file",
    "edit_file\nwrite_file",
  ]);
  await choices.getByRole("button", { name: "write_file(src/**)" }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(async () => await written("always")).toContain("Written in answer");
  const next = await workspace.start("next", "Write the notes");
  await page.goto(`/w/${slug}/chat/${next.conversationId}`);
  await expect.poll(async () => await written("next")).toContain("Written in answer");
  await openRules(page);
  const rules = page.getByRole("list", { name: "Workspace" });
  await expect(rules).toContainText("write_file(src/**)");
  await page.getByLabel("path").fill(FILE);
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText("The first rule below decides.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the rule allow write_file(src/**)" }).click();
  await expect(rules).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules).toContainText("write_file(src/**)");
  await page.getByRole("button", { name: "Remove the rule allow write_file(src/**)" }).click();
  await expect(rules).toHaveCount(0);
});

test("says that no rule can allow a file that always asks", async ({ page }) => {
  const { conversationId } = await workspace.start("guarded", "Write the instructions");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await untilHydrated(page);
  await card(page).getByRole("button", { name: "Always allow…" }).click();
  await expect(card(page)).toContainText("No rule can allow this");
  await card(page).getByRole("link", { name: "See which rules apply to this call" }).click();
  await expect(page.getByText("so writing it always asks")).toBeVisible();
  // Agents have no rules, and no page to look for them.
  await expect(page.getByRole("heading", { name: "Agents" })).toHaveCount(0);
});

test("checks a rule while it is typed, tries it on the log, and adds and edits it", async ({ page }) => {
  const folder = path.join(workspace.modelFolder("next"), ".goaltrace");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "permissions.json"), '{"allow": ["write_file"]}');
  await openRules(page);
  await expect(page.getByText("It cannot allow anything")).toBeVisible();
  await page.getByRole("button", { name: "Add a rule" }).click();
  const rule = page.getByLabel("Calls", { exact: true });
  await rule.fill("write_fil");
  await expect(page.getByText("There is no tool “write_fil”")).toBeVisible();
  await rule.fill("write_file(src/**)");
  await page.getByRole("button", { name: "What would it have done?" }).click();
  await expect(page.getByText(/would have been denied instead of asking/)).toBeVisible();
  await expect(page.getByRole("link", { name: `write_file(${FILE})` }).first()).toBeVisible();
  await page.getByRole("button", { name: "Add rule" }).click();
  const rules = page.getByRole("list", { name: "Workspace" });
  await expect(rules).toContainText("write_file(src/**)");
  await page.getByRole("button", { name: "Edit the rule deny write_file(src/**)" }).click();
  await page.getByLabel("Calls", { exact: true }).fill("write_file(docs/**)");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(rules).toContainText("write_file(docs/**)");
  await expectAccessibleEverywhere(page);
});
