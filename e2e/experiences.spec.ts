import { expect, test } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilEnded } from "./support/chat-turn.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Which currency do the sums of the quarterly report have?";
const CONDITION = "a question is about sums of a report";
const RULE = "name euros first";
const PRAISE = "It answers in one sentence";

/** Looks at the clock, then answers with what its request says: what was chosen beside the first call is in the second. */
const reporter = createPacedModel("reporter", async (turn, body) => {
  const call = { id: `call_${String(turn)}`, name: "current_time", arguments: "{}" };
  if (!body.includes('"role":"tool"')) return await Promise.resolve({ text: "", calls: [call] });
  return await Promise.resolve({
    text: body.includes(RULE) ? "I name euros first." : "I know no rule.",
    calls: [],
  });
});

let slug = "";
let workspace: HostileWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  slug = await makeWorkspace("experiences");
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  reporter.allow(20);
  workspace = await openHostileWorkspace(page, { slug, cases: [reporter.modelCase] });
});
test.afterAll(async () => workspace?.close());

test("makes rules of thumbs with a reason, uses one once it is approved, and counts the run", async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`/w/${slug}/memory?tab=experiences`);
  await expect(page.getByText("No experiences yet")).toBeVisible();

  const first = await workspace.start("reporter", TASK);
  await page.goto(`/w/${slug}/chat/${first.conversationId}`);
  await expect(page.getByText("I know no rule.").first()).toBeVisible();
  await untilEnded(page);
  await page.goto(`/w/${slug}/traces/${first.traceId}?seq=1`);
  await untilHydrated(page);
  const inspector = page.getByRole("region", { name: "Inspector" }).first();
  await inspector.getByRole("button", { name: "This step was not good" }).click();
  await page.getByRole("checkbox", { name: "Incomplete" }).check();
  await page.getByLabel("What was wrong? (optional)").fill(`When ${CONDITION}, then ${RULE}.`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    inspector.getByRole("button", { name: "This step was not good", pressed: true }),
  ).toBeVisible();

  await page.goto(`/w/${slug}/memory?tab=experiences`);
  await untilHydrated(page);
  const row = page.getByRole("listitem").filter({ hasText: RULE });
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row.getByText("Being tried")).toBeVisible();
  await row.getByRole("button", { name: new RegExp(CONDITION) }).click();
  const detail = page.getByRole("region", { name: "Experience", exact: true });
  await expect(detail.getByRole("link", { name: TASK })).toHaveAttribute("href", new RegExp(first.traceId));
  await expectAccessibleEverywhere(page);

  const second = await workspace.start("reporter", TASK);
  await page.goto(`/w/${slug}/chat/${second.conversationId}`);
  await untilHydrated(page);
  await expect(page.getByText("I name euros first.").first()).toBeVisible();
  await untilEnded(page);
  await expect(page.getByText("1 rule from earlier runs in the context.")).toBeVisible();
  await page.getByRole("button", { name: "This answer was good" }).click();
  await page.getByLabel("What was good? (optional)").fill(PRAISE);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "This answer was good", pressed: true })).toBeVisible();
  await page.getByRole("link", { name: "See its rule" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: PRAISE })).toBeVisible();
  await page.goto(`/w/${slug}/traces/${second.traceId}?seq=1&tab=memory`);
  await expect(page.getByRole("link", { name: new RegExp(RULE) }).first()).toBeVisible();

  await page.goto(`/w/${slug}/memory?tab=experiences`);
  await expect(row.getByText("1 of 1")).toBeVisible();
});
