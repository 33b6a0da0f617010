import { expect, type Locator, type Page } from "@playwright/test";
import { type Entry, GOAL_TOOL } from "@goaltrace/core/log";
import { finishData, toolOutcomes } from "../../apps/cli/test/support/log-laws.ts";

/** The label of each outcome in the row of a call. */
const OUTCOME_LABELS = {
  ok: "Done",
  error: "Failed",
  denied: "Denied",
  cancelled: "Stopped",
  interrupted: "Interrupted, outcome unknown",
};

/** The last turn of the open conversation. */
export const lastTurn = (page: Page): Locator => page.getByRole("region", { name: /^Turn: / }).last();

/** Waits until the open conversation shows the end of its last turn. The answer appears earlier, while the run still stores and counts it. */
export async function untilEnded(page: Page): Promise<void> {
  await expect(lastTurn(page).getByRole("button", { name: "Erase this answer…" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
}

/** Chooses an option of the composer for the next message. */
export async function chooseInComposer(page: Page, caption: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${caption}: `) }).click();
  await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
  await expect(page.getByRole("button", { name: `${caption}: ${choice}` })).toBeVisible();
}

/** Waits until the turn shows its end, the page has no running animations, and the next message can be sent. */
export async function expectSettled(page: Page, model: string, timeoutMs = 60_000): Promise<void> {
  await expect(lastTurn(page).getByText(`hostile/${model}`, { exact: true })).toBeVisible({
    timeout: timeoutMs,
  });
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  await expect(page.getByText(/^(Running|Queued|Waiting) since/)).toHaveCount(0);
  await expect(page.getByRole("main").locator('[class*="animate-"]')).toHaveCount(0);
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.fill("And now?");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await composer.fill("");
}

/** Checks that the turn matches the log: every text once and in order, every call with its outcome, every retry, and the end. */
export async function expectShown(turn: Locator, entries: readonly Entry[]): Promise<void> {
  const texts = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" && entry.text.trim() !== "" ? [entry.text] : [],
  );
  await expect(turn.locator(".prose")).toHaveText(texts);
  const rows = turn.getByRole("list", { name: "Tool calls" }).locator("summary");
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((row) => row.trim().split("\n").at(-1)))
    .toEqual(
      // A line of the plan represents the calls that changed it.
      toolOutcomes(entries.filter((entry) => !isPlanResult(entry))).map((outcome) => OUTCOME_LABELS[outcome]),
    );
  const retries = entries.flatMap((entry) =>
    entry.kind === "event" &&
    entry.type === "call.attempt_failed" &&
    (entry.data.retryAfterMs !== null || entry.data.fallback !== undefined)
      ? [entry.data.failure.message]
      : [],
  );
  const notes = turn.getByText(/^A model call failed and is being retried\./);
  await expect(notes).toHaveCount(retries.length);
  await expect(notes).toContainText(retries);
  await expectEnd(turn, entries);
}

function isPlanResult(entry: Entry): boolean {
  const isResult = entry.kind === "message" && entry.role === "tool" && entry.toolName === GOAL_TOOL;
  return isResult && entry.outcome === "ok";
}

async function expectEnd(turn: Locator, entries: readonly Entry[]): Promise<void> {
  const failure = finishData(entries)?.failure;
  if (failure === undefined || failure === null) {
    await expect(turn.getByRole("alert")).toHaveCount(0);
    return;
  }
  const card = turn.getByRole("alert");
  await expect(card).toContainText(failure.message);
  await expect(card).toContainText(failure.fix);
  await expect(card.getByRole("button", { name: "Try again" })).toBeEnabled();
}
