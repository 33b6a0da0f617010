import {
  AGENT_FIELDS,
  AGENT_NAME,
  STRATEGY_NAMES,
  toDefinition,
  withoutAbsent,
} from "@goaltrace/core/agents";
import type { LayeredAgent } from "@goaltrace/core/agents";
import {
  agentTools,
  checkAgent,
  findAgent,
  policyPlace,
  readAgentBudget,
  removeAgent,
  restoreAgent,
  saveAgent,
} from "@goaltrace/host";
import { z } from "zod";
import { roleIncludes } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const NAME = z.object({ name: AGENT_NAME });
const FOLDER = z.object({ folderId: z.string().min(1).max(100).nullable().default(null) });
const OVER = z.object({ over: z.number().int().min(0) });
/** The time over which the use of an agent is counted. */
const USE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The agents of a workspace: built-in ones, those that the workspace defines, and those of its project folders. */
export const agentsRouter = router({
  /** All agents, sorted by name, and the problems of files in the project folder. */
  list: workspaceProcedure("viewer")
    .input(FOLDER)
    .query(async ({ ctx, input }) => {
      const { agents, warnings } = await ctx.runtime.readAgents(await placeOf(ctx, input.folderId));
      return {
        items: agents.map(toListed),
        warnings,
        editable: roleIncludes(ctx.membership.role, "admin"),
      };
    }),

  /** An agent with its layers, its rights and its use. Errors: INVALID_INPUT for an unknown one. */
  get: workspaceProcedure("viewer")
    .input(NAME.extend(FOLDER.shape))
    .query(async ({ ctx, input: { name, folderId } }) => {
      const { runtime, scope } = ctx;
      const place = await placeOf(ctx, folderId);
      const { agents } = await runtime.readAgents(place);
      const known = agents.find((agent) => agent.name === name);
      const agent = known?.problem == null ? findAgent({ agents }, name) : known;
      const { agent: snapshot } = toDefinition(agent);
      const { basis } = snapshot.definition ?? {};
      const policy = await runtime.readPolicy({ ...place, conversationId: null, agent: name, basis });
      const since = runtime.clock.now() - USE_DAYS * DAY_MS;
      const [tools, versions, use, budget] = await Promise.all([
        agentTools(runtime, agent, policy),
        runtime.stores.agents.versions(scope.workspaceId, name),
        runtime.stores.agents.use(scope.workspaceId, name, since),
        readAgentBudgetOf(ctx, agent),
      ]);
      return {
        ...agent,
        ...{ limits: snapshot.limits, tools, use, budget, mode: policy.mode },
        instructionsTokens: runtime.tokenizer.count(agent.texts.instructions),
        version: versions[0]?.version ?? 0,
        editable: roleIncludes(ctx.membership.role, "admin"),
      };
    }),

  /** The strategies, tools and MCP servers that an agent may use. */
  choices: workspaceProcedure("viewer").query(async ({ ctx }) => ({
    strategies: STRATEGY_NAMES,
    servers: (await ctx.runtime.mcp.list(ctx.scope, null)).servers
      .filter(({ isEnabled }) => isEnabled)
      .map(({ name }) => name),
    tools: ctx.runtime.tools.tools.map(({ name, annotations, keepsState }) => ({
      name,
      isReadOnly: annotations.readOnlyHint === true || keepsState === true,
    })),
  })),

  /** The versions that the workspace has saved of an agent, newest first. */
  versions: workspaceProcedure("viewer")
    .input(NAME)
    .query(async ({ ctx, input }) =>
      (await ctx.runtime.stores.agents.versions(ctx.scope.workspaceId, input.name)).map((version) => ({
        ...version,
        fields: version.fields ?? null,
      })),
    ),

  /** The problems that keep a definition from being saved. */
  check: workspaceProcedure("viewer")
    .input(z.object({ fields: AGENT_FIELDS, isNew: z.boolean() }))
    .query(async ({ ctx, input }) => ({
      problems: await checkAgent(ctx.runtime, ctx.scope, {
        ...{ fields: withoutAbsent(input.fields), isNew: input.isNew },
      }),
    })),

  /** Saves a new version over the one that the caller saw. Errors: INVALID_INPUT; CONFLICT when someone else has saved. */
  save: workspaceProcedure("admin")
    .input(NAME.extend(OVER.shape).extend({ fields: AGENT_FIELDS }))
    .mutation(async ({ ctx, input: { name, over, fields } }) => {
      const saved = await saveAgent(ctx.runtime, ctx.scope, { name, over, fields: withoutAbsent(fields) });
      await recordAudit(ctx, {
        action: "agent.saved",
        target: name,
        detail: { version: `${saved.version}` },
      });
      return { version: saved.version };
    }),

  /** Makes an earlier version the newest. Errors: as `save`; NOT_FOUND. */
  restore: workspaceProcedure("admin")
    .input(NAME.extend(OVER.shape).extend({ version: z.number().int().positive() }))
    .mutation(async ({ ctx, input }) => {
      const saved = await restoreAgent(ctx.runtime, ctx.scope, input);
      await recordAudit(ctx, {
        ...{ action: "agent.restored", target: input.name },
        detail: { version: `${saved.version}`, from: `${input.version}` },
      });
      return { version: saved.version };
    }),

  /** Removes the workspace's definition of an agent. Its versions are kept and can be restored. Errors: NOT_FOUND; CONFLICT. */
  remove: workspaceProcedure("admin")
    .input(NAME.extend(OVER.shape))
    .mutation(async ({ ctx, input }) => {
      await removeAgent(ctx.runtime, ctx.scope, input);
      await recordAudit(ctx, { action: "agent.removed", target: input.name });
    }),
});

type PlaceContext =
  Parameters<typeof policyPlace> extends [infer Runtime, infer Scope, ...infer _]
    ? { readonly runtime: Runtime; readonly scope: Scope }
    : never;

async function placeOf(
  { runtime, scope }: PlaceContext,
  folderId: string | null,
): Promise<{ readonly workspaceId: string; readonly projectFolder: string | null }> {
  const { workspaceId, projectFolder } = await policyPlace(runtime, scope, {
    ...{ conversationId: null, agent: "", folderId },
  });
  return { workspaceId, projectFolder };
}

/** The budget of an agent; empty for one that only a project folder defines, which has no budget here. */
async function readAgentBudgetOf(
  {
    runtime,
    scope,
  }: {
    readonly runtime: Parameters<typeof readAgentBudget>[0];
    readonly scope: { readonly workspaceId: string };
  },
  { name, layers }: LayeredAgent,
): Promise<string> {
  if (layers[0]?.layer === "project") return "";
  return (await readAgentBudget(runtime, scope, name)).budget;
}

function toListed({ name, texts, layers, problem, rights }: LayeredAgent): {
  readonly name: string;
  readonly description: string;
  readonly models: readonly string[];
  readonly strategy: string | null;
  readonly layers: readonly LayeredAgent["layers"][number]["layer"][];
  readonly problem: string | null;
  readonly isReadOnly: boolean;
} {
  const { description, models, strategy } = texts;
  const { isReadOnly } = rights;
  const from = layers.map(({ layer }) => layer);
  return { name, description, models, strategy, layers: from, problem, isReadOnly };
}
