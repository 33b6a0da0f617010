import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { KNOWN_SERVERS } from "@goaltrace/host";
import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const NAME = z.string().trim().min(1).max(200);
const TOOL = z.string().min(1).max(128);
/** A registered project folder; null for what the workspace has in every folder. */
const FOLDER = z.string().max(4_096).nullable();
const PLACE = { projectFolder: FOLDER, name: NAME };

/** MCP servers and approvals of their tools. Admins only: a server is a program on this machine, and its settings name keys. */
export const mcpRouter = router({
  list: workspaceProcedure("admin")
    .input(z.object({ projectFolder: FOLDER }))
    .query(async ({ ctx, input: { projectFolder } }) => {
      await assertRegistered(ctx, projectFolder);
      return await ctx.runtime.mcp.list(ctx.scope, projectFolder);
    }),

  /** The servers that can be added with one click, in the shape that `save` takes. */
  known: workspaceProcedure("admin").query(() => KNOWN_SERVERS),

  log: workspaceProcedure("admin")
    .input(z.object(PLACE))
    .query(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      return { text: await ctx.runtime.mcp.log(ctx.scope, input) };
    }),

  /** Adds or replaces a server of the workspace; `settings` is one entry of `mcpServers`. */
  save: workspaceProcedure("admin")
    .input(z.object({ name: NAME, settings: z.record(z.string(), z.unknown()) }))
    .mutation(async ({ ctx, input }) => {
      const name = await ctx.runtime.mcp.save(ctx.scope, input);
      await recordAudit(ctx, { action: "mcp_server.saved", target: name });
      return { name };
    }),

  enable: workspaceProcedure("admin")
    .input(z.object({ name: NAME, isEnabled: z.boolean() }))
    .mutation(async ({ ctx, input: { name, isEnabled } }) => {
      await ctx.runtime.mcp.enable(ctx.scope, name, isEnabled);
      await recordAudit(ctx, {
        action: isEnabled ? "mcp_server.enabled" : "mcp_server.disabled",
        target: name,
      });
    }),

  remove: workspaceProcedure("admin")
    .input(z.object({ name: NAME }))
    .mutation(async ({ ctx, input: { name } }) => {
      await ctx.runtime.mcp.remove(ctx.scope, name);
      await recordAudit(ctx, { action: "mcp_server.removed", target: name });
    }),

  /** Allows a server of a project folder to start, with the settings that were shown. */
  consent: workspaceProcedure("admin")
    .input(z.object({ ...PLACE, settingsDigest: z.string().max(64) }))
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      await ctx.runtime.mcp.consent(ctx.scope, input);
      await recordAudit(ctx, { action: "mcp_server.consented", target: input.name });
    }),

  /** Starts a server, waits for its answer, and returns the result. */
  check: workspaceProcedure("admin")
    .input(z.object(PLACE))
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      return await ctx.runtime.mcp.check(ctx.scope, input);
    }),

  /** Approves definitions by the digests that were shown. */
  approve: workspaceProcedure("admin")
    .input(
      z.object({
        ...PLACE,
        tools: z
          .array(z.object({ tool: TOOL, digest: z.string().max(64) }))
          .min(1)
          .max(200),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      await ctx.runtime.mcp.approve(ctx.scope, input);
      const tools = input.tools.map(({ tool }) => tool).join(", ");
      await recordAudit(ctx, { action: "mcp_tools.approved", target: input.name, detail: { tools } });
    }),

  withdraw: workspaceProcedure("admin")
    .input(z.object({ ...PLACE, tools: z.array(TOOL).min(1).max(200) }))
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      await ctx.runtime.mcp.withdraw(ctx.scope, input);
      const tools = input.tools.join(", ");
      await recordAudit(ctx, { action: "mcp_tools.withdrawn", target: input.name, detail: { tools } });
    }),

  /** Starts a sign-in to a server at an address; the browser goes to `address`. */
  startSignIn: workspaceProcedure("admin")
    .input(z.object(PLACE))
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      const request = { origin: originOf(ctx), slug: ctx.membership.slug };
      return { address: await ctx.runtime.mcp.startSignIn(ctx.scope, input, request) };
    }),

  /** Completes a sign-in with the query of the address to which the person returned. */
  finishSignIn: workspaceProcedure("admin")
    .input(z.object({ search: z.string().max(8_192) }))
    .mutation(async ({ ctx, input: { search } }) => {
      const request = { origin: originOf(ctx), search };
      const place = await ctx.runtime.mcp.finishSignIn(ctx.scope, request);
      await recordAudit(ctx, { action: "mcp_server.signed_in", target: place.name });
      return place;
    }),

  signOut: workspaceProcedure("admin")
    .input(z.object(PLACE))
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      await ctx.runtime.mcp.signOut(ctx.scope, input);
      await recordAudit(ctx, { action: "mcp_server.signed_out", target: input.name });
    }),

  /** Tries a tool, given its name on the server. */
  callTool: workspaceProcedure("admin")
    .input(z.object({ ...PLACE, tool: TOOL, arguments: z.record(z.string(), z.unknown()) }))
    .mutation(async ({ ctx, input }) => {
      await assertRegistered(ctx, input.projectFolder);
      return await ctx.runtime.mcp.call(ctx.scope, input);
    }),
});

/** Throws NOT_FOUND for a folder that is not registered in the workspace. */
async function assertRegistered(
  { runtime, scope }: { readonly runtime: Runtime; readonly scope: Scope },
  projectFolder: string | null,
): Promise<void> {
  if (projectFolder === null) return;
  const folders = await runtime.stores.folders.list(scope);
  if (folders.some(({ path }) => path === projectFolder)) return;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "This project folder is not registered.",
    fix: "Register it under Settings, Folders.",
  });
}

/** The origin under which people reach the web. */
function originOf({ runtime, headers }: { readonly runtime: Runtime; readonly headers: Headers }): string {
  return runtime.publicUrl?.replace(/\/$/u, "") ?? `http://${headers.get("host") ?? "localhost:3000"}`;
}
