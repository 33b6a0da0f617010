import type { ContextSource } from "../../ports/run-environment.ts";
import type { RunProfile } from "../../ports/run-profile.ts";
import { nameProfileVersions } from "../../profile/profile-versions.ts";
import { describeProfile } from "../../profile/describe-profile.ts";

/**
 * Provides the profile files as they are when a conversation begins. The conversation keeps them to its end, so that its agent never changes in the
 * middle.
 */
export function profileSource(profile: RunProfile): ContextSource {
  return {
    slot: "profile",
    trust: "workspace",
    keeps: "conversation",
    async load() {
      const files = await profile.read();
      const named = files.filter(({ text }) => text !== "");
      return { text: describeProfile(files), source: nameProfileVersions(named) };
    },
  };
}
