import { SEARCH_TUNING } from "./tunables.ts";
import { rarity, type TermMatch } from "./posting-index.ts";

/** A document of a thread as its neighbors see it. */
type ThreadMember = { readonly slot: number; readonly position: number; readonly isQuestion: boolean };

/** Documents in the order in which they were said. `length` counts their terms. */
export type Thread = { readonly id: string; readonly members: ThreadMember[]; length: number };

/** Adds a document to its thread, at its place. Returns the thread. */
export function joinThread(
  threads: Map<string, Thread>,
  id: string,
  { member, terms }: { readonly member: ThreadMember; readonly terms: number },
): Thread {
  const thread = threads.get(id) ?? { id, members: [], length: 0 };
  const after = thread.members.findIndex(({ position }) => position > member.position);
  thread.members.splice(after === -1 ? thread.members.length : after, 0, member);
  thread.length += terms;
  threads.set(id, thread);
  return thread;
}

/** Removes a document from its thread, and the thread with its last one. */
export function leaveThread(
  threads: Map<string, Thread>,
  thread: Thread,
  { slot, terms }: { readonly slot: number; readonly terms: number },
): void {
  const index = thread.members.findIndex((member) => member.slot === slot);
  if (index === -1) return;
  thread.members.splice(index, 1);
  thread.length -= terms;
  if (thread.members.length === 0) threads.delete(thread.id);
}

/** Returns what a document of a thread gets of its neighbors' points: an answer rarely repeats the words of its question. */
export function neighborPoints(thread: Thread, slot: number, points: (slot: number) => number): number {
  const { previous, question, next, beforePrevious, afterNext } = SEARCH_TUNING.neighbors;
  const { members } = thread;
  const index = members.findIndex((member) => member.slot === slot);
  const at = (offset: number): number => {
    const member = members[index + offset];
    return member === undefined ? 0 : points(member.slot);
  };
  const answers = members[index - 1]?.isQuestion === true ? question : 0;
  return (previous + answers) * at(-1) + next * at(1) + beforePrevious * at(-2) + afterNext * at(2);
}

/** Scores whole threads by BM25, term by term. */
type ThreadScores = {
  /** Counts the current term in a document of a thread. */
  count(thread: Thread, times: number): void;
  endTerm(match: TermMatch): void;
  /** The scores as shares of the best. */
  shares(): ReadonlyMap<Thread, number>;
};

/** Starts the scores of one query. */
export function createThreadScores(threads: ReadonlyMap<string, Thread>): ThreadScores {
  const { saturation, lengthDiscount } = SEARCH_TUNING.thread;
  const scores = new Map<Thread, number>();
  let counts = new Map<Thread, number>();
  let average: number | null = null;
  return {
    count: (thread, times) => void counts.set(thread, (counts.get(thread) ?? 0) + times),
    endTerm({ share }) {
      average ??=
        [...threads.values()].reduce((sum, { length }) => sum + length, 0) / Math.max(1, threads.size);
      const weight = share * rarity(threads.size, counts.size);
      for (const [thread, times] of counts) {
        const relative = thread.length / Math.max(1, average);
        const discount = saturation * (1 - lengthDiscount + lengthDiscount * relative);
        const points = (weight * times * (saturation + 1)) / (times + discount);
        scores.set(thread, (scores.get(thread) ?? 0) + points);
      }
      counts = new Map();
    },
    shares() {
      let best = Number.EPSILON;
      for (const score of scores.values()) best = Math.max(best, score);
      return new Map([...scores].map(([thread, score]) => [thread, score / best]));
    },
  };
}
