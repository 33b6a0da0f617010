/** The variable with which the server's operator allows writes to protected files. */
const SETTING = "GOALTRACE_ALLOW_PROTECTED_WRITES=1";

/** Files that agents and editors read as instructions, by lower-case name. */
const INSTRUCTION_FILE = /^(?:agents|claude|gemini)(?:\..+)?\.md$/u;
const INSTRUCTION_NAMES = new Set([
  ...[".cursorrules", ".windsurfrules", ".clinerules", ".aider.conf.yml", "copilot-instructions.md"],
  ...[".agents", ".claude", ".clinerules", ".codex", ".continue", ".cursor", ".gemini", ".goaltrace"],
  ...[".roo", ".windsurf"],
]);

/** Files and folders with commands that editors, package managers, git hooks or CI run on their own, in lower case. */
const EXECUTED_NAMES = new Set([
  ...[".mcp.json", "mcp.json", ".vscode", ".idea", ".devcontainer", ".devcontainer.json"],
  ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", ".pypirc", "pip.conf", ".cargo"],
  ...[".githooks", ".husky", ".gitmodules", ".gitconfig", ".pre-commit-config.yaml", "lefthook.yml"],
  ...[".gitlab-ci.yml", ".circleci", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml"],
  ...["jenkinsfile", ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".zprofile", ".ssh"],
]);
const EXECUTED_IN_GITHUB = new Set(["workflows", "actions"]);

/** Returns true for a path, relative to the project folder, of a file that instructs agents or runs on its own. */
export function isProtectedPath(path: string): boolean {
  const segments = path
    .toLowerCase()
    .split(/[/\\]+/u)
    .filter((segment) => segment !== "" && segment !== ".");
  return protectedReason(segments) !== undefined;
}

/**
 * Returns why tools do not write a file that steers other agents or runs on a person's machine, as a sentence for the model; undefined for
 * other files. `segments` is the path relative to the project folder, in lower case.
 */
export function protectedReason(segments: readonly string[]): string | undefined {
  const name = segments.join("/");
  if (segments.some((segment) => INSTRUCTION_FILE.test(segment) || INSTRUCTION_NAMES.has(segment)))
    return refusal(name, "holds instructions for agents");
  const isExecuted = segments.some(
    (segment, index) =>
      EXECUTED_NAMES.has(segment) || (segments[index - 1] === ".github" && EXECUTED_IN_GITHUB.has(segment)),
  );
  return isExecuted ? refusal(name, "can run commands without being asked") : undefined;
}

function refusal(name: string, property: string): string {
  return `"${name}" ${property}, so tools do not write it. Tell the person what to change. The server's operator can allow such writes with ${SETTING}.`;
}
