import { beforeEach, expect, it, vi } from "vitest";
import { FOLLOWED_COOKIE, withFollowed } from "../../../../../features/trace/graph/followed-runs.ts";
import { PANE_COOKIE, writePanePlace } from "../../../../../features/trace/graph/pane-place.ts";
import { drawFirstPicture } from "./draw-first-picture.ts";

const request = vi.hoisted(() => ({ accept: "", cookies: new Map<string, string>() }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ accept: request.accept }),
  cookies: async () => ({
    get: (name: string) => (request.cookies.has(name) ? { value: request.cookies.get(name) } : undefined),
  }),
}));
vi.mock("next-intl/server", () => ({
  getLocale: async () => "en",
  getTranslations: async () => (key: string) => key,
}));
const PICTURE = { boxes: [], took: {}, entries: [] };
vi.mock("../../../../../server/api/draw-opening.ts", () => ({
  createOpenings: () => ({ draw: async () => ({ boxes: [], took: {}, entries: [] }) }),
}));

const PLACE = { left: 232, top: 36, width: 800, height: 640, rowWidth: 1_384, rowHeight: 676 };

beforeEach(() => {
  request.accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  request.cookies = new Map([[PANE_COOKIE, writePanePlace(PLACE)]]);
});

it("draws for the pane that the browser last had", async () => {
  expect(await drawFirstPicture("work", "run-1")).toEqual({ ...PICTURE, place: PLACE });
});

it("draws nothing for a page that is already open, which asks only for data", async () => {
  for (const accept of ["*/*", "text/x-component"]) {
    request.accept = accept;
    expect(await drawFirstPicture("work", "run-1"), accept).toBeNull();
  }
});

it("draws nothing without a pane, and for one that would cover a panel", async () => {
  request.cookies.set(PANE_COOKIE, writePanePlace({ ...PLACE, width: 1_152 }));
  expect(await drawFirstPicture("work", "run-1")).toBeNull();
  request.cookies.delete(PANE_COOKIE);
  expect(await drawFirstPicture("work", "run-1")).toBeNull();
});

it("draws nothing for a run that was followed", async () => {
  request.cookies.set(FOLLOWED_COOKIE, withFollowed(undefined, "run-11111"));
  expect(await drawFirstPicture("work", "run-11111")).toBeNull();
  expect(await drawFirstPicture("work", "run-22222")).not.toBeNull();
});
