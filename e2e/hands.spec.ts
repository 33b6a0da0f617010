import { execFileSync } from "node:child_process";
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
import { openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

const MODEL = "hands";
const SOURCE = "export const add = (a, b) => a - b;\n";
/** The project ignores it, so it does not count as a change of the command. */
const GO = "go.txt";
/** Three tests, of which the last two wait for a file, so that the line of the first certainly arrives while the command runs. */
const TESTS = `import test from "node:test";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { add } from "./add.mjs";
for (const [a, b] of [[1, 2], [3, 4], [5, 6]])
  test(\`adds \${a} and \${b}\`, async () => {
    while (a > 1 && !existsSync("${GO}")) await sleep(50);
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
  await writeFile(path.join(folder, ".gitignore"), `${GO}\n`);
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
  await untilHydrated(page);
  await expect(card(page, "bash_command")).toContainText("rm -rf notes");
  await card(page, "bash_command").getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "command" }).fill(EDITED);
  await page.getByRole("button", { name: "Approve with these changes" }).click();

  // The lines of the first test are there before the last test has ended.
  const calls = page.getByRole("list", { name: "Tool calls" });
  await calls.locator("summary").click();
  const live = page.getByLabel("Output of bash_command so far");
  await expect(live).toContainText("ok 1 - adds 1 and 2");
  await expect(live).not.toContainText("# pass");
  await writeFile(path.join(folder, GO), "");

  await expect(page.getByRole("region", { name: "Conversation", exact: true }).getByText(END)).toBeVisible();
  await expect(page.getByLabel("Output of bash_command", { exact: true })).toContainText("# pass 3");
  const changes = page.getByLabel(/^Changes in /u);
  await expect(changes).toContainText("a - b");
  await expect(changes).toContainText("a + b");
  await expect(changes).not.toContainText("notes");
  expect(await readFile(path.join(folder, "add.mjs"), "utf8")).toContain("a + b");
  await access(path.join(folder, "notes/keep.txt"));

  await page.getByRole("button", { name: "Undo file changes…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Undo the file changes of this run?" });
  await expect(dialog).toContainText("add.mjs");
  await dialog.getByRole("button", { name: "Undo changes" }).click();
  // For a moment a screen reader's announcement holds the same words beside others.
  await expect(page.getByText("1 file change undone", { exact: true })).toBeVisible();
  expect(await readFile(path.join(folder, "add.mjs"), "utf8")).toBe(SOURCE);
});

/** A run that starts two agents side by side, each in a worktree; both write the same new file. */
function twoWriters() {
  const call = (id: string, name: string, input: object) => ({ id, name, arguments: JSON.stringify(input) });
  const model = createPacedModel("writers", async (_, body) => {
    const agent = /"content":"Be agent (one|two)/u.exec(body)?.[1];
    const hasResult = body.includes('"role":"tool"');
    const calls =
      agent === undefined
        ? ["one", "two"].map((name) =>
            call(`t-${name}`, "task", { prompt: `Be agent ${name}`, isolated: true }),
          )
        : [call(`w-${agent}`, "write_file", { path: "both.txt", content: `Written by ${agent}.\n` })];
    return await Promise.resolve(hasResult ? { text: END, calls: [] } : { text: "", calls });
  });
  model.allow(100);
  return model.modelCase;
}

test("a person reads which file two agents in worktrees both wanted, and the version that was not merged", async ({
  page,
}) => {
  await signIn(page);
  const writers = await openHostileWorkspace(page, {
    ...{ slug: await makeWorkspace("writers"), cases: [twoWriters()], mode: "auto" },
  });
  try {
    const project = writers.modelFolder("writers");
    await mkdir(project, { recursive: true });
    const git = (...command: readonly string[]): Buffer =>
      execFileSync("git", [
        "-C",
        project,
        "-c",
        "user.name=Mira",
        "-c",
        "user.email=m@example.com",
        ...command,
      ]);
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "Begin");
    const { conversationId, traceId } = await writers.start("writers", "Write the file");
    await page.goto(`/w/${writers.slug}/chat/${conversationId}`);
    await expect(page.getByText("because others changed them meanwhile: both.txt")).toBeVisible();
    const kept = await readFile(path.join(project, "both.txt"), "utf8");
    await page.goto(`/w/${writers.slug}/traces/${traceId}?view=table`);
    await untilHydrated(page);
    await page.getByRole("row").filter({ hasText: "conflicts: both.txt" }).click();
    await expect(page.getByRole("heading", { name: "Worktree of general" })).toBeVisible();
    await page.getByRole("button", { name: /^both\.txt/u }).click();
    const other = kept.includes("one") ? "Written by two." : "Written by one.";
    await expect(page.getByText(other).first()).toBeVisible();
    // In the graph, the end of each agent's wire says what became of its file, and leads there.
    await page.goto(`/w/${writers.slug}/traces/${traceId}`);
    await untilHydrated(page);
    await expect(page.getByRole("button", { name: "1 file merged into the project folder" })).toBeVisible();
    await page.getByRole("button", { name: "Merge of its files: 1 conflict" }).click();
    await expect(page.getByRole("heading", { name: "Worktree of general" })).toBeVisible();
  } finally {
    await writers.close();
  }
});
