import { GoaltraceError } from "@goaltrace/core";
import { formatTarget, parseTarget, PERMISSION_MODES, type RuleTarget } from "@goaltrace/core/permissions";
import { auditedRule, explainCall, loadProjectRules, policyPlace, whatIfCalls } from "@goaltrace/host";
import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import { assertMayChange, mayChange } from "../may-change-rules.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.string().min(1).max(100);
const MODE = z.enum(PERMISSION_MODES);
const PLACE = z.discriminatedUnion("layer", [
  z.object({ layer: z.literal("workspace") }),
  z.object({ layer: z.literal("agent"), target: ID }),
  z.object({ layer: z.literal("conversation"), target: ID }),
]);

const EFFECT = z.enum(["allow", "ask", "deny"]);
const RULE = z.string().max(500);
/** The last moment that a date can hold. Milliseconds. */
const LAST_TIME = 8_640_000_000_000_000;
/** The runs before which the result of a rule's trial continues. */
const POSITION = z.object({
  at: z.number().int().min(0).max(LAST_TIME),
  traceId: ID,
  sequence: z.number().int().min(0).max(2_147_483_647),
});

/** Permission modes and rules. Members change those of their conversations, admins those of the workspace and its agents. */
export const permissionsRouter = router({
  /** The mode of the workspace; `isChosen` is false while it has the one that it was created or migrated with. */
  mode: workspaceProcedure("viewer").query(async ({ ctx }) => ({
    ...(await ctx.runtime.stores.permissions.workspaceMode(ctx.scope.workspaceId)),
    mayChange: mayChange(ctx, "workspace", undefined),
  })),

  setMode: workspaceProcedure("admin")
    .input(z.object({ mode: MODE }))
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.permissions.setWorkspaceMode(ctx.scope.workspaceId, input.mode);
      await recordAudit(ctx, { action: "permissions.mode_changed", target: input.mode });
    }),

  /** The mode and the rules that decide about the calls of a conversation. */
  ofConversation: workspaceProcedure("viewer")
    .input(z.object({ conversationId: ID, agent: ID.default("general") }))
    .query(async ({ ctx, input }) => {
      const { conversationId, agent } = input;
      await ctx.runtime.stores.conversations.get(ctx.scope, conversationId).then(assertFound);
      return ctx.runtime.stores.permissions.policy(ctx.scope.workspaceId, { conversationId, agent });
    }),

  /** Sets the mode of a conversation, from its next wait or turn on; null for the mode of the workspace. */
  setConversationMode: workspaceProcedure("member")
    .input(z.object({ conversationId: ID, mode: MODE.nullable() }))
    .mutation(async ({ ctx, input: { conversationId, mode } }) => {
      await ctx.runtime.stores.conversations.get(ctx.scope, conversationId).then(assertFound);
      await ctx.runtime.stores.permissions.setConversationMode(ctx.scope.workspaceId, conversationId, mode);
    }),

  /** The stored rules that the caller can see, oldest first; `conversation` is that of a rule of a conversation. */
  rules: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const { permissions, conversations } = ctx.runtime.stores;
    const rules = await permissions.rules(ctx.scope.workspaceId);
    const listed = await Promise.all(
      rules.map(async (rule) => {
        const isOfConversation = rule.layer === "conversation";
        const conversation = isOfConversation ? await conversations.get(ctx.scope, rule.target) : undefined;
        if (isOfConversation && conversation === undefined) return [];
        return [
          {
            ...{
              ...rule,
              text: `${rule.effect} ${formatTarget(rule)}`,
              mayChange: mayChange(ctx, rule.layer, conversation),
            },
            conversation:
              conversation === undefined ? null : { id: conversation.id, title: conversation.title },
          },
        ];
      }),
    );
    return listed.flat();
  }),

  /** The rules in the files of the workspace's project folders; `problem` says why those of a folder cannot be used. */
  projectRules: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const folders = await ctx.runtime.stores.folders.list(ctx.scope);
    return Promise.all(
      folders.slice(0, MAX_FOLDERS).map(async ({ id, name, path }) => {
        try {
          const rules = await loadProjectRules(path, ctx.runtime.forbiddenFolders);
          return {
            id,
            name,
            problem: null,
            rules: rules.map((rule) => `${rule.effect} ${formatTarget(rule)}`),
          };
        } catch (thrown) {
          if (!(thrown instanceof GoaltraceError)) throw thrown;
          return { id, name, problem: `${thrown.message} ${thrown.fix}`, rules: [] };
        }
      }),
    );
  }),

  /** The tools that rules can name, and the argument that patterns match. */
  tools: workspaceProcedure("viewer").query(({ ctx }) =>
    ctx.runtime.tools.tools.map(({ name, subject }) => ({ name, field: subject?.field ?? null })),
  ),

  /** The strength of the sandbox in which commands run on this server's machine. */
  sandbox: workspaceProcedure("viewer").query(async ({ ctx }) => await ctx.runtime.sandbox.report()),

  /** Adds a rule such as `write_file(src/**)`. Returns its id, that of the existing one if there is the same. */
  addRule: workspaceProcedure("member")
    .input(z.object({ place: PLACE, effect: EFFECT, rule: RULE }))
    .mutation(async ({ ctx, input: { place, effect, rule } }) => {
      const parsed = readTarget(rule);
      const target = place.layer === "workspace" ? "" : place.target;
      await assertMayChange(ctx, { layer: place.layer, target });
      const id = await ctx.runtime.stores.permissions.addRule(ctx.scope, {
        ...{ id: ctx.runtime.ids.next(), layer: place.layer, target, effect, ...parsed },
      });
      await recordAudit(ctx, {
        action: "permissions.rule_added",
        target: auditedRule({ layer: place.layer, effect, text: formatTarget(parsed) }),
      });
      return { id };
    }),

  /** Replaces the text of a rule; its place does not change. */
  changeRule: workspaceProcedure("member")
    .input(z.object({ id: ID, effect: EFFECT, rule: RULE }))
    .mutation(async ({ ctx, input: { id, effect, rule } }) => {
      const { permissions } = ctx.runtime.stores;
      const parsed = readTarget(rule);
      const rules = await permissions.rules(ctx.scope.workspaceId);
      const before = assertFound(rules.find((stored) => stored.id === id));
      await assertMayChange(ctx, before);
      await permissions.changeRule(ctx.scope.workspaceId, id, { effect, ...parsed });
      await recordAudit(ctx, {
        action: "permissions.rule_changed",
        target: auditedRule({ layer: before.layer, effect, text: formatTarget(parsed) }),
        detail: { before: auditedRule({ ...before, text: formatTarget(before) }) },
      });
    }),

  removeRule: workspaceProcedure("member")
    .input(z.object({ id: ID }))
    .mutation(async ({ ctx, input }) => {
      const { permissions } = ctx.runtime.stores;
      const rules = await permissions.rules(ctx.scope.workspaceId);
      const rule = assertFound(rules.find(({ id }) => id === input.id));
      await assertMayChange(ctx, rule);
      await permissions.removeRule(ctx.scope.workspaceId, input.id);
      const target = auditedRule({ ...rule, text: formatTarget(rule) });
      await recordAudit(ctx, { action: "permissions.rule_removed", target });
    }),

  /** Explains how a call would be decided: the decision and every rule that matches, the deciding one first. */
  explain: workspaceProcedure("viewer")
    .input(
      z.object({
        tool: ID,
        arguments: z.record(z.string(), z.unknown()).default({}),
        conversationId: ID.nullable().default(null),
        agent: ID.default("general"),
        /** Defaults to the folder of the conversation. */
        folderId: ID.nullable().default(null),
      }),
    )
    .query(async ({ ctx, input }) => {
      const place = await policyPlace(ctx.runtime, ctx.scope, input);
      return explainCall(ctx.runtime, { ...input, ...place });
    }),

  /** Tries a rule that does not exist yet on a part of the log. Call it again with `next` until that is null. */
  whatIf: workspaceProcedure("viewer")
    .input(z.object({ place: PLACE, effect: EFFECT, rule: RULE, after: POSITION.nullable().default(null) }))
    .query(async ({ ctx, input: { place, effect, rule, after } }) => {
      const proposed = { ...readTarget(rule), effect, layer: place.layer };
      const target = place.layer === "workspace" ? "" : place.target;
      return whatIfCalls(ctx.runtime, ctx.scope, { rule: { ...proposed, target }, after });
    }),
});

/** A workspace with more folders shows the first ones. */
const MAX_FOLDERS = 50;

function assertFound<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "This conversation or rule does not exist.",
    fix: "Reload the page: someone may have deleted it.",
  });
}

/** Parses a rule without its effect. Errors: INVALID_INPUT. */
function readTarget(text: string): RuleTarget {
  const parsed = parseTarget(text);
  if (!("problem" in parsed)) return parsed;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: parsed.problem,
    fix: "Write TOOL, or TOOL(PATTERN) such as write_file(src/**).",
  });
}
