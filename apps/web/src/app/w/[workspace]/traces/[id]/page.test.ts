import { beforeEach, expect, it, vi } from "vitest";
import Page from "./page.tsx";

const drawn = vi.hoisted(() => ({ count: 0 }));
vi.mock("./draw-first-picture.ts", () => ({
  drawFirstPicture: async () => {
    drawn.count += 1;
    return await new Promise<never>(() => undefined);
  },
}));
vi.mock("../../../../../server/api/hydrated-page.tsx", () => ({ HydratedPage: () => null }));
vi.mock("../../../../../features/trace/shell/trace-page.tsx", () => ({ TracePage: () => null }));

const open = async (view: Readonly<Record<string, string>>): Promise<unknown> =>
  await Page({
    params: Promise.resolve({ workspace: "work", id: "run-1" }),
    searchParams: Promise.resolve(view),
  });

beforeEach(() => {
  drawn.count = 0;
});

it("begins the picture of a run without delaying its first queries", async () => {
  await open({});
  expect(drawn.count).toBe(1);
});

it("begins no picture for an address that says what it shows", async () => {
  await open({ goal: "g1" });
  await open({ view: "table" });
  expect(drawn.count).toBe(0);
});
