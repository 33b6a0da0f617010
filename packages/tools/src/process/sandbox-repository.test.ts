import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
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

/** As `PLANS`, in projects where git's data is elsewhere: `arrange` changes the project before the command. */
const ELSEWHERE: readonly (readonly [
  name: string,
  arrange: (repository: Repository) => void,
  plan: (repository: Repository) => string,
])[] = [
  ["the folder behind a link", link, (it) => `${settings(it)} >> .repo/config`],
  [
    "another folder in the place of one behind a link",
    link,
    (it) => `mv .repo .old; cp -r .old .repo; rm .repo/config; ${settings(it)} > .repo/config`,
  ],
  [
    "another link",
    link,
    (it) => `cp -r .repo .other; ${settings(it)} > .other/config; rm .git; ln -s .other .git`,
  ],
  [
    "a folder in the place of a link",
    link,
    (it) => `rm .git; cp -r .repo .git; ${settings(it)} > .git/config`,
  ],
  [
    "a common folder behind a link",
    link,
    (it) =>
      `mkdir -p evil; cp -r .repo/objects .repo/refs evil; ${settings(it)} > evil/config; echo ../evil > .repo/commondir`,
  ],
  [
    "the folder that a file names",
    ({ project }) => {
      renameSync(join(project, ".git"), join(project, ".repo"));
      writeFileSync(join(project, ".git"), "gitdir: .repo\n");
    },
    (it) => `${settings(it)} >> .repo/config`,
  ],
  [
    "the target of a link that leads nowhere",
    ({ project }) => {
      renameSync(join(project, ".git"), join(project, "kept"));
      symlinkSync(".repo", join(project, ".git"));
    },
    (it) => `cp -r kept .repo; ${settings(it)} > .repo/config`,
  ],
  [
    "a common folder of a repository inside the project",
    ({ project }) => cpSync(template, join(project, "inner"), { recursive: true }),
    (it) =>
      `mkdir -p evil; cp -r inner/.git/objects inner/.git/refs evil; ${settings(it)} > evil/config; echo ../../evil > inner/.git/commondir`,
  ],
  [
    "settings of a worktree that are allowed but missing",
    ({ project }) => void git(project, "config", "extensions.worktreeConfig", "true"),
    (it) => `${settings(it)} > .git/config.worktree`,
  ],
];

function link({ project }: Repository): void {
  renameSync(join(project, ".git"), join(project, ".repo"));
  symlinkSync(".repo", join(project, ".git"));
}

/** The next command of a person in folders that may be no repositories any more. */
function useFolders({ project }: Repository): void {
  for (const folder of [project, join(project, "inner")])
    if (existsSync(folder)) spawnSync("git", ["-C", folder, "status"], { stdio: "ignore" });
}

/** Gives everything that was set aside its name back. */
function restore(project: string): void {
  const rename = 'mv "$1" "${1%.set-aside}"';
  const find = ["-name", "*.set-aside", "-prune", "-exec", "sh", "-c", rename, "_", "{}", ";"];
  execFileSync("find", [".", ...find], { cwd: project });
}

