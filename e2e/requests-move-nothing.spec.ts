import { expect, type Page, test } from "@playwright/test";
import { IS_SOAK } from "../apps/cli/test/support/soak.ts";
import { type AskingWorkspace, openAskingWorkspace, requestCard } from "./support/asking-workspace.ts";
import { watchBoxes } from "./support/box-positions.ts";
import { lastTurn } from "./support/chat-turn.ts";
import { type ElementPositions, watchElements } from "./support/element-positions.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel, type PacedModel } from "./support/paced-model.ts";

/** Steps before the sub-agent, which fill more than a screen of the chat. */
const SUMS = 12;
const NOTES = "Write the notes down";
/** The answer of the run; its sub-agent says something else. */
const END = "That was all.";
const WAIT_MS = 60_000;

test.setTimeout(4 * WAIT_MS);

/** A run that calculates, and then has a sub-agent that asks before it writes a file. */
function createAsker(name: string): PacedModel {
  return createPacedModel(name, async (turn) => {
    const call = (tool: string, input: object) => ({
      text: `Step ${turn}`,
      calls: [{ id: `call_${turn}`, name: tool, arguments: JSON.stringify(input) }],
    });
    const answers = [
      ...Array.from({ length: SUMS }, (_, sum) => call("calculator", { expression: `${sum} * 3 + 1` })),
      call("task", { agent: "general", prompt: NOTES }),
      call("write_file", { path: "notes.md", content: "One.\n\nTwo.\n\nThree.\n" }),
      { text: "The notes are written.", calls: [] },
    ];
    return await Promise.resolve(answers[turn] ?? { text: END, calls: [] });
  });
}

