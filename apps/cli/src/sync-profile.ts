import path from "node:path";
import type { Scope } from "@goaltrace/core/ports";
import { type Runtime, syncProfileFiles } from "@goaltrace/host";
import { readEnvironment } from "@goaltrace/host/process";
import { createFileProfileStore } from "@goaltrace/tools";

/** Where a person finds their profile as files, below their home folder. */
const FOLDER = ".goaltrace";

/**
 * Brings the profile of the person and their files in `~/.goaltrace` into agreement. The files are those of the oldest workspace, which commands use
 * by default. A failure is a warning: no command needs the files.
 */
export async function syncProfile(
  { database, getRedactor, clock, logger }: Pick<Runtime, "database" | "getRedactor" | "clock" | "logger">,
  scope: Scope,
): Promise<void> {
  const { personHome } = readEnvironment();
  if (personHome === null) return;
  try {
    const [oldest] = await database.workspaces.all();
    if (oldest?.id !== scope.workspaceId) return;
    const files = createFileProfileStore(path.join(personHome, FOLDER), clock);
    const { redact } = await getRedactor(scope.workspaceId);
    await syncProfileFiles({ profiles: database.profiles, files, redact, now: clock.now() }, scope);
  } catch (thrown) {
    logger.warn("the profile files were not read or written", { error: String(thrown) });
  }
}
