import type { ToolContext } from "@goaltrace/core";
import { createToolRun, type ToolRun } from "@goaltrace/core/testing";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A run as tools see it, in a real temporary folder. */
export type TestRun = ToolRun & { readonly folder: string };

export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "goaltrace-tools-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function createTestRun(overrides: Partial<ToolContext> = {}): Promise<TestRun> {
  const folder = await temporaryFolder();
  return { folder, ...createToolRun({ projectFolder: folder, ...overrides }) };
}
