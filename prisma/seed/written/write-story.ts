import type { EntryDraft } from "@goaltrace/core/log";
import type { Clock, Scope } from "@goaltrace/core/ports";
import { createSystemIds } from "@goaltrace/core/system";
import { beginWrittenRun } from "../../../bench/written-run.ts";
import type { Stage } from "../play.ts";
import type { Teller } from "../story.ts";
import { createWrittenLog, type WrittenLog } from "./written-log.ts";

/** A run whose log is written instead of played: it contains data that the runtime does not record yet, or would take hours to play. */
export type WrittenStory = {
  readonly title: string;
  readonly task: string;
  readonly by: Teller;
  readonly model: string;
  readonly hoursAgo: number;
  /** Writes the log from its third entry on. It ends with the end of the run or with a wait for a person. */
  readonly write: (log: WrittenLog) => void;
};

const HOUR_MS = 3_600_000;

/** Stores the run of a written story as a shared conversation. */
export async function writeStory(
  { title, task, by, model, hoursAgo, write }: WrittenStory,
  { database, cast, now }: Pick<Stage, "database" | "cast" | "now">,
): Promise<void> {
  const scope: Scope = { workspaceId: cast.workspaceId, personId: cast.people.get(by) ?? "" };
  const startsAt = now - hoursAgo * HOUR_MS;
  let at = startsAt;
  const clock: Clock = { now: () => at, monotonic: () => at, sleep: () => Promise.resolve() };
  const conversationId = createSystemIds(clock).next();
  await database.conversations.create(scope, {
    ...{ id: conversationId, personId: scope.personId, title, pinned: false, shared: true },
    ...{ folderId: null, model: null, createdAt: startsAt, updatedAt: startsAt },
  });
  const run = await beginWrittenRun(database.traces, { scope, task, clock, conversationId, model });
  const log = createWrittenLog({ startsAt, model, personId: scope.personId });
  write(log);
  function* drafts(): Generator<EntryDraft> {
    for (const timed of log.drafts) {
      at = timed.at;
      yield timed.draft;
    }
  }
  await run.append(drafts(), log.blobs);
  await run.release();
}