describe.runIf(report.strength === "enforcing")("a repository in the sandbox", () => {
  it.each(ELSEWHERE)("never makes git run a program through %s", async (_, arrange, plan) => {
    const [unasked, approved, outside] = [createRepository(), createRepository(), createRepository()];
    for (const each of [unasked, approved, outside]) arrange(each);
    writeFileSync(
      join(unasked.project, "plan.py"),
      `import subprocess\nsubprocess.run(["bash", "-c", ${JSON.stringify(plan(unasked))}])\n`,
    );
    await run(unasked.project, "python3 plan.py");
    useFolders(unasked);
    expect(existsSync(unasked.planted)).toBe(false);
    await run(approved.project, `git add a.txt; ${plan(approved)}`);
    useFolders(approved);
    expect(existsSync(approved.planted)).toBe(false);
    // The same works outside of the sandbox.
    execFileSync("bash", ["-c", plan(outside)], { cwd: outside.project, stdio: "ignore" });
    useFolders(outside);
    expect(existsSync(outside.planted)).toBe(true);
  });

  it("takes a commit behind a link, which stays", async () => {
    const repository = createRepository();
    link(repository);
    const { project } = repository;
    writeFileSync(join(project, "a.txt"), "b\n");
    expect(
      await run(project, "git -c user.name=Mira -c user.email=mira@example.com commit -qam 'Change a'"),
    ).toContain("exit code 0");
    expect(git(project, "log", "-1", "--format=%s")).toBe("Change a\n");
    expect(readlinkSync(join(project, ".git"))).toBe(".repo");
  });

  it.each([
    ["a repository", "git init -q .", ".git"],
    ["a link to one", "git init -q other && ln -s other/.git .git", ".git"],
    ["a file that names one", "git init -q other && echo 'gitdir: other/.git' > .git", ".git"],
    [
      "a bare repository",
      "git init -q --bare . && git config core.bare false && git config core.worktree .",
      "HEAD",
    ],
  ])(
    "sets %s aside that a command makes unasked in a folder without one, and says so",
    async (_, make, name) => {
      const base = realpathSync(mkdtempSync(join(tmpdir(), "repository-")));
      const project = join(base, "project");
      const repository = { project, planted: join(base, "planted") };
      mkdirSync(project);
      const plan = `${make} && git config core.fsmonitor "touch ${repository.planted}"`;
      writeFileSync(
        join(project, "plan.py"),
        `import subprocess\nsubprocess.run(["bash", "-c", ${JSON.stringify(plan)}])\n`,
      );
      const output = await run(project, "python3 plan.py");
      expect(output).toContain(`[renamed ${name} to ${name}.set-aside, because`);
      useFolders(repository);
      expect(existsSync(repository.planted)).toBe(false);
      restore(project);
      useFolders(repository);
      expect(existsSync(repository.planted)).toBe(true);
    },
  );

  it.each([
    ["a repository", "git init -q lib/inner && cd lib/inner", "lib/inner/.git"],
    [
      "a bare repository",
      "git init -q --bare lib/inner && cd lib/inner && git config core.bare false && git config core.worktree .",
      "lib/inner/HEAD",
    ],
    [
      "a file that names one",
      "git init -q other && mkdir -p lib/inner && echo 'gitdir: ../../other/.git' > lib/inner/.git && cd lib/inner",
      "lib/inner/.git",
    ],
  ])(
    "sets %s aside that a command makes unasked further down, if it may run programs",
    async (_, make, name) => {
      const repository = createRepository();
      const { project } = repository;
      const plan = `${make} && git config core.fsmonitor "touch ${repository.planted}"`;
      writeFileSync(
        join(project, "plan.py"),
        `import subprocess\nsubprocess.run(["bash", "-c", ${JSON.stringify(plan)}])\n`,
      );
      const useInner = (): void =>
        void spawnSync("git", ["-C", join(project, "lib/inner"), "status"], { stdio: "ignore" });
      expect(await run(project, "python3 plan.py")).toContain(
        `[renamed ${name} to ${name}.set-aside, because`,
      );
      useInner();
      expect(existsSync(repository.planted)).toBe(false);
      restore(project);
      // One that was there before stays.
      expect(await run(project, "ls lib")).not.toContain("renamed");
      useInner();
      expect(existsSync(repository.planted)).toBe(true);
    },
  );

  it("leaves one as git makes it, such as those of tests", async () => {
    const { project } = createRepository();
    const plan =
      "git init -q fixtures/one && cd fixtures/one && git config user.name Mira && git config commit.gpgsign false && git clone -q . ../two";
    writeFileSync(
      join(project, "plan.py"),
      `import subprocess\nsubprocess.run(["bash", "-c", ${JSON.stringify(plan)}])\n`,
    );
    expect(await run(project, "python3 plan.py")).not.toContain("renamed");
    for (const name of ["one", "two"]) expect(existsSync(join(project, "fixtures", name, ".git"))).toBe(true);
  });

  it("stays where a person approved the command that makes it", async () => {
    const project = realpathSync(mkdtempSync(join(tmpdir(), "repository-")));
    expect(await run(project, "git init -q -b main .")).toContain("exit code 0");
    expect(git(project, "status", "--short")).toBe("");
  });

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
