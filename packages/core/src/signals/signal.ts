import { z } from "zod";

const text = z.string();
const noPayload = z.object({});

/**
 * The payload of each kind of signal. Kinds are stored by these names, so never reuse a name. New kinds and new optional fields may be
 * added at any time; a version that cannot read a signal leaves it pending (see `UnknownSignal`).
 */
export const PAYLOADS = {
  /** End the run. */
  cancel: z.object({ reason: text.nullable() }),
  /** Summarize before the next model call; `focus` is the most important thing to keep. */
  compact: z.object({ focus: text.nullable() }),
  /** Keep this text through all summaries. */
  pin: z.object({ text }),
  /** Pause before the next step until `resume`. */
  pause: noPayload,
  resume: noPayload,
  /** Text that reaches the model before its next call. */
  steer: z.object({ text }),
  /** Let a tool call run; `arguments` (JSON) replaces its own arguments, `ruleId` is the rule that the person wrote with the decision. */
  approve: z.object({ approvalId: text, arguments: text.optional(), ruleId: text.optional() }),
  deny: z.object({ approvalId: text, reason: text.nullable() }),
  /** A person's answer to the agent's question. */
  answer: z.object({ questionId: text, text }),
  /** A person's report on a call whose effect is unknown; `left` leaves it so. */
  resolve_effect: z.object({ effectId: text, resolution: z.enum(["happened", "run_again", "left"]) }),
  /** A child trace ended; its result is in its log. */
  child_finished: z.object({
    traceId: text,
    status: z.enum(["completed", "failed", "cancelled", "interrupted"]),
  }),
  /** Replaces the budget of the run, as `formatBudget` writes it; an empty text removes it. */
  set_budget: z.object({ budget: text }),
  /** Text from another agent; `traceId` is its trace. */
  agent_message: z.object({ traceId: text, text }),
} as const;

type Payloads = { readonly [Kind in keyof typeof PAYLOADS]: z.infer<(typeof PAYLOADS)[Kind]> };

export type SignalKind = keyof Payloads;

/** The content of a signal, without its sender and its run. */
export type SignalBody = {
  [Kind in SignalKind]: { readonly kind: Kind; readonly payload: Payloads[Kind] };
}[SignalKind];

/** The sender, run and time (milliseconds since the epoch) of a signal. `id` is unique within a trace and makes resending harmless. */
export type SignalEnvelope = {
  readonly id: string;
  readonly traceId: string;
  readonly personId: string | null;
  readonly at: number;
};

/** A durable, ordered, idempotent request to a run. The lease holder turns it into an entry. */
export type KnownSignal = SignalEnvelope & SignalBody;

/** A signal that this version cannot read. It stays pending for a version that can; here it wakes no run, is never taken and has no effect. */
export type UnknownSignal = SignalEnvelope & {
  readonly kind: "unknown";
  readonly name: string;
  readonly payload: unknown;
};

export type Signal = KnownSignal | UnknownSignal;

const bodySchema = z.discriminatedUnion("kind", [
  variant("cancel"),
  variant("compact"),
  variant("pin"),
  variant("pause"),
  variant("resume"),
  variant("steer"),
  variant("approve"),
  variant("deny"),
  variant("answer"),
  variant("resolve_effect"),
  variant("child_finished"),
  variant("set_budget"),
  variant("agent_message"),
]);

/** The kinds that this version can read. */
export const SIGNAL_KINDS: readonly SignalKind[] = bodySchema.options.map(
  (option) => option.shape.kind.value,
);

/** Reads a stored signal. An unknown kind or an invalid payload gives an `UnknownSignal`. */
export function readSignal(
  envelope: SignalEnvelope,
  stored: { readonly kind: string; readonly payload: unknown },
): Signal {
  const body = bodySchema.safeParse(stored);
  if (!body.success) return { ...envelope, kind: "unknown", name: stored.kind, payload: stored.payload };
  return { ...envelope, ...body.data };
}

function variant<Kind extends SignalKind>(
  kind: Kind,
): z.ZodObject<{ kind: z.ZodLiteral<Kind>; payload: (typeof PAYLOADS)[Kind] }> {
  return z.object({ kind: z.literal(kind), payload: PAYLOADS[kind] });
}
