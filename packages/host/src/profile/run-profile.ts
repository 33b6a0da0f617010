import type { Trace } from "@goaltrace/core/log";
import type {
  Clock,
  Logger,
  MemoryStore,
  ProfileKey,
  ProfileStore,
  ProfileText,
  ProfileUses,
  RunProfile,
  Scope,
} from "@goaltrace/core/ports";
import { recentDays } from "@goaltrace/core/profile";
import { readSoul } from "./read-soul.ts";

export type ProfileParts = {
  readonly profiles: Pick<ProfileStore, "read" | "write"> & Pick<ProfileUses, "noteUse">;
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

/**
 * Reads the profile files for a run: SOUL and, unless its conversation is shared, those of its person. Records which versions they were. A run works
 * without those it cannot read.
 */
export function createRunProfile(
  { profiles, memories, clock, logger, noteEnded }: ProfileParts,
  { id: traceId, workspaceId, personId }: Pick<Trace, "id" | "workspaceId" | "personId">,
): RunProfile {
  const scope = { workspaceId, personId };
  const noteUse = async (of: Scope, files: readonly ProfileText[]): Promise<void> => {
    const present = files.filter(({ text }) => text !== "");
    if (present.length === 0) return;
    // A conversation that is missing in a list costs less than one without its profile.
    await profiles.noteUse(of, traceId, present).catch((thrown: unknown) => {
      logger.warn("the use of the profile was not recorded", { traceId, error: String(thrown) });
    });
  };
  return {
    async read() {
      try {
        const isPrivate = (await memories.readers(scope, traceId)) === "person";
        // A person who begins a conversation has left those that ended.
        if (isPrivate) await noteEnded?.(scope, clock.now());
        const days = recentDays(clock.now()).map((day): ProfileKey => ({ file: "daily", day }));
        const own = isPrivate ? [...OF_PERSON, ...days] : [];
        const [soul, ...others] = await Promise.all([
          readSoul(profiles, scope),
          ...own.map(async (key) => await profiles.read(scope, key)),
        ]);
        const files = [soul, ...others];
        await noteUse(scope, files);
        return files;
      } catch (thrown) {
        logger.warn("the profile was not read", { traceId, error: String(thrown) });
        return [];
      }
    },
  };
}
