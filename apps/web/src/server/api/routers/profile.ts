import { GoaltraceError } from "@goaltrace/core";
import type { ProfileKey } from "@goaltrace/core/ports";
import { fitProfile, PROFILE_BUDGETS, profileDay, profileLength } from "@goaltrace/core/profile";
import { CONVERSATION_IDLE_MS } from "@goaltrace/host";
import { z } from "zod";
import { profileOfRun } from "../../profile/profile-of-run.ts";
import { readProfileHistory } from "../../profile/read-profile-history.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const FILES = ["soul", "user", "memory", "daily"] as const;
const DAY = z.string().regex(/^\d{4}-\d{2}-\d{2}$/u);
const KEY = z
  .object({ file: z.enum(FILES), day: DAY.nullable() })
  .refine(({ file, day }) => (file === "daily") === (day !== null));
/** Longer than any budget: text that does not fit is moved to the history. */
const TEXT = z.string().max(20_000);
/** Days that the list shows; older ones are archived. */
const LISTED_DAYS = 7;

/** The profile files: the identity of a workspace's agents, and what they know about the caller. */
export const profileRouter = router({
  /** The files with their lengths: SOUL, USER, MEMORY, and DAILY of the newest days. */
  list: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const { profiles } = ctx.runtime.stores;
    await ctx.runtime.noteEnded(ctx.scope, ctx.runtime.clock.now() - CONVERSATION_IDLE_MS);
    const [days, isLocked] = await Promise.all([profiles.days(ctx.scope), profiles.isSoulLocked(ctx.scope)]);
    const today = profileDay(ctx.runtime.clock.now());
    const shown = [...new Set([today, ...days])].slice(0, LISTED_DAYS);
    const keys: readonly ProfileKey[] = [
      ...(["soul", "user", "memory"] as const).map((file) => ({ file, day: null })),
      ...shown.map((day) => ({ file: "daily" as const, day })),
    ];
    const files = await Promise.all(keys.map(async (key) => await profiles.read(ctx.scope, key)));
    const isAdmin = ctx.membership.role === "owner" || ctx.membership.role === "admin";
    return {
      files: files.map((file) => ({
        ...{ ...file, characters: profileLength(file.text), budget: PROFILE_BUDGETS[file.file] },
        canEdit: file.file === "soul" ? isAdmin : ctx.membership.role !== "viewer",
      })),
      ...{ isLocked, isAdmin, today, archived: Math.max(0, days.length - shown.length) },
    };
  }),

  /** The versions of a file with the runs that wrote them, and the runs that had it in their context. */
  history: workspaceProcedure("viewer")
    .input(z.object({ key: KEY }))
    .query(async ({ ctx, input }) => readProfileHistory(ctx.runtime, ctx.scope, input.key)),

  /** The versions that a run had at an entry; null for one without any. */
  ofRun: workspaceProcedure("viewer")
    .input(z.object({ traceId: z.string().min(1).max(100), sequence: z.number().int().min(0) }))
    .query(async ({ ctx, input }) => profileOfRun(ctx.runtime, ctx.scope, input)),

  /** Writes over `version`. Text beyond the budget is moved to the history. SOUL is for admins, because it speaks to everyone. */
  write: workspaceProcedure("member")
    .input(z.object({ key: KEY, version: z.number().int().min(0), text: TEXT }))
    .mutation(async ({ ctx, input: { key, version, text } }) => {
      const { role } = ctx.membership;
      if (key.file === "soul" && role !== "owner" && role !== "admin")
        throw new GoaltraceError({
          code: "NOT_ALLOWED",
          message: "Only admins change SOUL.",
          fix: "Ask an admin of the workspace.",
        });
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      const fitted = fitProfile(redact(text), PROFILE_BUDGETS[key.file]);
      const trimmed = fitted.trimmed?.text ?? "";
      const change = { version, text: fitted.text, trimmed, byAgent: false };
      const written = await ctx.runtime.stores.profiles.write(ctx.scope, key, change);
      if (key.file === "soul") await recordAudit(ctx, { action: "soul.saved", target: "SOUL" });
      return { version: written.version, trimmed };
    }),

  /** Sets whether agents may change SOUL. */
  lockSoul: workspaceProcedure("admin")
    .input(z.object({ isLocked: z.boolean() }))
    .mutation(async ({ ctx, input: { isLocked } }) => {
      await ctx.runtime.stores.profiles.lockSoul(ctx.scope, isLocked);
      await recordAudit(ctx, { action: isLocked ? "soul.locked" : "soul.unlocked", target: "SOUL" });
    }),
});
