import { type Entry, type EventHandlers, handleEvent } from "@goaltrace/core/log";

/**
 * A change of `run_request`: a new row if it has a `sequence`, otherwise the end of the open request `id`, or of all open requests of the trace
 * but `except` when `id` is null. Times are ISO texts.
 */
export type RequestChange = {
  readonly id: string | null;
  readonly kind: RequestKind | null;
  readonly state: string;
  readonly sequence: number | null;
  readonly asked_at: string | null;
  readonly expires_at: string | null;
  readonly closed_at: string | null;
  readonly person_id: string | null;
  readonly except: readonly string[];
};

/** The subject of a request: whether a call may run, a question, or whether a call took effect whose process died. */
export type RequestKind = "approval" | "question" | "effect";

type Changes = {
  readonly byId: Map<string, RequestChange>;
  /** The end of everything else that is open. */
  ended: RequestChange | null;
};

/** Returns the changes that these entries of one trace make, at most one for each request. */
export function requestChanges(entries: readonly Entry[]): readonly RequestChange[] {
  const changes: Changes = { byId: new Map(), ended: null };
  for (const entry of entries) if (entry.kind === "event") handleEvent(HANDLERS, changes, entry);
  const { byId, ended } = changes;
  return ended === null ? [...byId.values()] : [...byId.values(), ended];
}

const HANDLERS: EventHandlers<Changes, void> = {
  "approval.requested": (changes, { at, sequence, data: { approvalId, expiresAt } }) =>
    ask(changes, approvalId, { kind: "approval", at, sequence, expiresAt }),
  "approval.decided": (changes, { at, data: { approvalId, decision, personId } }) =>
    close(changes, approvalId, { at, state: decision, personId }),
  "approval.expired": (changes, { at, data: { approvalId } }) =>
    close(changes, approvalId, { at, state: "expired", personId: null }),
  "question.asked": (changes, { at, sequence, data: { questionId, expiresAt } }) =>
    ask(changes, questionId, { kind: "question", at, sequence, expiresAt }),
  "question.answered": (changes, { at, data: { questionId, outcome, personId } }) =>
    close(changes, questionId, { at, state: outcome, personId }),
  "trace.resumed": (changes, { at, sequence, data: { journal } }) => {
    for (const { effectId, expiresAt = null } of journal)
      if (effectId !== undefined) ask(changes, effectId, { kind: "effect", at, sequence, expiresAt });
  },
  "effect.resolved": (changes, { at, data: { effectId, resolution, personId } }) => {
    if (effectId !== undefined) close(changes, effectId, { at, state: resolution, personId });
  },
  "trace.finished": (changes, { at }) => {
    for (const [id, { state }] of changes.byId)
      if (state === "open") close(changes, id, { at, state: "withdrawn", personId: null });
    changes.ended = { ...closing(null), closed_at: time(at), except: [...changes.byId.keys()] };
  },
};

function ask(
  { byId }: Changes,
  id: string,
  asked: {
    readonly kind: RequestKind;
    readonly at: number;
    readonly sequence: number;
    readonly expiresAt: number | null;
  },
): void {
  const { kind, at, sequence, expiresAt } = asked;
  byId.set(id, {
    ...{ id, kind, state: "open", sequence, asked_at: time(at) },
    expires_at: expiresAt === null ? null : time(expiresAt),
    ...{ closed_at: null, person_id: null, except: [] },
  });
}

function close(
  { byId }: Changes,
  id: string,
  end: { readonly at: number; readonly state: string; readonly personId: string | null },
): void {
  byId.set(id, {
    ...(byId.get(id) ?? closing(id)),
    ...{ state: end.state, person_id: end.personId, closed_at: time(end.at) },
  });
}

function closing(id: string | null): RequestChange {
  return {
    ...{ id, kind: null, state: "withdrawn", sequence: null, asked_at: null, expires_at: null },
    ...{ closed_at: null, person_id: null, except: [] },
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
