/** All displayed states of a run, goal, call or step. Runs and goals map to them; `problems` is a completed goal with a failure in it. */
export const STATUS_NAMES = [
  "queued",
  "pending",
  "running",
  "waiting",
  "completed",
  "problems",
  "failed",
  "cancelled",
  "interrupted",
  "abandoned",
] as const;

export type StatusName = (typeof STATUS_NAMES)[number];

/** The color family of a status or note. Color is never the only signal: a glyph or text repeats it. */
export type Tone = "muted" | "ok" | "warn" | "error" | "wait" | "live";

export const STATUS_TONES: Readonly<Record<StatusName, Tone>> = {
  queued: "muted",
  pending: "muted",
  running: "live",
  waiting: "wait",
  completed: "ok",
  problems: "warn",
  failed: "error",
  cancelled: "muted",
  interrupted: "warn",
  abandoned: "muted",
};

/** The text color of a tone on any surface. */
export const TONE_TEXT: Readonly<Record<Tone, string>> = {
  muted: "text-ink-3",
  ok: "text-ok",
  warn: "text-warn",
  error: "text-error",
  wait: "text-wait",
  live: "text-accent",
};

/** The text color of a tone with its soft fill. */
export const TONE_FILL: Readonly<Record<Tone, string>> = {
  muted: "bg-ink/6 text-ink-2",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  error: "bg-error-soft text-error",
  wait: "bg-wait-soft text-wait",
  live: "bg-accent-soft text-accent",
};
