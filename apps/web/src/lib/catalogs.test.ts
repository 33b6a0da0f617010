import { expect, it } from "vitest";
import { catalogs, createCatalogs } from "./catalogs.ts";
import { MESSAGES } from "./generated/messages.ts";

it("loads the catalog of each language", async () => {
  expect(await catalogs.load("en")).toEqual(MESSAGES.en);
  expect(await catalogs.load("zh")).toEqual(MESSAGES.zh);
});

it("loads a catalog once, and again only when asked to after a failure", async () => {
  let isOnline = false;
  let loads = 0;
  const { get, load } = createCatalogs({
    en: async () => MESSAGES.en,
    zh: async () => {
      loads += 1;
      if (!isOnline) throw new Error("offline");
      return MESSAGES.zh;
    },
  });
  const failed = get("zh");
  await expect(failed).rejects.toThrow("offline");
  expect(get("zh")).toBe(failed);
  expect(loads).toBe(1);
  isOnline = true;
  expect(await load("zh")).toBe(MESSAGES.zh);
  expect(await get("zh")).toBe(MESSAGES.zh);
  expect(await load("zh")).toBe(MESSAGES.zh);
  expect(loads).toBe(2);
});
