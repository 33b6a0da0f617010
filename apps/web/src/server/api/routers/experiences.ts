import { EXPERIENCE_CHARACTERS, skillOf } from "@goaltrace/core/experiences";
import type { Experience } from "@goaltrace/core/ports";
import { z } from "zod";
import { readExperience, readExperiences } from "../../experiences/read-experiences.ts";
import { experiencesOfRun } from "../../experiences/experiences-of-run.ts";
import { recordAudit } from "../../record-audit.ts";
import { saveSkill } from "../../skills/save-skill.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.string().min(1).max(100);
const FIELDS = z
  .object({
    condition: z.string().trim().min(1).max(EXPERIENCE_CHARACTERS.condition),
    rule: z.string().trim().min(1).max(EXPERIENCE_CHARACTERS.rule),
    audience: z.enum(["workspace", "agent", "person"]),
    agent: z.string().trim().min(1).max(100).nullable(),
  })
  .refine(({ audience, agent }) => (audience === "agent") === (agent !== null), {
    message: "An agent is named if, and only if, the rule is for one.",
  });

/** Experiences of runs with their outcomes: those of the workspace and of the caller. */
export const experiencesRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => readExperiences(ctx.runtime, ctx.scope)),

  get: workspaceProcedure("viewer")
    .input(z.object({ id: ID }))
    .query(async ({ ctx, input }) => readExperience(ctx.runtime, ctx.scope, input.id)),

  /** The experiences that a turn had in its context, as they are now; none for a run without. */
  ofRun: workspaceProcedure("viewer")
    .input(z.object({ traceId: ID, sequence: z.number().int().min(0) }))
    .query(async ({ ctx, input }) => experiencesOfRun(ctx.runtime, ctx.scope, input)),

  /** Adds a rule that a person writes. It is used from the next run on. */
  add: workspaceProcedure("member")
    .input(z.object({ fields: FIELDS }))
    .mutation(async ({ ctx, input }) => {
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      const added = await ctx.runtime.stores.experiences.add(ctx.scope, {
        ...{
          ...masked(input.fields, redact),
          id: ctx.runtime.ids.next(),
          source: "manual",
          state: "approved",
        },
        evidence: [],
      });
      if (added.audience !== "person")
        await recordAudit(ctx, { action: "experience.saved", target: titleOf(added) });
      return { id: added.id };
    }),

  /** Writes over `version`. Other words begin to count from zero. */
  edit: workspaceProcedure("member")
    .input(z.object({ id: ID, version: z.number().int().positive(), fields: FIELDS }))
    .mutation(async ({ ctx, input: { id, version, fields } }) => {
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      const change = { version, fields: masked(fields, redact) };
      const edited = await ctx.runtime.stores.experiences.edit(ctx.scope, id, change);
      if (edited.audience !== "person")
        await recordAudit(ctx, { action: "experience.saved", target: titleOf(edited) });
    }),

  /** Lets runs use a candidate, never, or no longer. */
  decide: workspaceProcedure("member")
    .input(z.object({ id: ID, state: z.enum(["approved", "rejected", "retired"]) }))
    .mutation(async ({ ctx, input: { id, state } }) => {
      const decided = await ctx.runtime.stores.experiences.decide(ctx.scope, id, state);
      if (decided.audience !== "person")
        await recordAudit(ctx, { action: `experience.${state}`, target: titleOf(decided) });
    }),

  /** Opts an agent in to the comparison or out of it: one conversation in ten then gets no experiences. */
  compare: workspaceProcedure("admin")
    .input(z.object({ agent: z.string().min(1).max(100), isOn: z.boolean() }))
    .mutation(async ({ ctx, input: { agent, isOn } }) => {
      await ctx.runtime.stores.experiences.holdOut(ctx.scope, agent, isOn);
      await recordAudit(ctx, { action: "experience.compared", target: agent });
    }),

  /** Sets whether confirmed candidates are used without a person's decision. */
  confirmAlone: workspaceProcedure("admin")
    .input(z.object({ isOn: z.boolean() }))
    .mutation(async ({ ctx, input: { isOn } }) => {
      await ctx.runtime.stores.experiences.setConfirmsAlone(ctx.scope, isOn);
      await recordAudit(ctx, { action: "experience.confirmation", target: isOn ? "on" : "off" });
    }),

  /** Saves a stable experience as a skill of the workspace, to be edited there. */
  makeSkill: workspaceProcedure("admin")
    .input(z.object({ id: ID }))
    .mutation(async ({ ctx, input: { id } }) => {
      const { source } = skillOf(await ctx.runtime.stores.experiences.get(ctx.scope, id));
      const draft = { source, version: 0, isCore: false, files: null };
      const { name } = await saveSkill(ctx.runtime, ctx.scope, draft);
      await ctx.runtime.stores.experiences.noteSkill(ctx.scope, id, name);
      await recordAudit(ctx, { action: "skill.saved", target: name });
      return { name };
    }),
});

function masked(fields: z.output<typeof FIELDS>, redact: (text: string) => string): z.output<typeof FIELDS> {
  return { ...fields, condition: redact(fields.condition), rule: redact(fields.rule) };
}

/** Characters of an experience in the audit log. */
const TITLE = 120;

function titleOf({ rule }: Experience): string {
  return rule.length <= TITLE ? rule : `${rule.slice(0, TITLE - 1)}…`;
}
