import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import config from "../../eslint.config.mjs";
import { binary } from "./checkout.mjs";
import { toOxlintConfig } from "./lint-config.mjs";

/** Outside of the folders of sources: within, patterns would start at it. */
const CONFIG = ".cache/oxlint.json";
const SYNTAX = "local(no-restricted-syntax)";
const LONG = `${"export {};\n".repeat(1)}${"// a line\n".repeat(400)}`;

/** Code by file, and what is reported about it. */
const FILES = [
  ["packages/core/src/log/enumeration.ts", "export enum Kind { A = 0 }", [SYNTAX]],
  ["packages/core/src/log/all.ts", 'export * from "./log.ts";', [SYNTAX]],
  ["packages/core/src/log/clock.ts", "export const now: number = Date.now();", [SYNTAX]],
  [
    "packages/core/src/log/assertion.ts",
    "declare const a: unknown;\nexport const b = a as string;",
    [SYNTAX],
  ],
  ["packages/core/src/log/assertion.test.ts", "declare const a: unknown;\nexport const b = a as string;", []],
  ["packages/db/src/rows/assertion.ts", "declare const a: unknown;\nexport const b = a as string;", []],
  ["packages/core/src/log/limit.test.ts", 'it("waits", () => {}, 5000);', [SYNTAX]],
  ["e2e/look.spec.ts", "expect(await page.locator('a').count()).toBe(1);", [SYNTAX]],
  ["packages/core/src/log/default.ts", "const a = 1;\nexport default a;", [SYNTAX]],
  ["apps/web/src/app/page.tsx", "export default function Page(): null {\n  return null;\n}", []],
  [
    "apps/web/src/ui/text.tsx",
    "export const text = (): unknown => <p>Hello</p>;",
    ["local(no-literal-text)"],
  ],
  ["apps/web/src/ui/text.test.tsx", "export const text = () => <p>Hello</p>;", []],
  [
    "packages/host/src/body.ts",
    "export const read = (text: string): unknown => JSON.parse(text);",
    ["local(no-unbounded)"],
  ],
  ["packages/db/src/rows/body.ts", "export const read = (text: string): unknown => JSON.parse(text);", []],
  ["packages/host/src/utils.ts", "export {};", ["local(file-names)"]],
  ["packages/host/src/someFile.ts", "export {};", ["local(file-names)"]],
  ["packages/host/src/someFolder/file.ts", "export {};", ["local(file-names)"]],
  ["apps/web/src/app/[workspace]/page.tsx", "export {};", []],
  [
    "packages/host/src/unused.ts",
    "const unused = 1;\nconst _meant = 1;\nexport {};",
    ["eslint(no-unused-vars)"],
  ],
  ["scripts/unused.mjs", "const unused = 1;", ["eslint(no-unused-vars)"]],
  ["scripts/undefined.mjs", "process.exitCode = missing;", ["eslint(no-undef)"]],
  ["packages/host/src/environment.ts", "export const a = process.env;", ["eslint(no-restricted-properties)"]],
  ["packages/host/src/env.ts", "export const a = process.env;", []],
  ["packages/host/src/print.ts", 'console.log("a");\nexport {};', ["eslint(no-console)"]],
  ["apps/cli/src/print.ts", 'console.log("a");\nexport {};', []],
  ["packages/host/src/equal.ts", "export const a = (b: number): boolean => b == 1;", ["eslint(eqeqeq)"]],
  ["packages/host/src/nullish.ts", "export const a = (b: unknown): boolean => b == null;", []],
  [
    "packages/host/src/four.ts",
    "export const a = (b: 1, c: 1, d: 1, e: 1): 1[] => [b, c, d, e];",
    ["eslint(max-params)"],
  ],
  ["packages/host/src/four.test.ts", "export const a = (b: 1, c: 1, d: 1, e: 1) => [b, c, d, e];", []],
  ["packages/host/src/long.ts", LONG, ["eslint(max-lines)"]],
  [
    "packages/host/src/types.ts",
    'import { A } from "./a.ts";\nexport type B = A;',
    ["typescript(consistent-type-imports)"],
  ],
  [
    "packages/host/src/returns.ts",
    "export const a = () => 1;",
    ["typescript(explicit-module-boundary-types)"],
  ],
  ["packages/host/src/any.ts", "export type A = any;", ["typescript(no-explicit-any)"]],
  [
    "packages/host/src/exclamation.ts",
    "export const a = (b: 1 | null): 1 => b!;",
    ["typescript(no-non-null-assertion)"],
  ],
  [
    "apps/web/src/ui/hooks.tsx",
    "export function useIt(isOn: boolean): void {\n  if (isOn) useState(1);\n}",
    ["react-hooks(rules-of-hooks)"],
  ],
  [
    "apps/web/src/ui/dependencies.tsx",
    "export function useIt(a: number): void {\n  useEffect(() => void a, []);\n}",
    ["react-hooks(exhaustive-deps)"],
  ],
  [
    "apps/web/src/ui/parse.ts",
    'import { readEntry } from "@goaltrace/core/log";\nexport { readEntry };',
    ["eslint(no-restricted-imports)"],
  ],
  ["packages/host/src/useless.ts", "// eslint-disable-next-line no-console -- none\nexport {};", [""]],
];

let folder = "";
let root = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "lint-[config]-")));
  // A checkout may be anywhere: neither are its folders patterns, nor are there rules for the names of those above it.
  root = path.join(folder, "packages", "host", "src", "My {3}?");
  for (const [file, code] of FILES) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), `${code}\n`);
  }
  mkdirSync(path.join(root, ".cache"));
  writeFileSync(path.join(root, CONFIG), JSON.stringify(toOxlintConfig(config, root)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("reports with oxlint what the configuration of ESLint forbids, and where it does", () => {
  const { stdout } = spawnSync(
    process.execPath,
    [binary("oxlint/bin/oxlint"), "-c", path.join(root, CONFIG), "--format=json", root],
    { cwd: root, encoding: "utf8" },
  );
  const found = JSON.parse(stdout).diagnostics;
  const reported = FILES.map(([file]) => [
    file,
    [
      ...new Set(
        found
          .filter(({ filename }) => path.resolve(root, filename) === path.join(root, file))
          .map(({ code = "" }) => code),
      ),
    ].sort(),
  ]);
  expect(reported).toEqual(FILES.map(([file, , codes]) => [file, codes]));
  expect(found.every(({ severity }) => severity === "error")).toBe(true);
});
