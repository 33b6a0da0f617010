import { accountRouter } from "./routers/account.ts";
import { agentsRouter } from "./routers/agents.ts";
import { auditRouter } from "./routers/audit.ts";
import { annotationsRouter } from "./routers/annotations.ts";
import { budgetsRouter } from "./routers/budgets.ts";
import { conversationsRouter } from "./routers/conversations.ts";
import { experiencesRouter } from "./routers/experiences.ts";
import { foldersRouter } from "./routers/folders.ts";
import { invitationsRouter } from "./routers/invitations.ts";
import { keysRouter } from "./routers/keys.ts";
import { mcpRouter } from "./routers/mcp.ts";
import { membersRouter } from "./routers/members.ts";
import { memoryRouter } from "./routers/memory.ts";
import { mentionsRouter } from "./routers/mentions.ts";
import { modelsRouter } from "./routers/models.ts";
import { profileRouter } from "./routers/profile.ts";
import { queueRouter } from "./routers/queue.ts";
import { quotasRouter } from "./routers/quotas.ts";
import { permissionsRouter } from "./routers/permissions.ts";
import { requestsRouter } from "./routers/requests.ts";
import { runTreeRouter } from "./routers/run-tree.ts";
import { runsRouter } from "./routers/runs.ts";
import { secretsRouter } from "./routers/secrets.ts";
import { webRouter } from "./routers/web.ts";
import { setupRouter } from "./routers/setup.ts";
import { sharesRouter } from "./routers/shares.ts";
import { traceErasureRouter } from "./routers/trace-erasure.ts";
import { traceListRouter } from "./routers/trace-list.ts";
import { traceSearchRouter } from "./routers/trace-search.ts";
import { traceInspectRouter } from "./routers/trace-inspect.ts";
import { skillsRouter } from "./routers/skills.ts";
import { toolsRouter } from "./routers/tools.ts";
import { tracesRouter } from "./routers/traces.ts";
import { usageRouter } from "./routers/usage.ts";
import { viewsRouter } from "./routers/views.ts";
import { workspacesRouter } from "./routers/workspaces.ts";
import { createCallerFactory, mergeRouters, router } from "./trpc.ts";

/** All procedures of the web app, grouped by noun. */
export const appRouter = router({
  setup: setupRouter,
  account: accountRouter,
  workspaces: workspacesRouter,
  members: membersRouter,
  invitations: invitationsRouter,
  keys: keysRouter,
  audit: auditRouter,
  agents: agentsRouter,
  models: modelsRouter,
  folders: foldersRouter,
  conversations: conversationsRouter,
  runs: runsRouter,
  queue: queueRouter,
  requests: requestsRouter,
  permissions: permissionsRouter,
  quotas: quotasRouter,
  budgets: budgetsRouter,
  traces: mergeRouters(tracesRouter, traceListRouter, traceSearchRouter, traceErasureRouter, runTreeRouter),
  traceInspect: traceInspectRouter,
  annotations: annotationsRouter,
  shares: sharesRouter,
  experiences: experiencesRouter,
  memory: memoryRouter,
  secrets: secretsRouter,
  web: webRouter,
  skills: skillsRouter,
  tools: toolsRouter,
  profile: profileRouter,
  mcp: mcpRouter,
  mentions: mentionsRouter,
  views: viewsRouter,
  usage: usageRouter,
});

export type AppRouter = typeof appRouter;

/** Creates a caller that runs procedures without HTTP. */
export const createCaller = createCallerFactory(appRouter);
