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
  "markdownlint",
  "markdownlint-cli2",
  "stylelint",
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
  "gofmt",
  "oxlint",
  "stylelint",
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
      return isScriptRun(program, words) || listsPackages(program, words);
    case "uv":
    case "poetry":
    case "pipenv":
      return words[0] === "run" && worksInside(words[1] ?? "", words.slice(2));
    case "just":
    case "mise":
    case "task":
      return isTaskRun(program, words);
    case "golangci-lint":
      return words[0] === "run" && !hasOption(words, ["-c", "--config"]);
    case "npx":
      return RUNNERS.has(words[0] ?? "");
    case "node":
      return isNodeRun(words);
    case "python":
    case "python3":
      return isPythonRun(words);
    case "go":
      if (words[0] === "doc")
        return words.slice(1).every((word) => !word.startsWith("-") || GO_DOC.has(word));
      return ["test", "vet", "build", "list", "version", "fmt"].includes(words[0] ?? "") && !hasExec(words);
    case "cargo":
      return (
        ["test", "check", "clippy", "build", "fmt", "metadata", "tree"].includes(words[0] ?? "") &&
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

/** The options of `go doc` that only choose what it prints; another one starts a server. */
const GO_DOC = new Set(["-all", "-c", "-cmd", "-short", "-src", "-u"]);

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

type Places = { readonly valued: ReadonlySet<string>; readonly flags: ReadonlySet<string> };

/**
 * The options of each package manager that say in which packages of the project a script runs, or make it quiet. A manager takes an option that it does not
 * know for a flag, so what seems to be its value would be the command.
 */
const PLACES: ReadonlyMap<string, Places> = new Map([
  [
    "npm",
    {
      valued: new Set(["-w", "--workspace"]),
      flags: new Set(["-s", "--silent", "--if-present", "--workspaces", "-ws"]),
    },
  ],
  [
    "pnpm",
    {
      valued: new Set(["-F", "--filter"]),
      flags: new Set(["-s", "--silent", "--if-present", "-r", "--recursive", "-w", "--workspace-root"]),
    },
  ],
  ["yarn", { valued: new Set(), flags: new Set(["-s", "--silent"]) }],
  ["bun", { valued: new Set(["-F", "--filter"]), flags: new Set(["--silent", "--if-present"]) }],
]);

/**
 * `npm test`, `npm run lint`, `pnpm --filter api build`, `yarn workspace api test`, each with anything behind the script's name. Other options of the
 * package manager in front of it could name another shell or folder.
 */
function isScriptRun(program: string, words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const own = withoutPlaces(program, end < 0 ? words : words.slice(0, end));
  if (own === null) return false;
  const [command = "", script = ""] = own;
  if (command === "run" || command === "run-script") return isCheckScript(script);
  // The short form of these needs no `run`. `npm build` runs no script of the project.
  const isShort = (program === "pnpm" || program === "yarn") && own.length === 1 && isCheckScript(command);
  return ["test", "t", "tst"].includes(command) || isShort;
}

const LISTS = new Set(["ls", "list", "why", "explain"]);
const LIST_OPTIONS = /^--(?:json|all|long|parseable|prod|dev|depth(?:=\d+|=Infinity)?|production)$|^\d+$/u;

/** `npm ls --depth=0`, `pnpm why react`: reads which packages are installed. Of other options any could name a folder or a program. */
function listsPackages(program: string, words: readonly string[]): boolean {
  const [command = "", ...more] = words.filter((word) => !LIST_OPTIONS.test(word));
  if (program === "bun" || !LISTS.has(command) || words[0] !== command) return false;
  return more.every((word) => /^@?[\w][\w./@-]*$/u.test(word) && !word.includes(".."));
}

/** Leaves out what names a package of the project; null if another option of the package manager is left. */
function withoutPlaces(program: string, words: readonly string[]): readonly string[] | null {
  const places = PLACES.get(program);
  const own: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const [name = "", value] = word.split("=", 2);
    if (places?.flags.has(word) === true) continue;
    if (places?.valued.has(name) === true) {
      const place = value ?? words[(index += 1)] ?? "";
      // A path may lead out of the project.
      if (!/^[\w@][\w@/.*-]*$/u.test(place) || place.includes("..")) return null;
    } else if (word.startsWith("-")) return null;
    else own.push(word);
  }
  return program === "yarn" && own[0] === "workspace" ? own.slice(2) : own;
}

/** `just lint`, `mise run test`, `task build`. mise quotes what it hands on behind `--`; the others put it into a line of shell. */
function isTaskRun(program: string, words: readonly string[]): boolean {
  const end = program === "mise" ? words.indexOf("--") : -1;
  // `:::` begins another task of mise.
  if (words.includes(":::")) return false;
  const own = end < 0 ? words : words.slice(0, end);
  const names = program === "mise" && (own[0] === "run" || own[0] === "r") ? own.slice(1) : own;
  const isCalled = program !== "mise" || names.length < own.length;
  return isCalled && names.length > 0 && names.every(isCheckScript);
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
