import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { runAdmin } from "./admin.ts";
import { submitSignInForm } from "./owner.ts";
import { SHARED_SERVER } from "./server.ts";

const PASSWORD = "wrong horse battery";

/** Creates a workspace and its owner on the command line and signs in. Returns the slug. */
export async function enterNewWorkspace(page: Page, name: string): Promise<string> {
  const slug = `${name}-${randomBytes(4).toString("hex")}`;
  const email = `${slug}@example.com`;
  await runAdmin(SHARED_SERVER, ["create-workspace", "--name", slug, "--slug", slug]);
  const account = ["--email", email, "--password", PASSWORD];
  await runAdmin(SHARED_SERVER, ["create-user", "--workspace", slug, ...account]);
  await page.goto("/signin");
  await submitSignInForm(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/`));
  return slug;
}
