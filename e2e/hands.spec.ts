import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import {
  type AskingWorkspace,
  CALLER_END as END,
  createCaller,
  openAskingWorkspace,
  requestCard as card,
} from "./support/asking-workspace.ts";
import { signIn } from "./support/owner.ts";

const MODEL = "hands";
const SOURCE = "export const add = (a, b) => a - b;\n";
/** Three tests, half a second apart, so that their lines arrive while the command runs. */
const TESTS = `import test from "node:test";
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { add } from "./add.mjs";
for (const [a, b] of [[1, 2], [3, 4], [5, 6]])
  test(\`adds \${a} and \${b}\`, async () => {
    await sleep(700);
    assert.equal(add(a, b), a + b);
  });
`;
/** The model also wants to delete the notes; the person leaves that out. */
const ASKED = "sed -i 's/a - b/a + b/' add.mjs; rm -rf notes; node --test --test-reporter=tap";
const EDITED = "sed -i 's/a - b/a + b/' add.mjs; node --test --test-reporter=tap";

let slug = "";
let workspace: AskingWorkspace;
let folder = "";
test.beforeAll(async ({ browser, baseURL }) => {
  const cases = [createCaller(MODEL, "bash_command", { command: ASKED })];
  workspace = await openAskingWorkspace({ browser, baseURL }, MODEL, cases);
  ({ slug } = workspace);
  folder = workspace.modelFolder(MODEL);
  await mkdir(path.join(folder, "notes"), { recursive: true });
  await writeFile(path.join(folder, "notes/keep.txt"), "Keep me.\n");
  await writeFile(path.join(folder, "add.mjs"), SOURCE);
  await writeFile(path.join(folder, "add.test.mjs"), TESTS);
});
test.afterAll(async () => workspace?.close());

test("a person edits a command before approving it, watches its tests, sees what it changed, and undoes that", async ({
  page,
}) => {
  await signIn(page);
  const { conversationId } = await workspace.start(MODEL, "Repair the sum and run the tests");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await expect(card(page, "bash_command")).toContainText("rm -rf notes");
  await card(page, "bash_command").getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("command").fill(EDITED);
  await page.getByRole("button", { name: "Approve with these changes" }).click();

  // The lines of the first test are there before the last test has ended.
  const calls = page.getByRole("list", { name: "Tool calls" });
  await calls.locator("summary").click();
  const live = page.getByLabel("Output of bash_command so far");
  await expect(live).toContainText("ok 1 - adds 1 and 2");
  expect(await live.textContent()).not.toContain("# pass");

  await expect(page.getByRole("region", { name: "Conversation", exact: true }).getByText(END)).toBeVisible();
  await expect(page.getByLabel("Output of bash_command", { exact: true })).toContainText("# pass 3");
  const changes = page.getByLabel(/^Changes in /u);
  await expect(changes).toContainText("a - b");
  await expect(changes).toContainText("a + b");
  await expect(changes).not.toContainText("notes");
  expect(await readFile(path.join(folder, "add.mjs"), "utf8")).toContain("a + b");
  await access(path.join(folder, "notes/keep.txt"));

  await page.getByRole("button", { name: "Undo file changes…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo the file changes of this run?" });
  await expect(dialog).toContainText("add.mjs");
  await dialog.getByRole("button", { name: "Undo changes" }).click();
  await expect(page.getByText("1 file change undone")).toBeVisible();
  expect(await readFile(path.join(folder, "add.mjs"), "utf8")).toBe(SOURCE);
});
