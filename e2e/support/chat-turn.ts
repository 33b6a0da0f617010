import { expect, type Locator, type Page } from "@playwright/test";
import type { Entry } from "@goaltrace/core/log";
import { finishData, toolOutcomes } from "../../apps/cli/test/support/log-laws.ts";

/** How the row of a call tells its outcome. */
const OUTCOMES = {
  ok: "Done",
  error: "Failed",
  denied: "Denied",
  cancelled: "Stopped",
  interrupted: "Interrupted, outcome unknown",
};

/** The last turn of the open conversation. */
export const lastTurn = (page: Page): Locator => page.getByRole("region", { name: /^Turn: / }).last();

/** Chooses what the next message is sent with. */
export async function chooseInComposer(page: Page, caption: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${caption}: `) }).click();
  await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
  await expect(page.getByRole("button", { name: `${caption}: ${choice}` })).toBeVisible();
}

/** Waits until the turn tells its end, and fails while anything on the page still moves or the next message cannot be sent. */
export async function expectRested(page: Page, model: string, patienceMs = 60_000): Promise<void> {
  await expect(lastTurn(page).getByText(`hostile/${model}`, { exact: true })).toBeVisible({
    timeout: patienceMs,
  });
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  await expect(page.getByText(/^(Running|Queued|Waiting) since/)).toHaveCount(0);
  await expect(page.getByRole("main").locator('[class*="animate-"]')).toHaveCount(0);
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.fill("And now?");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await composer.fill("");
}

/** The turn shows what the log holds: each text once and in order, each call with its outcome, each retry, and how it ended. */
export async function expectShown(turn: Locator, entries: readonly Entry[]): Promise<void> {
  const said = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" && entry.text.trim() !== "" ? [entry.text] : [],
  );
  await expect(turn.locator(".prose")).toHaveText(said);
  const rows = await turn.getByRole("list", { name: "Tool calls" }).locator("summary").allInnerTexts();
  expect(rows.map((row) => row.trim().split("\n").at(-1))).toEqual(
    toolOutcomes(entries).map((outcome) => OUTCOMES[outcome]),
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
