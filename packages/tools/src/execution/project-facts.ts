import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import { readFileBounded } from "../bounded/read-bounded.ts";
import type { ProjectFacts } from "./find-runner.ts";

const packageSchema = z.object({
  scripts: z.record(z.string(), z.string()).catch({}).default({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
});

/** A package.json of a project is a few kilobytes. */
const PACKAGE_MAX_BYTES = 1_000_000;

/** Reads the facts that reveal the runner of a project. A package.json that cannot be read counts as none. */
export async function readProjectFacts(folder: string): Promise<ProjectFacts> {
  const names = new Set(await readdir(folder));
  const found = names.has("package.json") ? await readPackage(join(folder, "package.json")) : null;
  return {
    names,
    scripts: found?.scripts ?? {},
    dependencies: new Set(Object.keys({ ...found?.dependencies, ...found?.devDependencies })),
  };
}

async function readPackage(path: string): Promise<z.output<typeof packageSchema> | null> {
  const bytes = await readFileBounded(path, PACKAGE_MAX_BYTES).catch(() => undefined);
  if (bytes === undefined) return null;
  try {
    return packageSchema.parse(parseJson(bytes.toString("utf8")));
  } catch {
    return null;
  }
}
