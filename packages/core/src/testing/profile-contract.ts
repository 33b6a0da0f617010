import { describe, expect, it } from "vitest";
import type { ProfileKey, ProfileStore, ProfileText } from "../ports/profile-store.ts";
import type { Scope } from "../ports/scope.ts";

export type ProfileCases = {
  readonly store: ProfileStore;
  readonly nextId: () => string;
  readonly close: () => Promise<void>;
};

const USER: ProfileKey = { file: "user", day: null };
const SOUL: ProfileKey = { file: "soul", day: null };
const daily = (day: string): ProfileKey => ({ file: "daily", day });

/** Tests that every store of profile files fulfills. */
export function describeProfileStoreContract(name: string, open: () => Promise<ProfileCases>): void {
  describe(`profile store contract: ${name}`, () => {
    const within = async (
      test: (cases: ProfileCases & { readonly mira: Scope; readonly wei: Scope }) => Promise<void>,
    ): Promise<void> => {
      const cases = await open();
      const workspaceId = cases.nextId();
      try {
        await test({
          ...cases,
          mira: { workspaceId, personId: "mira" },
          wei: { workspaceId, personId: "wei" },
        });
      } finally {
        await cases.close();
      }
    };
    const write = async (
      store: ProfileStore,
      scope: Scope,
      key: ProfileKey,
      text: string,
      version = 0,
    ): Promise<ProfileText> => await store.write(scope, key, { version, text, trimmed: "", byAgent: false });

    it("reads a file that nobody wrote as empty", async () => {
      await within(async ({ store, mira }) => {
        expect(await store.read(mira, USER)).toMatchObject({ text: "", version: 0, savedAt: null });
        expect(await store.versions(mira, USER)).toEqual([]);
        expect(await store.days(mira)).toEqual([]);
      });
    });

    it("keeps every version with what it trimmed and who wrote it", async () => {
      await within(async ({ store, mira }) => {
        await write(store, mira, USER, "One");
        const source = { traceId: "run", sequence: 7 };
        await store.write(mira, USER, { version: 1, text: "Two", trimmed: "cut", byAgent: true, source });
        expect(await store.read(mira, USER)).toMatchObject({ text: "Two", version: 2 });
        expect(await store.versions(mira, USER)).toMatchObject([
          { version: 2, text: "Two", trimmed: "cut", byAgent: true, personId: "mira", source },
          { version: 1, text: "One", trimmed: "", byAgent: false, personId: "mira", source: null },
        ]);
      });
    });

    it("rejects an edit of a version that someone else has replaced", async () => {
      await within(async ({ store, mira }) => {
        await write(store, mira, USER, "One");
        const both = await Promise.allSettled([
          write(store, mira, USER, "Two", 1),
          write(store, mira, USER, "Zwei", 1),
        ]);
        expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        await expect(write(store, mira, USER, "Old", 0)).rejects.toMatchObject({ code: "CONFLICT" });
        await expect(write(store, mira, USER, "Future", 9)).rejects.toMatchObject({ code: "CONFLICT" });
        expect(await store.versions(mira, USER)).toHaveLength(2);
      });
    });

    it("shares SOUL in a workspace, and nothing else", async () => {
      await within(async ({ store, mira, wei, nextId }) => {
        await write(store, mira, SOUL, "We are kind.");
        await write(store, mira, USER, "Mira");
        expect((await store.read(wei, SOUL)).text).toBe("We are kind.");
        expect((await store.read(wei, USER)).text).toBe("");
        expect((await store.read({ ...mira, workspaceId: nextId() }, SOUL)).text).toBe("");
      });
    });

    it("keeps a DAILY for each day, and lists the days", async () => {
      await within(async ({ store, mira, wei }) => {
        await write(store, mira, daily("2026-11-19"), "Yesterday");
        await write(store, mira, daily("2026-11-20"), "Today");
        await write(store, mira, daily("2026-11-20"), "Today, later", 1);
        expect(await store.days(mira)).toEqual(["2026-11-20", "2026-11-19"]);
        expect(await store.days(wei)).toEqual([]);
        expect((await store.read(mira, daily("2026-11-19"))).text).toBe("Yesterday");
      });
    });

    it("remembers whether SOUL is locked", async () => {
      await within(async ({ store, mira, wei }) => {
        expect(await store.isSoulLocked(wei)).toBe(false);
        await store.lockSoul(mira, true);
        await store.lockSoul(mira, true);
        expect(await store.isSoulLocked(wei)).toBe(true);
        await store.lockSoul(mira, false);
        expect(await store.isSoulLocked(wei)).toBe(false);
      });
    });
  });
}
