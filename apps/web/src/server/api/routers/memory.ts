import {
  checkEntry,
  chooseMemories,
  MEMORY_TYPES,
  OLD_MEMORY_DAYS,
  wordsByTerm,
} from "@goaltrace/core/memory";
import type { MemoryEntry } from "@goaltrace/core/ports";
import { z } from "zod";
import { readRecall } from "../../memory/read-recall.ts";
import { readMemory } from "../../memory/read-memory.ts";
import { sourcesOfEntries } from "../../memory/sources-of-entries.ts";
import { acceptTidying, countTidying, dismissTidying, readTidying } from "../../memory/tidy-memory.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

/** The key of a proposal names its entries. */
const KEY = z.string().min(1).max(1_000_000);
const ID = z.string().min(1).max(100);
/** In characters. */
const MAX_QUERY = 1_000;
const MAX_CONTENT = 4_000;
const LISTED = 200;
/** Entries that a test shows, best first. */
const TESTED = 10;
/** Words of a found entry, best first. */
const TESTED_WORDS = 10;
/** Entries of one run whose sources are asked for at once. */
const MAX_READERS = 50;

const FIELDS = z.object({
  type: z.enum(MEMORY_TYPES),
  name: z.string().trim().max(120),
  description: z.string().trim().max(300),
  keywords: z.array(z.string().trim().max(60)).max(20),
  content: z.string().trim().max(MAX_CONTENT),
});
const PROJECT = z.string().trim().min(1).max(60);
const AUDIENCE = z.enum(["workspace", "person"]);
/** Ages of entries: at most, or older than this many days. */
const AGES = { week: { most: 7 }, month: { most: 30 }, old: { over: OLD_MEMORY_DAYS } } as const;
type Age = keyof typeof AGES;
const DAY_MS = 86_400_000;

