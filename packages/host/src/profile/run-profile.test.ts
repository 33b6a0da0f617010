import { describe, expect, it } from "vitest";
import type { ProfileKey, ProfileText } from "@goaltrace/core/ports";
import { DEFAULT_SOUL, profileConflict } from "@goaltrace/core/profile";
import { createRunProfile } from "./run-profile.ts";

const NOW = Date.parse("2026-11-23T08:00Z");
const written = (key: ProfileKey, text: string): ProfileText => ({
  ...{ ...key, text, version: 1, trimmed: "", personId: "p", byAgent: false, savedAt: 0, source: null },
});
const read = async (_scope: unknown, key: ProfileKey): Promise<ProfileText> => written(key, key.file);
const write = async (): Promise<ProfileText> => await Promise.reject(new Error("Nothing is to be written."));

/** The times until which conversations were noted. */
const noted: number[] = [];
/** The files whose use was recorded. */
const used: string[] = [];

async function filesOf(audience: "person" | "workspace", fails = false): Promise<readonly string[]> {
  noted.length = 0;
  used.length = 0;
  const profile = createRunProfile(
    {
      profiles: {
        read: fails ? async () => await Promise.reject(new Error("no database")) : read,
        write,
        noteUse: async (_scope, traceId, files) =>
          void used.push(...files.map(({ file, version }) => `${traceId} ${file} ${String(version)}`)),
      },
      memories: { readers: async () => audience },
      clock: { now: () => NOW },
      logger: { warn: () => undefined },
      noteEnded: async (_scope, before) => void noted.push(before),
    },
    { id: "t", workspaceId: "w", personId: "p" },
  );
  return (await profile.read()).map(({ file, day }) => (day === null ? file : `${file} ${day}`));
}

it("reads SOUL, the person's files and two days for a private run, and records which versions they were", async () => {
  expect(await filesOf("person")).toEqual([
    ...["soul", "user", "memory", "daily 2026-11-23", "daily 2026-11-22"],
  ]);
  expect(noted).toEqual([NOW]);
  expect(used).toEqual(["t soul 1", "t user 1", "t memory 1", "t daily 1", "t daily 1"]);
});

it("reads only SOUL where other people read along", async () => {
  expect(await filesOf("workspace")).toEqual(["soul"]);
  expect(noted).toEqual([]);
});

it("lets a run work without a profile that cannot be read", async () => {
  expect(await filesOf("person", true)).toEqual([]);
});

describe("the first run of a workspace", () => {
  /** A SOUL that others may write between a read and a write. */
  function setUp({
    soul = null,
    other = null,
  }: {
    readonly soul?: string | null;
    readonly other?: string | null;
  }) {
    let stored = soul;
    const authors: string[] = [];
    const profile = createRunProfile(
      {
        profiles: {
          read: async (_scope, key) =>
            key.file === "soul" && stored !== null
              ? written(key, stored)
              : { ...written(key, ""), version: 0, personId: "" },
          write: async ({ personId }, key, { text }) => {
            if (other !== null) {
              stored = other;
              throw profileConflict();
            }
            authors.push(personId);
            stored = text;
            return { ...written(key, text), personId };
          },
          noteUse: async () => undefined,
        },
        memories: { readers: async () => "person" },
        clock: { now: () => NOW },
        logger: { warn: () => undefined },
      },
      { id: "t", workspaceId: "w", personId: "p" },
    );
    const soulOf = async () => (await profile.read()).find(({ file }) => file === "soul")?.text;
    return { soulOf, authors };
  }

  it("writes the default SOUL without an author, and uses it", async () => {
    const { soulOf, authors } = setUp({});
    expect(await soulOf()).toBe(DEFAULT_SOUL);
    expect(await soulOf()).toBe(DEFAULT_SOUL);
    expect(authors).toEqual([""]);
  });

  it("uses the SOUL that someone else wrote at the same time", async () => {
    expect(await setUp({ other: "We are kind." }).soulOf()).toBe("We are kind.");
  });

  it("keeps a SOUL empty that a person emptied", async () => {
    const { soulOf, authors } = setUp({ soul: "" });
    expect(await soulOf()).toBe("");
    expect(authors).toEqual([]);
  });
});
