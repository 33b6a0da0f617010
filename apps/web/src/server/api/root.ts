import { accountRouter } from "./routers/account.ts";
import { conversationsRouter } from "./routers/conversations.ts";
import { foldersRouter } from "./routers/folders.ts";
import { modelsRouter } from "./routers/models.ts";
import { runsRouter } from "./routers/runs.ts";
import { setupRouter } from "./routers/setup.ts";
import { tracesRouter } from "./routers/traces.ts";
import { workspacesRouter } from "./routers/workspaces.ts";
import { createCallerFactory, router } from "./trpc.ts";

/** Every procedure of the web, by noun. */
export const appRouter = router({
  setup: setupRouter,
  account: accountRouter,
  workspaces: workspacesRouter,
  models: modelsRouter,
  folders: foldersRouter,
  conversations: conversationsRouter,
  runs: runsRouter,
  traces: tracesRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP. */
export const createCaller = createCallerFactory(appRouter);
