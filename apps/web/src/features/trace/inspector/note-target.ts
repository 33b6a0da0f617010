import type { EntryRef } from "@goaltrace/core/log";

/** What a note is written on: an entry by its sequence, a goal, or the run when both are null. */
export type NoteTarget = { readonly sequence: number | null; readonly goalId: string | null };

type Note = { readonly entry: EntryRef | null; readonly goalId: string | null };

/** Whether a note was written on exactly this place. A note on an entry may name the entry's goal as well. */
export function isNoteOn(note: Note, place: NoteTarget): boolean {
  const sequence = note.entry?.sequence ?? null;
  return sequence === place.sequence && (place.sequence !== null || note.goalId === place.goalId);
}
