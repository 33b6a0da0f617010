import type { Browser } from "@playwright/test";
import { createDatabase, type Database } from "@goaltrace/db";
import { type OwnerPlace, ownerPlace } from "./bench-owner.ts";
import type { Figure } from "./figure.ts";
import { openBrowser } from "./viewer/open-browser.ts";
import { missingBuild, startWebServers } from "./web-server.ts";

/** A browser, a web server at `base` and its database, in which the owner has a workspace. */
export type BrowserStage = {
  readonly browser: Browser;
  readonly base: string;
  readonly database: Database;
  readonly place: OwnerPlace;
};

/** Opens a stage, measures on it and closes it. Without a browser or a build it prints why and measures nothing. */
export async function inBrowser(
  name: string,
  { databaseUrl, appFolder }: { readonly databaseUrl: string; readonly appFolder: string },
  measure: (stage: BrowserStage) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const browser = await openBrowser();
  const missing = browser === null ? "no Chromium (CHROMIUM_PATH)" : missingBuild(appFolder);
  if (browser === null || missing !== null) {
    console.log(`${name}: skipped, ${missing}`);
    await browser?.close();
    return [];
  }
  const database = createDatabase(databaseUrl);
  try {
    const servers = await startWebServers({ appFolder, databaseUrl }, 1);
    try {
      const place = await ownerPlace(database);
      return await measure({ browser, base: servers.bases[0] ?? "", database, place });
    } finally {
      await servers.stop();
    }
  } finally {
    await browser.close();
    await database.close();
  }
}
