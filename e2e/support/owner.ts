import { cp, mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { PROJECTS } from "./projects.ts";
import { SHARED_SERVER } from "./server.ts";

/** The account that the first start creates and the other specs of the shared server use. */
export const OWNER = {
  name: "Mira Okafor",
  email: "mira@example.com",
  password: "correct horse battery",
  workspace: "Storefront",
  slug: "storefront",
};

/** A copy of the sample project, as a person makes one: the server accepts no folder of its own checkout. */
export async function copySampleFolder(): Promise<string> {
  await mkdir(PROJECTS, { recursive: true });
  const folder = path.join(await mkdtemp(path.join(PROJECTS, "project-")), "orders-service");
  await cp(inCheckout("examples", "orders-service"), folder, { recursive: true });
  return folder;
}

const SESSION_FILE = path.join(SHARED_SERVER.home, "e2e-session.json");

/** Saves the session of this page for later tests, because sign-ins are slow and rate-limited. */
export async function saveSession(page: Page): Promise<void> {
  await page.context().storageState({ path: SESSION_FILE });
}

/** Signs in with the saved session. */
export async function signIn(page: Page): Promise<void> {
  await page.context().setStorageState(SESSION_FILE);
}

/** Fills in and submits the sign-in form on the current page. */
export async function submitSignInForm(
  page: Page,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Sends a message in a new conversation and waits until the conversation is open. */
export async function runTask(page: Page, slug: string, text: string): Promise<void> {
  await page.goto(`/w/${slug}/chat`);
  await sendTask(page, text);
}

/** Sends the first message of the open new conversation and waits until it has its address. */
export async function sendTask(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  const send = page.getByRole("button", { name: "Send", exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}/);
}