/** The memory of agents: entries of the workspace and of the caller. */
export const memoryRouter = router({
  /**
   * Entries with their numbers; with a query the best first, else those that were saved last. `held` ones wait for a review. `review`: those and, after
   * them, what people decided, the last change first.
   */
  list: workspaceProcedure("viewer")
    .input(
      z.object({
        query: z.string().trim().max(MAX_QUERY).default(""),
        type: z.enum(MEMORY_TYPES).nullable().default(null),
        audience: AUDIENCE.nullable().default(null),
        project: PROJECT.nullable().default(null),
        age: z.enum(["week", "month", "old"]).nullable().default(null),
        neverRecalled: z.boolean().default(false),
        review: z.boolean().default(false),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { memories, members } = ctx.runtime.stores;
      const all = await memories.list(ctx.scope);
      const options = { limit: LISTED, traceId: null };
      const entries = input.review
        ? toReview(all)
        : input.query === ""
          ? all.toSorted((left, right) => right.savedAt - left.savedAt)
          : (await ctx.runtime.memoryFinder.find(ctx.scope, input.query, options)).map(({ entry }) => entry);
      const now = ctx.runtime.clock.now();
      const fits = (entry: MemoryEntry): boolean =>
        (input.review || entry.state === "active") &&
        (input.age === null || hasAge(entry, input.age, now)) &&
        (input.type === null || entry.type === input.type) &&
        (input.project === null || entry.project === input.project) &&
        (input.audience === null || entry.audience === input.audience) &&
        (!input.neverRecalled || entry.recalls === 0);
      const shown = entries.filter(fits);
      return {
        items: shown.slice(0, LISTED).map(toListed),
        shown: shown.length,
        active: all.filter((entry) => entry.state === "active").length,
        neverRecalled: all.filter((entry) => entry.state === "active" && entry.recalls === 0).length,
        held: all.filter((entry) => entry.state === "held").length,
        /** Names of people by id, for a review. */
        people: input.review
          ? Object.fromEntries(
              (await members.list(ctx.scope.workspaceId)).map(({ personId, name }) => [personId, name]),
            )
          : {},
        projects: [...new Set(all.flatMap(({ project }) => project ?? []))].toSorted(),
      };
    }),

  get: workspaceProcedure("viewer")
    .input(z.object({ id: ID }))
    .query(async ({ ctx, input }) => readMemory(ctx.runtime, ctx.scope, input.id)),

  /** The reasons why these contents could not be saved by an agent. People see them and decide. */
  check: workspaceProcedure("viewer")
    .input(z.object({ fields: FIELDS }))
    .query(({ ctx, input }) => {
      const { name } = ctx.person;
      const checked = checkEntry(input.fields, ctx.runtime.clock.now(), { personNames: [name], quote: "" });
      return { problems: checked.accepted ? [] : checked.problems };
    }),

  add: workspaceProcedure("member")
    .input(z.object({ fields: FIELDS, audience: AUDIENCE, project: PROJECT.nullable().default(null) }))
    .mutation(async ({ ctx, input: { fields, audience, project } }) => {
      const { entry } = await ctx.runtime.stores.memories.save(ctx.scope, {
        ...{ ...fields, project, id: ctx.runtime.ids.next(), audience },
        ...{ state: "active", source: null, reason: null },
      });
      if (audience === "workspace") await recordAudit(ctx, { action: "memory.saved", target: entry.name });
      return { id: entry.id };
    }),

  /** Writes a new version over `version`, and sets who finds the entry. */
  edit: workspaceProcedure("member")
    .input(
      z.object({
        ...{ id: ID, version: z.number().int().positive(), fields: FIELDS, audience: AUDIENCE },
        /** @default unchanged */
        project: PROJECT.nullable().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { id, ...change } }) => {
      const entry = await ctx.runtime.stores.memories.edit(ctx.scope, id, change);
      if (change.audience === "workspace")
        await recordAudit(ctx, { action: "memory.saved", target: entry.name });
    }),

  /** Lets agents find a held entry, or rejects it. */
  decide: workspaceProcedure("member")
    .input(z.object({ id: ID, approve: z.boolean() }))
    .mutation(async ({ ctx, input: { id, approve } }) => {
      const entry = await ctx.runtime.stores.memories.decide(ctx.scope, id, approve ? "active" : "rejected");
      await recordAudit(ctx, { action: approve ? "memory.approved" : "memory.rejected", target: entry.name });
    }),

  remove: workspaceProcedure("member")
    .input(z.object({ id: ID }))
    .mutation(async ({ ctx, input }) => {
      const entry = await ctx.runtime.stores.memories.get(ctx.scope, input.id);
      await ctx.runtime.stores.memories.remove(ctx.scope, input.id);
      if (entry.audience === "workspace")
        await recordAudit(ctx, { action: "memory.removed", target: entry.name });
    }),

  /** Reverts the newest contents of an entry: the contents before them apply again, or the entry is deleted. */
  undo: workspaceProcedure("member")
    .input(z.object({ id: ID }))
    .mutation(async ({ ctx, input: { id } }) => {
      const { memories } = ctx.runtime.stores;
      const { version, audience } = await memories.get(ctx.scope, id);
      const [, before] = await memories.versions(ctx.scope, id);
      if (before === undefined) await memories.remove(ctx.scope, id);
      else await memories.edit(ctx.scope, id, { version, audience, fields: before });
    }),

  /** The number of proposals to tidy up. */
  tidyCount: workspaceProcedure("viewer").query(async ({ ctx }) => countTidying(ctx.runtime, ctx.scope)),

  /** Proposals to tidy up, with the changes that they would make. */
  tidy: workspaceProcedure("viewer").query(async ({ ctx }) => readTidying(ctx.runtime, ctx.scope)),

  acceptTidy: workspaceProcedure("member")
    .input(z.object({ key: KEY }))
    .mutation(async ({ ctx, input }) => {
      const { entries } = await acceptTidying(ctx.runtime, ctx.scope, input.key);
      for (const entry of entries.filter(({ audience }) => audience === "workspace"))
        await recordAudit(ctx, { action: "memory.tidied", target: entry.name });
    }),

  dismissTidy: workspaceProcedure("member")
    .input(z.object({ key: KEY }))
    .mutation(async ({ ctx, input }) => dismissTidying(ctx.runtime, ctx.scope, input.key)),

  /** The entries that a turn considered, chose and used; null for a run without one. */
  ofRun: workspaceProcedure("viewer")
    .input(z.object({ traceId: ID, sequence: z.number().int().min(0) }))
    .query(async ({ ctx, input }) => readRecall(ctx.runtime, ctx.scope, input)),

  /** The sources of the memory entries or experiences of a run's entries, as far as the caller can see them. */
  sourcesOf: workspaceProcedure("viewer")
    .input(z.object({ traceId: ID, sequences: z.array(z.number().int().min(0)).max(MAX_READERS) }))
    .query(async ({ ctx, input }) => sourcesOfEntries(ctx.runtime, ctx.scope, input)),

  /**
   * The entries that a message of the caller would recall now, with the parts of each score. The light model, which a run asks besides, is only named:
   * nothing is spent.
   */
  wouldRecall: workspaceProcedure("viewer")
    .input(z.object({ text: z.string().trim().max(MAX_CONTENT) }))
    .query(async ({ ctx, input }) => {
      const { runtime, membership, scope } = ctx;
      const options = { limit: TESTED, traceId: null };
      const candidates = chooseMemories(await runtime.memoryFinder.find(scope, input.text, options));
      return {
        lightModel: (await runtime.recallModelOf(membership.id))?.profile.wireName ?? null,
        found: candidates.map(({ entry, hit, near, outcome }) => {
          const { id, name, type, keywords, description, content } = entry;
          const words = wordsByTerm([input.text, name, keywords.join("\n"), description, content]);
          return {
            ...{ id, name, type, outcome },
            ...{ score: hit.score, confidence: hit.confidence, together: hit.together, factor: hit.factor },
            similarity: near?.similarity ?? null,
            // People read words, not the stems that the search compares.
            words: hit.words
              .slice(0, TESTED_WORDS)
              .map((word) => ({ ...word, term: words.get(word.term) ?? word.term })),
          };
        }),
      };
    }),
});

/** Entries that wait, the newest first, and those that people decided about, the last change first. */
function toReview(all: readonly MemoryEntry[]): readonly MemoryEntry[] {
  const held = all.filter(({ state }) => state === "held");
  const decided = all.filter(({ state, decidedBy }) => state !== "held" && decidedBy !== null);
  return [
    ...held.toSorted((left, right) => right.savedAt - left.savedAt),
    ...decided.toSorted((left, right) => right.revision - left.revision),
  ];
}

function hasAge({ savedAt }: MemoryEntry, age: Age, now: number): boolean {
  const days = (now - savedAt) / DAY_MS;
  const limit = AGES[age];
  return "most" in limit ? days <= limit.most : days > limit.over;
}

/** Lists don't show contents, which are long. */
function toListed({
  content: _content,
  source: _source,
  ...entry
}: MemoryEntry): Omit<MemoryEntry, "content" | "source"> {
  return entry;
}
