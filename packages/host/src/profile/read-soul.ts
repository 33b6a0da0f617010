import type { ProfileKey, ProfileStore, ProfileText, Scope } from "@goaltrace/core/ports";
import { DEFAULT_SOUL } from "@goaltrace/core/profile";

const SOUL: ProfileKey = { file: "soul", day: null };

/**
 * Reads SOUL. The first run of a workspace writes the default one: people find it in their profile, and what an agent adds joins it instead of
 * replacing one that is stored nowhere. A SOUL that someone emptied stays empty.
 */
export async function readSoul(
  profiles: Pick<ProfileStore, "read" | "write">,
  { workspaceId }: Scope,
): Promise<ProfileText> {
  // Without an author: the version names no person.
  const scope = { workspaceId, personId: "" };
  const soul = await profiles.read(scope, SOUL);
  if (soul.version > 0) return soul;
  const change = { version: 0, text: DEFAULT_SOUL, trimmed: "", byAgent: false };
  return await profiles.write(scope, SOUL, change).catch(async (thrown: unknown) => {
    // Another run, or a person, was first.
    const written = await profiles.read(scope, SOUL);
    if (written.version > 0) return written;
    throw thrown;
  });
}
