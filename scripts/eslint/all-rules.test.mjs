import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ESLint } from "eslint";
import typescript from "typescript-eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import config from "../../eslint.config.mjs";
import { ROOT, binary, inCheckout } from "../lib/checkout.mjs";
import { toOxlintConfig } from "../lib/lint-config.mjs";

/** Type-aware rules that are disabled on purpose. */
const DISABLED = [
  // Port methods are asynchronous for all implementations, even where one has nothing to await.
  "@typescript-eslint/require-await",
  // Ports are objects of functions, never of methods that need `this`.
  "@typescript-eslint/unbound-method",
];
const TYPE_AWARE = JSON.parse(readFileSync(inCheckout(".oxlintrc.json"), "utf8")).rules;

/** Code that violates each type-aware rule. `P` is a promise, `A` an `any`, `K` a union of "a" and "b". */
const VIOLATIONS = {
  "await-thenable": "await 1;",
  "no-array-delete": "const list = [1]; delete list[0];",
  "no-base-to-string": "export const text = `${String({})}`;",
  "no-duplicate-type-constituents": "export type T = K | K;",
  "no-floating-promises": "P();",
  "no-for-in-array": "for (const index in [1]) void index;",
  "no-implied-eval": "setTimeout('1', 1);",
  "no-misused-promises": "if (P()) void 0;",
  "no-redundant-type-constituents": "export type T = unknown | string;",
  "no-unnecessary-type-assertion": "const n: number = 1; export const m = n as number;",
  "no-unsafe-argument": "takesNumber(A);",
  "no-unsafe-assignment": "export const value = A;",
  "no-unsafe-call": "A();",
  "no-unsafe-enum-comparison": "enum F { A = 0, B = 1 } declare const f: F; void (f === 1);",
  "no-unsafe-member-access": "void A.name;",
  "no-unsafe-return": "export function f(): number { return A; }",
  "no-unsafe-unary-minus": "declare const s: string; void -s;",
  "only-throw-error": "export function f(): never { throw 'text'; }",
  "prefer-promise-reject-errors": "void Promise.reject('text');",
  "restrict-plus-operands": "declare const o: { a: 1 }; void (o + 'text');",
  "restrict-template-expressions": "declare const o: string[] | null; void `${o}`;",
  "switch-exhaustiveness-check": "declare const k: K; switch (k) { case 'a': break; }",
};
const DECLARATIONS =
  "declare function P(): Promise<void>; declare const A: any; type K = 'a' | 'b'; declare function takesNumber(value: number): void; export { P, A, takesNumber }; export type { K };\n";

/** A file of each kind for which the configuration differs. */
const KINDS = [
  ...["packages/core/src/run.ts", "packages/core/src/log/log.test.ts", "packages/db/src/rows/run.ts"],
  ...["packages/host/src/run.ts", "packages/host/src/env.ts", "packages/tools/src/files/grep.ts"],
  ...["apps/cli/src/main.ts", "apps/cli/test/run.integration.test.ts", "apps/worker/src/main.ts"],
  ...["apps/web/src/app/page.tsx", "apps/web/src/ui/button.tsx", "apps/web/src/ui/button.test.tsx"],
  ...["apps/web/src/server/run.ts", "e2e/run.spec.ts", "bench/index.ts", "prisma/seed/index.ts"],
  ...["scripts/lint.mjs", "eslint.config.mjs", "playwright.config.ts", "examples/run.ts"],
];

const isEnabled = (setting) => ![0, "off"].includes(Array.isArray(setting) ? setting[0] : setting);
const ruleName = (rule) => rule.replace(/^@?typescript(-eslint)?\//, "");
/** Both linters have the same names behind the prefix of a plugin. */
const enabledNames = (rules) => {
  const names = Object.keys(rules).filter((rule) => isEnabled(rules[rule]));
  return [...new Set(names.map((rule) => path.posix.basename(rule)))].sort();
};

/** Calculates which rules oxlint is configured to run for a file: ESLint finds the parts that concern the file, and merges them as settings. */
function translatedLinter() {
  const parts = toOxlintConfig(config, "").overrides.map(({ files, excludeFiles, rules }) => ({
    ...{ files, settings: rules },
    ...(excludeFiles.length > 0 && { ignores: excludeFiles }),
  }));
  return new ESLint({ cwd: ROOT, overrideConfigFile: true, overrideConfig: parts });
}

describe("lint rules", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "lint-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("reports every recommended typescript-eslint rule as an error in one of the two linters", async () => {
    const recommended = Object.entries(
      Object.assign({}, ...typescript.configs.recommendedTypeChecked.map(({ rules }) => rules)),
    );
    const { rules } = await new ESLint({ cwd: ROOT }).calculateConfigForFile("packages/core/src/run.ts");
    const missing = recommended
      .filter(([name, setting]) => isEnabled(setting) && !DISABLED.includes(name))
      .map(([name]) => name)
      .filter((name) => !(isEnabled(rules[name] ?? "off") || `typescript/${ruleName(name)}` in TYPE_AWARE));
    expect(missing).toEqual([]);
  });

  it("has oxlint run the rules that the configuration of ESLint turns on, for each kind of file", async () => {
    const linters = [new ESLint({ cwd: ROOT }), translatedLinter()];
    for (const file of KINDS) {
      const [own, translated] = await Promise.all(
        linters.map(async (linter) => await linter.calculateConfigForFile(file)),
      );
      const expected = enabledNames(own.rules);
      expect(expected.length, file).toBeGreaterThan(50);
      expect(enabledNames(translated.settings), file).toEqual(expected);
    }
  });

  it("reports a violation of each type-aware rule as an error", () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(Object.keys(TYPE_AWARE).map(ruleName).sort());
    const compilerOptions = { strict: true, target: "es2023", module: "esnext", lib: ["es2023", "dom"] };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    for (const [rule, code] of Object.entries(VIOLATIONS))
      writeFileSync(path.join(folder, `${rule}.ts`), `${DECLARATIONS}${code}\n`);
    const { stdout } = spawnSync(
      process.execPath,
      [binary("oxlint/bin/oxlint"), "-c", inCheckout(".oxlintrc.json"), "--format=json", folder],
      { cwd: ROOT, encoding: "utf8" },
    );
    const reported = new Set(
      JSON.parse(stdout).diagnostics.map(
        ({ code, severity, filename }) => `${severity} ${path.basename(filename)} ${code}`,
      ),
    );
    const unreported = Object.keys(VIOLATIONS).filter(
      (rule) => !reported.has(`error ${rule}.ts typescript(${rule})`),
    );
    expect(unreported).toEqual([]);
  });
});
