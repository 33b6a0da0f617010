import { expect, type Page, test } from "@playwright/test";
import { startHostileModels } from "../apps/cli/test/support/hostile-models.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilEnded } from "./support/chat-turn.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { enterNewWorkspace } from "./support/new-account.ts";
import { createPacedModel } from "./support/paced-model.ts";

const SKILL = "release-notes";
const STEP = "Group the changes by area.";
const RULE = "name the version first";
const TEACHES = `When release notes are asked for, then ${RULE}.`;
const TASK = "Write the release notes of the new version.";

/** Loads the skill once it is listed, then answers with what its request says about who it is and how it works. */
const colleague = createPacedModel("colleague", async (turn, body) => {
  const hasCalled = body.includes('"role":"tool"');
  const call = { id: `call_${String(turn)}`, name: "skill", arguments: JSON.stringify({ name: SKILL }) };
  if (body.includes(`- ${SKILL}:`) && !hasCalled) return await Promise.resolve({ text: "", calls: [call] });
  const said = [
    body.includes("## Name\\nIris") ? "I am Iris." : "I have no name.",
    body.includes("## Name\\nMira") ? "Hello Mira." : "Hello stranger.",
    body.includes(STEP) ? "Grouped by area." : "In no order.",
    body.includes(RULE) ? "Version first." : "Version last.",
  ];
  return await Promise.resolve({ text: said.join(" "), calls: [] });
});

let models: Awaited<ReturnType<typeof startHostileModels>>;
let parent = "";
test.beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "goaltrace-learning-"));
  models = await startHostileModels([colleague.modelCase], parent);
  colleague.allow(100);
});
test.afterAll(async () => {
  await models.close();
  await rm(parent, { recursive: true, force: true });
});

/** Opens a part of the workspace as a person does: by its link. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}`));
  await untilHydrated(page);
}

/** Asks in a new conversation and returns after the answer, which has these words. */
async function ask(page: Page, slug: string, answer: string): Promise<void> {
  await page.goto(`/w/${slug}/chat`);
  await page.getByRole("textbox", { name: "Message" }).fill(TASK);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}/);
  await expect(page.getByText(answer).first()).toBeVisible();
  await untilEnded(page);
}

test("a new person introduces themselves, writes a skill, teaches a rule by a thumb, and finds both in the next run", async ({
  page,
}) => {
  const slug = await enterNewWorkspace(page, "learning");

  await page.goto("/setup");
  await untilHydrated(page);
  await page.getByText("Another address").click();
  await page.getByLabel("Base URL").fill(models.baseUrl);
  await page.getByLabel("Model", { exact: true }).fill("colleague");
  await page.getByLabel("Key", { exact: true }).fill("sk-test-0123456789abcdef");
  await page.getByRole("button", { name: "Test and use this model" }).click();
  await page.getByLabel("What is your agent called?").fill("Iris");
  await page.getByLabel("What should it call you?").fill("Mira");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByLabel("Absolute path on this machine").fill(models.projectFolder("colleague"));
  await page.getByRole("button", { name: "Add and start" }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/chat`));

  await open(page, "Skills");
  await page.getByRole("button", { name: "New skill" }).click();
  const text = `---\nname: ${SKILL}\ndescription: Write release notes. Use when a version is released.\n---\n\n## Steps\n1. ${STEP}\n`;
  await page.getByLabel("Text of SKILL.md").fill(text);
  await expect(page.getByText("All checks pass")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Never", { exact: true })).toBeVisible();

  await ask(page, slug, "I am Iris. Hello Mira. Grouped by area. Version last.");
  const conversation = page.url();
  await page.goto(`/w/${slug}/skills?skill=workspace:${SKILL}`);
  await expect(page.getByText("Once in one run")).toBeVisible();

  await page.goto(conversation);
  await untilHydrated(page);
  await page.getByRole("button", { name: "This answer was not good" }).click();
  await page.getByLabel("What was wrong? (optional)").fill(TEACHES);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "See its rule" }).click();
  const row = page.getByRole("listitem").filter({ hasText: RULE });
  await expect(page.getByText("Candidates 1")).toBeVisible();
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row.getByText("Being tried")).toBeVisible();

  await ask(page, slug, "Grouped by area. Version first.");
  await page
    .getByText("1 rule from earlier runs in the context.")
    .getByRole("link", { name: "Trace" })
    .click();
  await expect(page).toHaveURL(/\/traces\//);
  await untilHydrated(page);
  const inspector = page.getByRole("region", { name: "Inspector" }).first();
  await inspector.getByRole("tab", { name: "Memory" }).click();
  await expect(inspector.getByRole("link", { name: new RegExp(RULE) })).toBeVisible();
  await expect(inspector.getByRole("link", { name: `Learned in: ${TASK}` })).toBeVisible();
  await expect(inspector.getByRole("link", { name: SKILL, exact: true })).toBeVisible();
  await expect(inspector.getByRole("link", { name: "SOUL.md" })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await inspector.getByRole("link", { name: "USER.md" }).click();
  await expect(page.getByText("Was in the context of")).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(TASK) })).toHaveCount(2);
});
