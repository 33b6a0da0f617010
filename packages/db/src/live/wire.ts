import type { LiveNotice } from "@goaltrace/core/ports";
import { z } from "zod";

const delta = z.object({
  kind: z.literal("delta"),
  traceId: z.string(),
  callId: z.string(),
  attempt: z.number(),
  channel: z.enum(["text", "reasoning", "tool", "output"]),
  offset: z.number(),
  text: z.string(),
});
const withdrawn = z.object({
  kind: z.literal("delta_withdrawn"),
  traceId: z.string(),
  callId: z.string(),
  attempt: z.number(),
});
const waiting = z.object({
  kind: z.literal("call_waiting"),
  traceId: z.string(),
  callId: z.string(),
  ahead: z.number().nullable(),
  quota: z.object({ name: z.string(), limit: z.number() }).optional(),
});

/**
 * The messages of the channel. `committed`: workspace, trace, last sequence, status. `signalled`: workspace, trace. `access`: the workspace
 * in which rights may have ended, or null for all; sent by triggers.
 */
const wire = z.union([
  z.object({ committed: z.array(z.tuple([z.string(), z.string(), z.number(), z.string()])) }),
  z.object({ signalled: z.tuple([z.string(), z.string()]) }),
  z.object({
    workspaceId: z.string().optional(),
    live: z.discriminatedUnion("kind", [delta, withdrawn, waiting]),
  }),
  z.object({ wake: z.string() }),
  z.object({ access: z.string().nullable() }),
]);

/** A notice with its workspace, when known. */
export type Arrival = { readonly notice: LiveNotice; readonly workspaceId: string | null };

/** A change of rights; `workspaceId` is null when it may concern any workspace. */
export type AccessChange = { readonly kind: "access"; readonly workspaceId: string | null };

/** Parses one payload; returns null for payloads this version does not understand. */
export function readWire(payload: string): readonly Arrival[] | AccessChange | "wake" | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  const parsed = wire.safeParse(value);
  if (!parsed.success) return null;
  if ("wake" in parsed.data) return "wake";
  if ("access" in parsed.data) return { kind: "access", workspaceId: parsed.data.access };
  if ("live" in parsed.data) return [{ notice: parsed.data.live, workspaceId: null }];
  if ("signalled" in parsed.data) {
    const [workspaceId, traceId] = parsed.data.signalled;
    return [{ notice: { kind: "signalled", traceId }, workspaceId }];
  }
  return parsed.data.committed.map(([workspaceId, traceId, sequence, status]) => ({
    notice: { kind: "committed", workspaceId, traceId, sequence, status },
    workspaceId,
  }));
}

/** Returns the payload that wakes workers for a trace. */
export function writeWake(traceId: string): string {
  return JSON.stringify({ wake: traceId });
}

/** Returns the payload of a notice. */
export function writeWire(notice: LiveNotice): string {
  switch (notice.kind) {
    case "committed":
      return JSON.stringify({
        committed: [[notice.workspaceId, notice.traceId, notice.sequence, notice.status]],
      });
    case "signalled":
      return JSON.stringify({ signalled: ["", notice.traceId] });
    case "delta":
    case "delta_withdrawn":
    case "call_waiting":
      return JSON.stringify({ live: notice });
  }
}
