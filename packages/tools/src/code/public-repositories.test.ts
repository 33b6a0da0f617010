import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createToolRun } from "@goaltrace/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createCodeReader } from "./code-reader.ts";
import { findDependenciesTool } from "./find-dependencies.ts";
import { getCodeMetricsTool } from "./get-code-metrics.ts";
import { getFunctionSignatureTool } from "./get-function-signature.ts";
import { hasFunctions, languageOf } from "./languages.ts";
import { parseAstTool } from "./parse-ast.ts";
import { CODE_CALL_LIMIT_MS, CODE_TIME_LIMIT_MS } from "./tunables.ts";

/** A folder with checkouts of repositories. Without it, these tests are skipped. */
const FOLDER = process.env["GOALTRACE_CODE_REPOSITORIES"];
const MINIFIED_CHARACTERS = 1_000_000;
const TIME_LIMIT_MS = 1_800_000;

const repositories = FOLDER === undefined ? [] : readdirSync(FOLDER).map((name) => join(FOLDER, name));
const reader = createCodeReader({ owner: "w", signal: new AbortController().signal });
afterAll(reader.close);

/** The source files of a repository by language. */
function filesOf(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const language = entry.isFile() ? languageOf(path) : undefined;
    if (language === undefined || !hasFunctions(language)) continue;
    files.set(language.name, [...(files.get(language.name) ?? []), path]);
  }
  return files;
}

const report = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

describe.skipIf(FOLDER === undefined)("analysis of public repositories", () => {
  it(
    "answers about every repository as a whole, and about a file of each language",
    async () => {
      for (const folder of repositories) {
        const run = createToolRun({ projectFolder: folder });
        const times: Record<string, number> = {};
        const call = async (tool: Parameters<typeof run.call>[0], input: object): Promise<string> => {
          const startedAt = performance.now();
          const { outcome, output } = await run.call(tool, input);
          const took = Math.round(performance.now() - startedAt);
          times[tool.name] = Math.max(times[tool.name] ?? 0, took);
          expect(outcome, `${folder} ${tool.name} ${output.slice(0, 300)}`).toBeUndefined();
          expect(took).toBeLessThan(CODE_CALL_LIMIT_MS);
          return output;
        };
        const metrics = await call(getCodeMetricsTool, {});
        expect(await call(findDependenciesTool, {})).toContain("Imported from outside:");
        for (const files of filesOf(folder).values()) {
          const path = (files[0] ?? "").slice(folder.length + 1);
          await call(getFunctionSignatureTool, { path });
          await call(findDependenciesTool, { path });
          await call(parseAstTool, { path });
        }
        report({ folder: folder.split("/").at(-1), times, languages: metrics.split("\n").slice(0, 6) });
      }
    },
    TIME_LIMIT_MS,
  );

  it(
    "reads every file within its time, also cut in the middle and joined to one line of a million characters",
    async () => {
      const slowest = { whole: 0, cut: 0, joined: 0 };
      const counts = { whole: 0, cut: 0, joined: 0, refused: 0 };
      const languages = new Set<string>();
      for (const { form, path, text, language } of allForms()) {
        languages.add(language.name);
        const startedAt = performance.now();
        const facts = await reader.facts({ path, language, text });
        const took = performance.now() - startedAt;
        counts[form] += 1;
        if (!facts.ok) counts.refused += 1;
        slowest[form] = Math.max(slowest[form], Math.round(took));
        // The thread that took too long ends, and the next question starts another.
        expect(took, `${path} ${form}`).toBeLessThan(CODE_TIME_LIMIT_MS + 5_000);
      }
      report({ languages: [...languages], counts, slowest });
      expect(languages.size).toBeGreaterThanOrEqual(6);
      expect(counts.refused / (counts.whole + counts.cut)).toBeLessThan(0.01);
    },
    TIME_LIMIT_MS,
  );
});

type Form = {
  readonly form: "whole" | "cut" | "joined";
  readonly path: string;
  readonly text: string;
  readonly language: NonNullable<ReturnType<typeof languageOf>>;
};

/** Every file, whole and cut in the middle, and the first file of each language of a repository as one long line. */
function* allForms(): Generator<Form> {
  const files = repositories
    .flatMap((folder) => [...filesOf(folder).values()])
    .flatMap((paths) => paths.map((path, index) => ({ path, isFirst: index === 0 })));
  for (const { path, isFirst } of files) {
    const language = languageOf(path);
    if (language === undefined) continue;
    const text = readFileSync(path, "utf8");
    yield { form: "whole", path, text, language };
    yield { form: "cut", path, text: text.slice(0, Math.floor(text.length / 2)), language };
    const line = text.replaceAll(/\s+/gu, " ");
    const times = Math.ceil(MINIFIED_CHARACTERS / Math.max(1, line.length));
    if (isFirst) yield { form: "joined", path, text: line.repeat(times), language };
  }
}
