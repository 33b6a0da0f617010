import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newScope } from "../testing/fixture.ts";
import { GUESSED_WINDOW_DAYS } from "../tunables.ts";
import type { KeptWindow } from "./learned-windows.ts";

const MODEL = { reference: "mock/small", endpoint: "here" };
const named = (contextWindow: number) => ({ ...MODEL, contextWindow, source: "message" }) as const;
const guessed = (contextWindow: number) => ({ ...MODEL, contextWindow, source: "refused_size" }) as const;

let database: Database;
beforeAll(() => {
  database = createDatabase(process.env.DATABASE_URL ?? "");
});
afterAll(() => database.close());

async function kept(workspaceId: string): Promise<readonly Omit<KeptWindow, "learnedAt">[]> {
  const windows = await database.learnedWindows.list(workspaceId);
  return windows.map(({ learnedAt: _at, ...window }) => window);
}

it("keeps the smallest window of an endpoint, and prefers a named one to a guess", async () => {
  const { workspaceId } = newScope();
  const { learnedWindows } = database;
  await learnedWindows.keep(workspaceId, guessed(10_000));
  await learnedWindows.keep(workspaceId, guessed(12_000));
  expect(await kept(workspaceId)).toEqual([guessed(10_000)]);
  await learnedWindows.keep(workspaceId, named(16_000));
  expect(await kept(workspaceId)).toEqual([named(16_000)]);
  await learnedWindows.keep(workspaceId, named(20_000));
  expect(await kept(workspaceId)).toEqual([named(16_000)]);
  await learnedWindows.keep(workspaceId, guessed(15_000));
  expect(await kept(workspaceId)).toEqual([guessed(15_000)]);
});

it("replaces the window of another endpoint, and keeps workspaces apart", async () => {
  const { workspaceId } = newScope();
  const { learnedWindows } = database;
  await learnedWindows.keep(workspaceId, named(8_000));
  await learnedWindows.keep(workspaceId, { ...guessed(30_000), endpoint: "there" });
  expect(await kept(workspaceId)).toEqual([{ ...guessed(30_000), endpoint: "there" }]);
  expect(await kept(newScope().workspaceId)).toEqual([]);
});

it("forgets a window, or only one of another endpoint", async () => {
  const { workspaceId } = newScope();
  const { learnedWindows } = database;
  await learnedWindows.keep(workspaceId, named(8_000));
  expect(await learnedWindows.forget(workspaceId, MODEL.reference, MODEL.endpoint)).toBe(false);
  expect(await learnedWindows.forget(workspaceId, MODEL.reference, "there")).toBe(true);
  expect(await kept(workspaceId)).toEqual([]);
  await learnedWindows.keep(workspaceId, named(8_000));
  expect(await learnedWindows.forget(workspaceId, MODEL.reference)).toBe(true);
  expect(await learnedWindows.forget(workspaceId, MODEL.reference)).toBe(false);
});

it("lets guesses expire, but not windows that an endpoint named", async () => {
  const { workspaceId } = newScope();
  const { learnedWindows, pool } = database;
  await learnedWindows.keep(workspaceId, guessed(8_000));
  await learnedWindows.keep(workspaceId, { ...named(9_000), reference: "mock/named" });
  await pool.query(
    "update learned_window set learned_at = now() - make_interval(days => $2, mins => 1) where workspace_id = $1",
    [workspaceId, GUESSED_WINDOW_DAYS],
  );
  expect(await kept(workspaceId)).toEqual([{ ...named(9_000), reference: "mock/named" }]);
  await learnedWindows.keep(workspaceId, guessed(20_000));
  expect(await kept(workspaceId)).toContainEqual(guessed(20_000));
});
