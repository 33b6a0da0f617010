import { expect, it } from "vitest";
import { createCatalogs, loadCatalog } from "./catalogs.ts";
import { MESSAGES } from "./generated/messages.ts";

it("loads the catalog of each language", async () => {
  expect(await loadCatalog("en")).toEqual(MESSAGES.en);
  expect(await loadCatalog("zh")).toEqual(MESSAGES.zh);
});

it("loads a catalog once, and again after a failure", async () => {
  let isOnline = false;
  let loads = 0;
  const load = createCatalogs({
    en: async () => MESSAGES.en,
    zh: async () => {
      loads += 1;
      if (!isOnline) throw new Error("offline");
      return MESSAGES.zh;
    },
  });
  await expect(load("zh")).rejects.toThrow("offline");
  isOnline = true;
  expect(await load("zh")).toBe(MESSAGES.zh);
  expect(load("zh")).toBe(load("zh"));
  expect(loads).toBe(2);
});
