import { hasOption } from "./reading-programs.ts";

/** Names of scripts and targets that check or build a project. The project decides about their effect, so they need the sandbox. */
const CHECK =
  /^(?:test|tests|lint|build|typecheck|type-check|types|check|tsc|unit|coverage|format|fmt|compile)(?:[:_-][\w:.-]+)?$/u;
const RELEASES = /deploy|publish|release|install|push|prod/iu;

const RUNNERS = new Set([
  "vitest",
  "jest",
  "mocha",
  "ava",
  "tap",
  "tsc",
  "eslint",
  "oxlint",
  "oxfmt",
  "prettier",
  "biome",
]);
const PYTHON_MODULES = new Set([
  "pytest",
  "unittest",
  "mypy",
  "ruff",
  "pyflakes",
  "flake8",
  "black",
  "doctest",
]);
const TEST_PROGRAMS = new Set([
  "pytest",
  "ruff",
  "mypy",
  "flake8",
  "black",
  "eslint",
  "tsc",
  "vitest",
  "jest",
  "mocha",
]);

/** Returns true for a check or build script of a project by its name. */
function isCheckScript(name: string): boolean {
  return CHECK.test(name) && !RELEASES.test(name);
}

/** Returns true for a command that runs the project's own checks, builds it, or adds empty files and folders. */
export function worksInside(program: string, words: readonly string[]): boolean {
  switch (program) {
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return isScriptRun(words);
    case "npx":
      return RUNNERS.has(words[0] ?? "");
    case "node":
      return isNodeRun(words);
    case "python":
    case "python3":
      return isPythonRun(words);
    case "go":
      return ["test", "vet", "build", "list", "version", "fmt"].includes(words[0] ?? "") && !hasExec(words);
    case "cargo":
      return (
        ["test", "check", "clippy", "build", "fmt"].includes(words[0] ?? "") &&
        !hasOption(words, ["--config"])
      );
    case "make":
      return words.every(
        (word) => isCheckScript(word) || ["all", "-s", "-k"].includes(word) || /^-j\d*$/u.test(word),
      );
    case "mkdir":
      return words.every((word) => !word.startsWith("-") || word === "-p" || word === "-v");
    case "touch":
      return words.length > 0 && words.every((word) => !word.startsWith("-"));
    default:
      return TEST_PROGRAMS.has(program);
  }
}

/** Returns true for the version of a program, which every program reports. */
export function asksForVersion(program: string, words: readonly string[]): boolean {
  const [first = "", ...more] = words;
  return VERSIONED.has(program) && more.length === 0 && ["--version", "-v", "-V", "version"].includes(first);
}

const VERSIONED = new Set([
  "node",
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "python",
  "python3",
  "git",
  "go",
  "cargo",
  "rustc",
  "tsc",
]);

const QUIET = new Set(["-s", "--silent", "--if-present", "--workspaces", "-ws"]);

/** `npm test`, `npm run lint`, each with anything behind `--`. Options of npm itself could name another shell. */
function isScriptRun(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const own = (end < 0 ? words : words.slice(0, end)).filter((word) => !QUIET.has(word));
  if (own.some((word) => word.startsWith("-"))) return false;
  const [command = "", script = ""] = own;
  if (command === "run" || command === "run-script") return isCheckScript(script);
  return ["test", "t", "tst"].includes(command);
}

/** `node file`, `node --test`. Options could load other code. */
function isNodeRun(words: readonly string[]): boolean {
  const first = words.findIndex((word) => !word.startsWith("-"));
  const options = first < 0 ? words : words.slice(0, first);
  if (words.includes("-") || !options.every((word) => /^--test(?:-[\w-]+)?(?:=.*)?$/u.test(word)))
    return false;
  return options.length > 0 || first >= 0;
}

function isPythonRun([first = "", module = ""]: readonly string[]): boolean {
  if (first === "-m") return PYTHON_MODULES.has(module);
  return /\.py$/u.test(first) && !first.startsWith("-");
}

function hasExec(words: readonly string[]): boolean {
  return words.some((word) => /^--?(?:exec|toolexec|vettool)(?:=|$)/u.test(word));
}
