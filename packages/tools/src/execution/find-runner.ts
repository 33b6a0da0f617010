/** The programs that report tests in a form of their own. */
export type TestFormat = "vitest" | "jest" | "node" | "pytest" | "unittest" | "go" | "cargo" | "other";

/** How a project runs its tests or its linter: the command line, and the form of its output. */
export type Runner = { readonly name: string; readonly command: string; readonly format: TestFormat };

/** The facts that reveal the runner of a project: the names in its folder, and its package.json, if it has one. */
export type ProjectFacts = {
  readonly names: ReadonlySet<string>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
};

/** Returns how a project runs its tests, with only those of `path` if one is given; null if nothing shows it. */
export function findTestRunner(
  { names, scripts, dependencies }: ProjectFacts,
  path: string | null,
): Runner | null {
  const target = path === null ? "" : ` ${quoteWord(path)}`;
  const script = scripts["test"] ?? "";
  const uses = (name: string): boolean =>
    script.split(/[\s&|;/]+/u).includes(name) || (script === "" && dependencies.has(name));
  if (uses("vitest")) return runner("vitest", `npx vitest run --reporter=json${target}`);
  if (uses("jest")) return runner("jest", `npx jest --json${target}`);
  if (script.includes("node") && script.includes("--test"))
    return runner(
      "node",
      path === null
        ? `${manager(names)} test -- --test-reporter=tap`
        : `node --test --test-reporter=tap${target}`,
    );
  if (script !== "" && !script.includes("no test specified"))
    return {
      name: `${manager(names)} test`,
      command: `${manager(names)} test${path === null ? "" : ` --${target}`}`,
      format: "other",
    };
  if (names.has("go.mod")) return runner("go", `go test -json ${path === null ? "./..." : quoteWord(path)}`);
  if (names.has("Cargo.toml")) return runner("cargo", "cargo test --no-fail-fast");
  if (["pytest.ini", "conftest.py", "pyproject.toml", "tox.ini"].some((name) => names.has(name)))
    return runner("pytest", `python3 -m pytest -q --tb=short -rfE${target}`);
  if (
    ["setup.py", "requirements.txt"].some((name) => names.has(name)) ||
    [...names].some((name) => name.startsWith("test_"))
  )
    return runner("unittest", `python3 -m unittest${target}`);
  return names.has("package.json") ? runner("node", `node --test --test-reporter=tap${target}`) : null;
}

/** Returns how a project runs its linter; null if nothing shows it. */
export function findLinter({ names, scripts, dependencies }: ProjectFacts): Runner | null {
  if (scripts["lint"] !== undefined) return other(`${manager(names)} run lint`);
  for (const name of ["eslint", "oxlint", "biome"])
    if (dependencies.has(name)) return other(LINTERS[name] ?? `npx ${name}`);
  if (names.has("go.mod")) return other("go vet ./...");
  if (names.has("Cargo.toml")) return other("cargo clippy");
  if (["ruff.toml", ".ruff.toml", "pyproject.toml"].some((name) => names.has(name)))
    return other("ruff check .");
  return [".flake8", "setup.cfg", "setup.py"].some((name) => names.has(name))
    ? other("python3 -m flake8")
    : null;
}

const LINTERS: Readonly<Record<string, string>> = { eslint: "npx eslint .", biome: "npx biome check" };

const other = (command: string): Runner => ({ name: command, command, format: "other" });
const runner = (format: Exclude<TestFormat, "other">, command: string): Runner => ({
  name: format,
  command,
  format,
});

/** The package manager whose lock file the project has. */
function manager(names: ReadonlySet<string>): string {
  if (names.has("pnpm-lock.yaml")) return "pnpm";
  return names.has("yarn.lock") ? "yarn" : "npm";
}

/** Quotes a word for the shell. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
