import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ESLint } from "eslint";
import typescript from "typescript-eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, binary, inCheckout } from "../lib/checkout.mjs";

/** Rules that need types and are left out on purpose. */
const LEFT_OUT = [
  // A port's method is asynchronous for all its implementations, even where one has nothing to wait for.
  "@typescript-eslint/require-await",
  // Ports are objects of functions, never of methods that need their `this`.
  "@typescript-eslint/unbound-method",
];
const TYPED = JSON.parse(readFileSync(inCheckout(".oxlintrc.json"), "utf8")).rules;

/** For each rule that needs types, code that breaks it. `P` is a promise, `A` an `any`, `K` a union of "a" and "b". */
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

const isOn = (setting) => ![0, "off"].includes(Array.isArray(setting) ? setting[0] : setting);
const nameOf = (rule) => rule.replace(/^@?typescript(-eslint)?\//, "");

describe("rules of lint", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "lint-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("every recommended rule of typescript-eslint is an error of one of the two linters", async () => {
    const recommended = Object.entries(
      Object.assign({}, ...typescript.configs.recommendedTypeChecked.map(({ rules }) => rules)),
    );
    const config = await new ESLint({ cwd: ROOT }).calculateConfigForFile("packages/core/src/run.ts");
    const missing = recommended
      .filter(([name, setting]) => isOn(setting) && !LEFT_OUT.includes(name))
      .map(([name]) => name)
      .filter((name) => !(isOn(config.rules[name] ?? "off") || `typescript/${nameOf(name)}` in TYPED));
    expect(missing).toEqual([]);
  });

  it("each rule that needs types is an error where it is broken", () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(Object.keys(TYPED).map(nameOf).sort());
    const compilerOptions = { strict: true, target: "es2023", module: "esnext", lib: ["es2023", "dom"] };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    for (const [rule, code] of Object.entries(VIOLATIONS))
      writeFileSync(path.join(folder, `${rule}.ts`), `${DECLARATIONS}${code}\n`);
    const { stdout } = spawnSync(
      process.execPath,
      [binary("oxlint/bin/oxlint"), "-c", inCheckout(".oxlintrc.json"), "--format=json", folder],
      { cwd: ROOT, encoding: "utf8" },
    );
    const found = new Set(
      JSON.parse(stdout).diagnostics.map(
        ({ code, severity, filename }) => `${severity} ${path.basename(filename)} ${code}`,
      ),
    );
    const unseen = Object.keys(VIOLATIONS).filter(
      (rule) => !found.has(`error ${rule}.ts typescript(${rule})`),
    );
    expect(unseen).toEqual([]);
  }, 60_000);
});
