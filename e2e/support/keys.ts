import type { Page } from "@playwright/test";
import { runAdmin } from "./admin.ts";
import type { Server } from "./server.ts";

/** Creates an API key with the scopes read and run, through the command line. */
export async function createKey(
  server: Server,
  owner: { readonly slug: string; readonly email: string },
): Promise<string> {
  const ownerOptions = ["--workspace", owner.slug, "--email", owner.email];
  const stdout = await runAdmin(server, [
    "create-key",
    ...ownerOptions,
    "--name",
    "e2e",
    "--scopes",
    "read,run",
  ]);
  const key = /gt_[\w-]+/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`The output contains no key: ${stdout}`);
  return key;
}

/** Returns the id of the latest run in the conversation that the page shows. */
export async function readLastTraceId({
  base,
  key,
  page,
}: {
  readonly base: string;
  readonly key: string;
  readonly page: Page;
}): Promise<string> {
  const conversation = page.url().split("/").at(-1);
  const response = await fetch(`${base}/api/conversations`, { headers: { authorization: `Bearer ${key}` } });
  const body: unknown = await response.json();
  const conversationJson = JSON.stringify(body)
    .split("},{")
    .find((item) => item.includes(`"${conversation ?? ""}"`));
  const id = /"lastTraceId":"([0-9a-f-]{36})"/.exec(conversationJson ?? "")?.[1];
  if (id === undefined) throw new Error(`No run for ${page.url()} in ${JSON.stringify(body)}`);
  return id;
}
