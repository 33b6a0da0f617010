import { explainSkillProblem, isRefusal, leavesFilesOut, SKILL_LIMITS } from "@goaltrace/core/skills";
import { findAgent, readUpload } from "@goaltrace/host";
import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import { checkSkillText, findSkill, listSkills, readSkillDetail } from "../../skills/read-skills.ts";
import { saveSkill } from "../../skills/save-skill.ts";
import { decideProposal, listProposals, readProposal } from "../../skills/skill-proposals.ts";
import { skillsOfRun } from "../../skills/skills-of-run.ts";
import { router, workspaceProcedure } from "../trpc.ts";

/** The id of a skill among all layers, with the path of its folder. */
const ID = z.string().min(1).max(1_000);
/** The id of a skill that waits. */
const PROPOSAL = z.string().min(1).max(100);
const NAME = z.string().min(1).max(64);
const SOURCE = z.string().max(SKILL_LIMITS.skillBytes);
const PATH = z.string().min(1).max(SKILL_LIMITS.path);
const VERSION = z.number().int().min(0);
/** A request may have a megabyte, and base64 adds a third. */
const BASE64 = z.base64().max(950_000);

/** The skills of a workspace: everyone reads them, admins change them, because they instruct the agents of all. */
export const skillsRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => ({
    items: await listSkills(ctx.runtime, ctx.scope),
    proposals: await listProposals(ctx.runtime, ctx.scope),
    canEdit: ctx.membership.role === "owner" || ctx.membership.role === "admin",
  })),

  get: workspaceProcedure("viewer")
    .input(z.object({ id: ID }))
    .query(async ({ ctx, input }) => readSkillDetail(ctx.runtime, ctx.scope, input.id)),

  /** The skills that a run had loaded at an entry. */
  ofRun: workspaceProcedure("viewer")
    .input(z.object({ traceId: z.string().min(1).max(100), sequence: z.number().int().min(0) }))
    .query(async ({ ctx, input }) => skillsOfRun(ctx.runtime, ctx.scope, input)),

  /** A skill that an agent wrote and that waits for an admin. */
  proposal: workspaceProcedure("viewer")
    .input(z.object({ id: PROPOSAL }))
    .query(async ({ ctx, input }) => readProposal(ctx.runtime, ctx.scope, input.id)),

  /** Saves a skill that waits, or drops it. */
  decide: workspaceProcedure("admin")
    .input(z.object({ id: PROPOSAL, approve: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const name = await decideProposal(ctx.runtime, ctx.scope, input);
      await recordAudit(ctx, { action: input.approve ? "skill.saved" : "skill.rejected", target: name });
      return { id: `workspace:${name}` };
    }),

  /** The text of a file of a skill; null for one that is not text. */
  file: workspaceProcedure("viewer")
    .input(z.object({ id: ID, path: PATH }))
    .query(async ({ ctx, input }) => {
      const skill = await findSkill(ctx.runtime, ctx.scope, input.id);
      const folders = await ctx.runtime.stores.folders.list(ctx.scope);
      return { text: await ctx.runtime.allSkills.fileText(ctx.scope, { skill, folders, path: input.path }) };
    }),

  /** A skill with all of its files as a zip archive, in base64. */
  archive: workspaceProcedure("viewer")
    .input(z.object({ id: ID }))
    .query(async ({ ctx, input }) => {
      const skill = await findSkill(ctx.runtime, ctx.scope, input.id);
      const folders = await ctx.runtime.stores.folders.list(ctx.scope);
      const archive = await ctx.runtime.allSkills.archive(ctx.scope, { skill, folders });
      const isWhole = !leavesFilesOut(skill.problems);
      return { name: skill.name, isWhole, content: archive.toString("base64") };
    }),

  /** The problems of an unsaved text, and the text as a model would see it. */
  check: workspaceProcedure("viewer")
    .input(z.object({ source: SOURCE, name: NAME.nullable() }))
    .query(async ({ ctx, input }) => checkSkillText(ctx.runtime, ctx.scope, input)),

  /** Saves over `version`; 0 creates. The files beside it stay. */
  save: workspaceProcedure("admin")
    .input(z.object({ source: SOURCE, version: VERSION, isCore: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const files = input.version === 0 ? [] : null;
      const { name } = await saveSkill(ctx.runtime, ctx.scope, { ...input, files });
      await recordAudit(ctx, { action: "skill.saved", target: name });
      return { id: `workspace:${name}` };
    }),

  /** Saves an uploaded folder or archive as a new skill, or as the next version of the one with its name. */
  upload: workspaceProcedure("admin")
    .input(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("zip"), content: BASE64 }),
        z.object({
          kind: z.literal("files"),
          files: z.array(z.object({ path: z.string().max(500), content: BASE64 })).max(500),
        }),
      ]),
    )
    .mutation(async ({ ctx, input }) => {
      const { name, source, files, problems } = readUpload(
        input.kind === "zip"
          ? { kind: "zip", content: Buffer.from(input.content, "base64") }
          : {
              kind: "files",
              files: input.files.map(({ path, content }) => ({
                path,
                content: Buffer.from(content, "base64"),
              })),
            },
      );
      if (name === null)
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `The upload cannot be used. ${problems.filter(isRefusal).map(explainSkillProblem).join(" ")}`,
          fix: "Correct it, then upload it again.",
        });
      const before = (await ctx.runtime.stores.skills.list(ctx.scope)).find((skill) => skill.name === name);
      const saved = await saveSkill(ctx.runtime, ctx.scope, {
        ...{ source, files, version: before?.version ?? 0, isCore: before?.isCore ?? false },
      });
      await recordAudit(ctx, { action: "skill.saved", target: name });
      return { id: `workspace:${saved.name}`, version: saved.version, warnings: problems.length };
    }),

  /** Sets which agents get the skills of a name. */
  offer: workspaceProcedure("admin")
    .input(z.object({ name: NAME, agent: z.string().max(100), isOffered: z.boolean() }))
    .mutation(async ({ ctx, input: { name, agent, isOffered } }) => {
      const { skills } = ctx.runtime.stores;
      const { workspaceId } = ctx.scope;
      const agents = await ctx.runtime.readAgents({ workspaceId, projectFolder: null });
      const before = (await skills.withheld(ctx.scope)).get(name) ?? [];
      const others = before.filter((other) => other !== agent);
      await skills.withhold(ctx.scope, name, isOffered ? others : [...others, findAgent(agents, agent).name]);
      await recordAudit(ctx, {
        action: isOffered ? "skill.offered" : "skill.withheld",
        target: name,
        detail: { agent },
      });
    }),

  remove: workspaceProcedure("admin")
    .input(z.object({ name: NAME }))
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.skills.remove(ctx.scope, input.name);
      await recordAudit(ctx, { action: "skill.removed", target: input.name });
    }),
});
