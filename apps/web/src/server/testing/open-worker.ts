import { createSilentLogger } from "@goaltrace/core/in-memory";
import { openRuntime, readFileRules, type Runtime } from "@goaltrace/host";
import type { AccessWorld } from "./access-world.ts";

/** Opens a runtime like that of a worker process: it shares only PostgreSQL and the home with the web app. The caller closes it. */
export const openWorker = async (
  { databaseUrl, runtime }: AccessWorld,
  options: Partial<Parameters<typeof openRuntime>[1]> = {},
): Promise<Runtime> =>
  await openRuntime(
    { databaseUrl, home: runtime.home, secret: null },
    {
      ...{ logger: createSilentLogger(), secretVariables: {}, modelVariables: {}, forbiddenFolders: [] },
      files: readFileRules({}, null),
      ...options,
    },
  );