/** People who have scrolled up: by half of the thread, or by a line. */
const READERS = [
  { reader: "chat-above", where: "further up", isNear: false },
  { reader: "chat-near", where: "a line above the end", isNear: true },
];
const SCREENS = [
  { name: "desktop", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
const models = new Map<string, PacedModel>(
  ["chat", "chat-above", "chat-near", "trace"].flatMap((page) =>
    SCREENS.map(({ name }) => [`${page}-${name}`, createAsker(`${page}-${name}`)] as const),
  ),
);

let workspace: AskingWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  const cases = [...models.values()].map(({ modelCase }) => modelCase);
  workspace = await openAskingWorkspace({ browser, baseURL }, "moves", cases);
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

/** The answers after which the sub-agent asks its model for the first time. */
const UNTIL_AGENT = SUMS + 1;

/** Starts the run and lets it work until it has this many answers and asks for the next one. */
async function startUntil(name: string, answers: number): Promise<PacedModel & { readonly path: string }> {
  const model = models.get(name);
  if (model === undefined) throw new Error(`There is no model ${name}.`);
  const { traceId, conversationId } = await workspace.start(name, "Calculate, then write the notes");
  model.allow(answers);
  await untilRequests(name, answers + 1);
  const [page, id] = name.startsWith("chat") ? ["chat", conversationId] : ["traces", traceId];
  return { ...model, path: `/w/${workspace.slug}/${page}/${id}` };
}

async function untilRequests(name: string, count: number): Promise<void> {
  await expect.poll(() => workspace.requestCount(name), { timeout: WAIT_MS }).toBe(count);
}

/** Approves the call, and waits until its sub-agent has read the result and the request has left the page. */
async function approve(page: Page, name: string): Promise<void> {
  await requestCard(page)
    .getByRole("button", { name: /^Approve once/ })
    .click();
  await untilRequests(name, SUMS + 3);
  await expect(requestCard(page)).toHaveCount(0, { timeout: WAIT_MS });
}

/** The elements that did not stay where they were, and those that were never there. */
function moved(positions: ElementPositions): unknown {
  return Object.entries(positions).filter(([, each]) => each.length !== 1);
}

/** Without the heights: a part that is read grows at its end, below the fold. */
function places(positions: ElementPositions): ElementPositions {
  return Object.fromEntries(
    Object.entries(positions).map(([name, each]) => [
      name,
      [...new Set(each.map((position) => position.split(" ")[0] ?? ""))],
    ]),
  );
}

for (const { name: screen, ...viewport } of SCREENS) {
  test(`a request of a sub-agent comes and goes in the chat on a ${screen}`, async ({ page }) => {
    const name = `chat-${screen}`;
    await page.setViewportSize(viewport);
    const { path, allow } = await startUntil(name, UNTIL_AGENT);
    await page.goto(path);
    const row = lastTurn(page).getByRole("list", { name: "Sub-agents" }).getByRole("listitem");
    await expect(row).toContainText(NOTES, { timeout: WAIT_MS });
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

    // Its arrival moves the thread, as every message does, and nothing around it.
    const FIXED = { composer: "textarea[aria-label=Message]", title: "main h1" };
    const readFixed = await watchElements(page, FIXED);
    allow(1);
    await expect(requestCard(page)).toBeVisible({ timeout: WAIT_MS });
    await expect(page.getByText(/^Waiting since .*: a sub-agent needs an answer · \d/)).toBeVisible();
    await expect(requestCard(page).getByRole("button", { name: /^Approve once/ })).toBeInViewport();
    expect(moved(await readFixed())).toEqual([]);

    // It leaves its place to what comes next.
    const list = 'section:last-of-type ul[aria-label="Sub-agents"]';
    const readRows = await watchElements(page, { row: `${list} > li`, ...FIXED });
    await approve(page, name);
    const { row: rows, ...around } = await readRows();
    // On a phone, the request fills the screen: no row is in view.
    if (screen === "desktop") expect(rows).toHaveLength(1);
    expect(moved(around)).toEqual([]);

    // The next answers take it, and the end of the thread stays in view.
    allow(10);
    await expect(lastTurn(page).getByText(END)).toBeInViewport({ timeout: WAIT_MS });
  });

  // Each person on one screen, in soak on both.
  for (const { reader, where, isNear } of READERS.filter(
    ({ isNear }) => IS_SOAK || isNear === (screen === "phone"),
  ))
    test(`a sub-agent and its request move nothing for a person who reads ${where} in the chat on a ${screen}`, async ({
      page,
    }) => {
      const name = `${reader}-${screen}`;
      await page.setViewportSize(viewport);
      const { path, allow } = await startUntil(name, SUMS);
      await page.goto(path);
      await expect(lastTurn(page).getByText(`Step ${SUMS - 1}`)).toBeVisible({ timeout: WAIT_MS });
      const thread = page.getByRole("region", { name: "Conversation" });
      // A scroll that comes before the page follows the end would be taken back.
      await expect(async () => {
        await thread.evaluate((element, near) => {
          const end = element.scrollHeight - element.clientHeight;
          element.scrollTop = near ? end - 24 : end / 2;
        }, isNear);
        await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: WAIT_MS });

      const read = await watchElements(page, {
        turn: "[role=region][aria-label=Conversation] section",
        ...{ composer: "textarea[aria-label=Message]", title: "main h1" },
      });
      allow(2);
      await expect(
        lastTurn(page).getByRole("list", { name: "Sub-agents" }).getByRole("listitem"),
      ).toContainText(NOTES, { timeout: WAIT_MS });
      await expect(requestCard(page)).toBeAttached({ timeout: WAIT_MS });
      await expect(page.getByText(/^Waiting since .*: a sub-agent needs an answer · \d/)).toBeVisible();
      if (!isNear) await expect(requestCard(page)).not.toBeInViewport();
      expect(moved(places(await read()))).toEqual([]);

      // The button leads to it.
      await page.getByRole("button", { name: /^(?:Jump to latest|\d+ new)$/ }).click();
      await expect(requestCard(page).getByRole("button", { name: /^Approve once/ })).toBeInViewport();
      await approve(page, name);
      allow(10);
      await expect(lastTurn(page).getByText(END)).toBeInViewport({ timeout: WAIT_MS });
    });

  test(`a request of a sub-agent comes and goes beside the trace on a ${screen}`, async ({ page }) => {
    const name = `trace-${screen}`;
    await page.setViewportSize(viewport);
    const { path, allow } = await startUntil(name, UNTIL_AGENT);
    await page.goto(path);
    await expect(page.locator("[data-card]").filter({ hasText: NOTES })).toBeVisible({ timeout: WAIT_MS });
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

    const readBoxes = await watchBoxes(page);
    // On a phone, the request takes its room from the bottom of the graph, whose boxes stay where they are.
    const beside: Readonly<Record<string, string>> =
      screen === "desktop" ? { graph: ".react-flow", details: "main h2" } : {};
    const read = await watchElements(page, { title: "main h1", ...beside });
    allow(1);
    await expect(requestCard(page)).toBeVisible({ timeout: WAIT_MS });
    await approve(page, name);
    expect(
      (await readBoxes()).filter(({ inGraph, onScreen }) => inGraph.length > 1 || onScreen.length > 1),
    ).toEqual([]);
    expect(moved(await read())).toEqual([]);
    allow(10);
    await expect(page.getByText("Run completed").first()).toBeVisible({ timeout: WAIT_MS });
  });
}
