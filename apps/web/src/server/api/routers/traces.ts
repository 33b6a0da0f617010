import { GoaltraceError } from "@goaltrace/core";
import { type Entry, keepEnd, toOutline } from "@goaltrace/core/log";
import {
  previewEntry,
  readEntries,
  readEntry,
  readTrace,
  textAt,
  type Truncation,
} from "@goaltrace/core/reading";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { LIVE_OUTPUT_CHARACTERS } from "../../../lib/live-output-characters.ts";
import { TEXT_PAGE } from "../../../lib/text-page.ts";
import { releaseAfter } from "../../live/release-after.ts";
import { tail, type TailItem } from "../../live/tail.ts";
import { watchWorkspace } from "../../live/watch-workspace.ts";
import { countWatcher } from "../../metrics/counters.ts";
import { readKeptOutline } from "../read-kept-outline.ts";
import { router, toTrpcError, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const SEQUENCE = z.number().int().min(0);
const ENTRY_PAGE = 1_000;
/** The start of a result's texts that the chat gets with the run: more than an opened row shows without scrolling. It loads the rest when a person opens the row. */
const RESULT_START_CHARACTERS = 4_000;

export const tracesRouter = router({
  get: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) =>
      readTrace({ traces: ctx.runtime.stores.traces, scope: ctx.scope }, input.id),
    ),

  /** The outline of a trace. `readPackedOutline` decodes `packed`. */
  skeleton: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input, signal }) =>
      readKeptOutline({ stores: ctx.runtime.stores, scope: ctx.scope, traceId: input.id, signal }),
    ),

  entry: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const { entry: shown, truncated } = previewEntry(await readEntry(reader, trace, input.sequence));
      return truncated.length === 0 ? shown : { ...shown, truncated };
    }),

  /** One page of a text that `entry` or `tail` truncated. `offset` is in characters. */
  text: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, field: z.string().max(200), offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const text = textAt(await readEntry(reader, trace, input.sequence), input.field);
      if (text === undefined) throw textNotFound(input.sequence);
      return { text: text.slice(input.offset, input.offset + TEXT_PAGE), total: text.length };
    }),

  /** One page of a blob that an entry references (a file before or after a change, an image). */
  blob: workspaceProcedure("viewer")
    .input(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const page = await ctx.runtime.stores.blobs.page(ctx.scope, input.sha256, {
        offset: input.offset,
        limit: TEXT_PAGE,
      });
      if (page !== undefined) return { text: page.text, total: page.totalLength };
      throw new GoaltraceError({
        code: "NOT_FOUND",
        message: "This content is not stored.",
        fix: "Reload the page. The content may have been deleted with its trace.",
      });
    }),

  entries: workspaceProcedure("viewer")
    .input(ID.extend({ after: SEQUENCE, limit: z.number().int().min(1).max(ENTRY_PAGE) }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      return readEntries(reader, trace, { after: input.after, limit: input.limit });
    }),

  tail: workspaceProcedure("viewer")
    .input(
      ID.extend({
        shape: z.enum(["entries", "skeleton"]),
        after: SEQUENCE,
        lastEventId: z.string().max(20).nullish(),
      }),
    )
    .subscription(async function* ({ ctx, input, signal }) {
      const { live } = ctx.runtime.stores;
      const traces = ctx.runtime.followedTraces;
      const resumed = Number(input.lastEventId ?? Number.NaN);
      const after = Number.isSafeInteger(resumed) && resumed >= 0 ? resumed : input.after;
      const request = { traces, live, scope: ctx.scope, traceId: input.id, after };
      const { workspaceId } = ctx.scope;
      const pace = ctx.runtime.streamPace;
      const items = ctx.runtime.streams.pass(
        { ...ctx.pass, traceId: input.id },
        signal ?? new AbortController().signal,
        (watching) =>
          pace.pass(
            workspaceId,
            tail({
              ...{ ...request, signal: watching },
              mayRead: async () => await pace.mayRead(workspaceId, watching),
            }),
            watching,
          ),
      );
      try {
        const release = await ctx.runtime.quotas.take("streams", { scope: ctx.scope, keyId: null });
        for await (const item of countWatcher(releaseAfter(items, release))) {
          const outline = item.kind === "entry" && input.shape === "skeleton" ? toOutline(item.entry) : null;
          if (item.kind !== "entry") yield withinKeptOutput(item);
          else if (input.shape === "entries")
            yield tracked(String(item.entry.sequence), withResultStart(item.entry));
          // Entries without an outline are not sent; the next entry advances the position.
          else if (outline !== null)
            yield tracked(String(outline.q), { kind: "skeleton" as const, entry: outline });
        }
      } catch (thrown) {
        throw toTrpcError(thrown, { context: ctx, path: "traces.tail" });
      }
    }),

  watch: workspaceProcedure("viewer").subscription(async function* ({ ctx, signal }) {
    const { traces, live } = ctx.runtime.stores;
    const stream = ctx.runtime.streams.pass(
      { ...ctx.pass, traceId: null },
      signal ?? new AbortController().signal,
      (watching) => watchWorkspace({ traces, live, scope: ctx.scope, signal: watching }),
    );
    try {
      const release = await ctx.runtime.quotas.take("streams", { scope: ctx.scope, keyId: null });
      for await (const trace of countWatcher(releaseAfter(stream, release)))
        yield { kind: "trace" as const, trace };
    } catch (thrown) {
      throw toTrpcError(thrown, { context: ctx, path: "traces.watch" });
    }
  }),
});

/** An entry for the chat. `cut` names the texts of a result of which only the start is sent. */
function withResultStart(entry: Entry): {
  readonly kind: "entry";
  readonly entry: Entry;
  readonly cut?: readonly Truncation[];
} {
  if (entry.kind !== "message" || entry.role !== "tool") return { kind: "entry", entry };
  const { entry: start, truncated } = previewEntry(entry, RESULT_START_CHARACTERS);
  return truncated.length === 0 ? { kind: "entry", entry } : { kind: "entry", entry: start, cut: truncated };
}

/** Leaves out the part of a tool's output that pages would drop at once. */
function withinKeptOutput<T extends Exclude<TailItem, { readonly kind: "entry" }>>(item: T): T {
  return item.kind === "delta" && item.channel === "output"
    ? { ...item, ...keepEnd(item, LIVE_OUTPUT_CHARACTERS) }
    : item;
}

function textNotFound(sequence: number): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `Entry ${sequence} does not have this text.`,
    fix: "Choose an entry from the tree or the graph.",
  });
}
