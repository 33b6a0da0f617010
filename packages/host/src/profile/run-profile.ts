import type { Trace } from "@goaltrace/core/log";
import type {
  Clock,
  Logger,
  MemoryStore,
  ProfileKey,
  ProfileStore,
  RunProfile,
  Scope,
} from "@goaltrace/core/ports";
import { recentDays } from "@goaltrace/core/profile";

export type ProfileParts = {
  readonly profiles: Pick<ProfileStore, "read">;
  readonly memories: Pick<MemoryStore, "readers">;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Pick<Logger, "warn">;
  /** Adds the conversations that ended until now to DAILY. @default DAILY stays as it is */
  readonly noteEnded?: (scope: Scope, before: number) => Promise<void>;
};

const OF_PERSON: readonly ProfileKey[] = [
  { file: "user", day: null },
  { file: "memory", day: null },
];

/** Reads the profile files for a run: SOUL and, unless its conversation is shared, those of its person. A run works without those it cannot read. */
export function createRunProfile(
  { profiles, memories, clock, logger, noteEnded }: ProfileParts,
  { id: traceId, workspaceId, personId }: Pick<Trace, "id" | "workspaceId" | "personId">,
): RunProfile {
  const scope = { workspaceId, personId };
  return {
    async read() {
      try {
        const isPrivate = (await memories.readers(scope, traceId)) === "person";
        // A person who begins a conversation has left those that ended.
        if (isPrivate) await noteEnded?.(scope, clock.now());
        const days = recentDays(clock.now()).map((day): ProfileKey => ({ file: "daily", day }));
        const keys: readonly ProfileKey[] = [
          { file: "soul", day: null },
          ...(isPrivate ? [...OF_PERSON, ...days] : []),
        ];
        return await Promise.all(keys.map(async (key) => await profiles.read(scope, key)));
      } catch (thrown) {
        logger.warn("the profile was not read", { traceId, error: String(thrown) });
        return [];
      }
    },
  };
}
