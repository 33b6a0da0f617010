import type { EntryRef } from "@goaltrace/core/log";

/** The target of a note: an entry by its sequence, a goal, or the run when both are null. */
export type NoteTarget = { readonly sequence: number | null; readonly goalId: string | null };

type Note = { readonly entry: EntryRef | null; readonly goalId: string | null };

/** Whether a note has exactly this target. A note on an entry may also have the entry's goal. */
export function isNoteOn(note: Note, target: NoteTarget): boolean {
  const sequence = note.entry?.sequence ?? null;
  return sequence === target.sequence && (target.sequence !== null || note.goalId === target.goalId);
}
