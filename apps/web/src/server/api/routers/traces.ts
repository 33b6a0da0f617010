import { GoaltraceError } from "@goaltrace/core";
import { createOutlineWriter, outlineOf } from "@goaltrace/core/log";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { tail } from "../../live/tail.ts";
import { watchWorkspace } from "../../live/watch-workspace.ts";
import { countWatcher } from "../../metrics/counters.ts";
import { previewEntry, textAt } from "../../reading/preview-entry.ts";
import { readEntries, readSkeletonPages, readTrace } from "../../reading/read-log.ts";
import { whileWanted } from "../../reading/while-wanted.ts";
import { mayStillWatch } from "../may-still-watch.ts";
import { router, toTrpcError, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const SEQUENCE = z.number().int().min(0);
const ENTRY_PAGE = 1_000;
const TEXT_PAGE = 100_000;

export const tracesRouter = router({
  get: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) => readTrace(ctx.runtime.stores.traces, ctx.scope, input.id)),

  /** `packed` is text that `readPackedOutline` reads: one value, where walking through all of it would take longer than making it. */
  skeleton: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input, signal }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader.traces, ctx.scope, input.id);
      const writer = createOutlineWriter();
      for await (const page of whileWanted(readSkeletonPages(reader, trace), signal)) writer.add(page);
      return { packed: writer.text(), lastSequence: trace.lastSequence };
    }),

  entry: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader.traces, ctx.scope, input.id);
      const [entry] = await readEntries(reader, trace, { after: input.sequence - 1, limit: 1 });
      if (entry === undefined || entry.sequence !== input.sequence) throw entryNotFound(input.sequence);
      const { entry: shown, truncated } = previewEntry(entry);
      return truncated.length === 0 ? shown : { ...shown, truncated };
    }),

  /** One page of a text that `entry` cut. `offset` and `limit` in characters. */
  text: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, field: z.string().max(200), offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader.traces, ctx.scope, input.id);
      const [entry] = await readEntries(reader, trace, { after: input.sequence - 1, limit: 1 });
      const text = entry?.sequence === input.sequence ? textAt(entry, input.field) : undefined;
      if (text === undefined) throw entryNotFound(input.sequence);
      return { text: text.slice(input.offset, input.offset + TEXT_PAGE), total: text.length };
    }),

  /** One page of a blob that an entry names (a file before or after a change, an image). */
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
        fix: "It may have been erased with its trace.",
      });
    }),

  entries: workspaceProcedure("viewer")
    .input(ID.extend({ after: SEQUENCE, limit: z.number().int().min(1).max(ENTRY_PAGE) }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader.traces, ctx.scope, input.id);
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
      const { traces, live } = ctx.runtime.stores;
      const resumed = Number(input.lastEventId ?? Number.NaN);
      const after = Number.isSafeInteger(resumed) && resumed >= 0 ? resumed : input.after;
      const request = {
        traces,
        live,
        scope: ctx.scope,
        traceId: input.id,
        after,
        signal: signal ?? new AbortController().signal,
      };
      try {
        for await (const item of countWatcher(tail({ ...request, mayWatch: mayStillWatch(ctx) }))) {
          const slim = item.kind === "entry" && input.shape === "skeleton" ? outlineOf(item.entry) : null;
          if (item.kind !== "entry") yield item;
          else if (input.shape === "entries") yield tracked(String(item.entry.sequence), item);
          // What no view draws is not sent; the next entry carries the position on.
          else if (slim !== null) yield tracked(String(slim.q), { kind: "skeleton" as const, entry: slim });
        }
      } catch (thrown) {
        throw toTrpcError(thrown, { context: ctx, path: "traces.tail" });
      }
    }),

  watch: workspaceProcedure("viewer").subscription(async function* ({ ctx, signal }) {
    const { traces, live } = ctx.runtime.stores;
    const request = { traces, live, scope: ctx.scope, signal: signal ?? new AbortController().signal };
    try {
      const stream = watchWorkspace({ ...request, mayWatch: mayStillWatch(ctx) });
      for await (const trace of countWatcher(stream)) yield { kind: "trace" as const, trace };
    } catch (thrown) {
      throw toTrpcError(thrown, { context: ctx, path: "traces.watch" });
    }
  }),
});

function entryNotFound(sequence: number): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `This trace has no entry ${sequence}.`,
    fix: "Choose one from the tree or the graph.",
  });
}
