import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { bashCommandTool } from "../execution/bash-command.ts";
import { createSandbox } from "./sandbox.ts";

const sandbox = createSandbox();
const report = await sandbox.report();

/** A repository with a submodule, and the program that its settings would run if a command planted them. */
type Repository = { readonly project: string; readonly planted: string };

function git(folder: string, ...words: readonly string[]): string {
  const settings = [
    "-c",
    "user.name=Mira",
    "-c",
    "user.email=mira@example.com",
    "-c",
    "protocol.file.allow=always",
  ];
  return execFileSync("git", ["-C", folder, ...settings, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

const template = ((): string => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "repository-")));
  const [project, library] = [join(base, "project"), join(base, "library")];
  for (const folder of [library, project]) {
    mkdirSync(folder);
    git(folder, "init", "-q", "-b", "main");
    writeFileSync(join(folder, "a.txt"), "a\n");
    git(folder, "add", "-A");
    git(folder, "commit", "-q", "-m", "Begin");
  }
  git(project, "submodule", "add", "-q", library, "vendor/library");
  git(project, "commit", "-q", "-m", "Add the library");
  return project;
})();

function createRepository(): Repository {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "repository-")));
  const project = join(base, "project");
  cpSync(template, project, { recursive: true });
  return { project, planted: join(base, "planted") };
}

/** The text of settings with which the next `git status` runs a program. */
function settings({ planted }: Repository): string {
  return `printf '[core]\\n repositoryformatversion = 0\\n fsmonitor = "touch ${planted}"\\n'`;
}

async function run(project: string, command: string): Promise<string> {
  const { call } = createToolRun({ projectFolder: project, forbiddenFolders: [] });
  const { output } = await call(bashCommandTool({ sandbox, variables: process.env }), { command });
  return output;
}

/** The next commands of a person, outside of the sandbox. */
function useGit({ project }: Repository): void {
  git(project, "status");
  git(project, "log", "-1");
  git(project, "diff");
}

/** Ways to have git run a program later. Each is a script of the project, which runs unasked, and part of a command that a person approved. */
const PLANS: readonly (readonly [name: string, plan: (repository: Repository) => string])[] = [
  [
    "another folder in the place of the repository",
    (it) => `mv .git .old; cp -r .old .git; rm .git/config; ${settings(it)} > .git/config`,
  ],
  [
    "a common folder",
    (it) =>
      `mkdir -p evil; cp -r .git/objects .git/refs evil; ${settings(it)} > evil/config; echo ../evil > .git/commondir`,
  ],
  [
    "settings of a worktree",
    (it) => `git config extensions.worktreeConfig true; ${settings(it)} > .git/config.worktree`,
  ],
  ["settings of a submodule", (it) => `${settings(it)} >> .git/modules/vendor/library/config`],
  [
    "a submodule that names another repository",
    (it) =>
      `cp -r .git/modules/vendor/library evil2; ${settings(it)} > evil2/config; echo "gitdir: ../../evil2" > vendor/library/.git`,
  ],
  [
    "a moved submodule",
    (it) =>
      `cp -r .git/modules/vendor/library evil3; ${settings(it)} > evil3/config; mv vendor/library vendor/old; mkdir -p vendor/library; echo "gitdir: ../../evil3" > vendor/library/.git`,
  ],
  [
    "a moved folder of a submodule",
    (it) =>
      `cp -r .git/modules/vendor/library evil4; ${settings(it)} > evil4/config; mv vendor old; mkdir -p vendor/library; echo "gitdir: ../../evil4" > vendor/library/.git`,
  ],
  [
    "hooks",
    ({ planted }) =>
      `for hook in post-index-change reference-transaction; do printf '#!/bin/sh\\ntouch ${planted}' > .git/hooks/$hook; chmod +x .git/hooks/$hook; done; touch a.txt`,
  ],
];

describe.runIf(report.strength === "enforcing")("a repository in the sandbox", () => {
  it.each(PLANS)("never makes git run a program through %s", async (_, plan) => {
    const unasked = createRepository();
    writeFileSync(
      join(unasked.project, "plan.py"),
      `import subprocess\nsubprocess.run(["bash", "-c", ${JSON.stringify(plan(unasked))}])\n`,
    );
    await run(unasked.project, "python3 plan.py");
    useGit(unasked);
    expect(existsSync(unasked.planted)).toBe(false);
    const approved = createRepository();
    await run(approved.project, `git add a.txt; ${plan(approved)}`);
    useGit(approved);
    expect(existsSync(approved.planted)).toBe(false);
  });

  it("would run such programs outside of it", () => {
    for (const [name, plan] of PLANS) {
      const repository = createRepository();
      execFileSync("bash", ["-c", plan(repository)], { cwd: repository.project, stdio: "ignore" });
      useGit(repository);
      expect(existsSync(repository.planted), name).toBe(true);
    }
  });

  it("is not changed by what runs unasked, and takes a commit of a command that may", async () => {
    const { project } = createRepository();
    writeFileSync(join(project, "a.txt"), "b\n");
    writeFileSync(join(project, "plan.py"), 'import subprocess\nsubprocess.run(["git", "add", "a.txt"])\n');
    expect(await run(project, "git status --short && git diff --stat && git log --oneline")).toContain(
      "exit code 0",
    );
    expect(await run(project, "python3 plan.py")).toContain("Read-only file system");
    const committed = await run(
      project,
      "git -c user.name=Mira -c user.email=mira@example.com commit -qam 'Change a' && git checkout -q -b other && git stash list",
    );
    expect(committed).toContain("exit code 0");
    expect(git(project, "log", "-1", "--format=%s %D")).toBe("Change a HEAD -> other, main\n");
  });

  it("has workflows that no command writes", async () => {
    const { project } = createRepository();
    mkdirSync(join(project, ".github/workflows"), { recursive: true });
    writeFileSync(join(project, ".github/workflows/ci.yml"), "name: ci\n");
    await run(project, "echo x >> .github/workflows/ci.yml; echo x > .github/workflows/new.yml");
    expect(readFileSync(join(project, ".github/workflows/ci.yml"), "utf8")).toBe("name: ci\n");
    expect(existsSync(join(project, ".github/workflows/new.yml"))).toBe(false);
  });

  it("reaches no process outside through a socket or a pipe in the project folder", async () => {
    const { project } = createRepository();
    const server = createServer((socket) => socket.end("reached")).listen(join(project, "server.sock"));
    await new Promise((resolve) => server.once("listening", resolve));
    execFileSync("mkfifo", [join(project, "pipe")]);
    try {
      const dial = `node -e "require('net').connect('server.sock').on('error', () => 0).pipe(process.stdout)"`;
      expect(await run(project, `${dial}; test -p pipe && echo a pipe; cat server.sock`)).not.toMatch(
        /reached|a pipe/u,
      );
    } finally {
      server.close();
    }
  });
});
