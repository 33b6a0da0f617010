import type { ProfileKey, ProfileText } from "@goaltrace/core/ports";
import { expect, it } from "vitest";
import { createRunProfile } from "./run-profile.ts";

const NOW = Date.parse("2026-11-23T08:00Z");
const read = async (_scope: unknown, key: ProfileKey): Promise<ProfileText> => ({
  ...{ ...key, text: key.file, version: 1, trimmed: "", personId: "p", byAgent: false, savedAt: 0 },
});

/** The times until which conversations were noted. */
const noted: number[] = [];

async function filesOf(audience: "person" | "workspace", fails = false): Promise<readonly string[]> {
  noted.length = 0;
  const profile = createRunProfile(
    {
      profiles: { read: fails ? async () => await Promise.reject(new Error("no database")) : read },
      memories: { readers: async () => audience },
      clock: { now: () => NOW },
      logger: { warn: () => undefined },
      noteEnded: async (_scope, before) => void noted.push(before),
    },
    { id: "t", workspaceId: "w", personId: "p" },
  );
  return (await profile.read()).map(({ file, day }) => (day === null ? file : `${file} ${day}`));
}

it("reads SOUL, the person's files and two days for a private run", async () => {
  expect(await filesOf("person")).toEqual([
    ...["soul", "user", "memory", "daily 2026-11-23", "daily 2026-11-22"],
  ]);
  expect(noted).toEqual([NOW]);
});

it("reads only SOUL where other people read along", async () => {
  expect(await filesOf("workspace")).toEqual(["soul"]);
  expect(noted).toEqual([]);
});

it("lets a run work without a profile that cannot be read", async () => {
  expect(await filesOf("person", true)).toEqual([]);
});
