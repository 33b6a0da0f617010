import path from "node:path";
import { pino } from "pino";
import { createLogger } from "../create-logger.ts";
import { openRuntime } from "../open-runtime.ts";
import type { Runtime, RuntimeOptions } from "../runtime.ts";
import { readNewWorkspaceMode } from "../permissions/new-workspace-mode.ts";
import { readQuotaLimits } from "../quotas/quota-limits.ts";
import { CHECKOUT, type Environment } from "./env.ts";

const STANDARD_ERROR = 2;

/**
 * Opens the runtime of a process that runs from the checkout. It logs to standard error, because standard output belongs to commands. A
 * person at a terminal may use any folder.
 */
export async function openProcessRuntime(
  { home, secret, secretVariables, modelVariables, files }: Environment,
  options: { readonly databaseUrl: string } & Pick<RuntimeOptions, "person">,
): Promise<Runtime> {
  return await openRuntime(
    { databaseUrl: options.databaseUrl, home, secret },
    {
      logger: createLogger({ level: "info" }, pino.destination(STANDARD_ERROR)),
      secretVariables,
      modelVariables,
      forbiddenFolders: [home, path.join(CHECKOUT, ".data")],
      quotaLimits: readQuotaLimits(secretVariables),
      newWorkspaceMode: readNewWorkspaceMode(secretVariables),
      files: options.person == null ? files : { ...files, folders: null },
      person: options.person ?? null,
    },
  );
}
