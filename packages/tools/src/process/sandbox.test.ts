import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRun, IS_SOAK } from "@goaltrace/core/testing";
import type { ToolContext, ToolResult } from "@goaltrace/core";
import { beforeAll, describe, expect, it } from "vitest";
import { bashCommandTool } from "../execution/bash-command.ts";
import { runCanary } from "./canary.ts";
import { createProcessGroup } from "./process-limit.ts";
import { processesWith } from "./process-list.ts";
import { createSandbox } from "./sandbox.ts";

const base = mkdtempSync(join(tmpdir(), "sandbox-"));
const project = join(base, "project");
const home = join(project, ".data");
const outside = join(base, "outside");

beforeAll(() => {
  for (const path of [
    project,
    home,
    outside,
    join(project, ".git"),
    join(project, ".git/hooks"),
    join(project, "infra"),
  ])
    mkdirSync(path, { recursive: true });
  for (const path of [
    ".env",
    "infra/.env.local",
    ".data/secret",
    "infra/key",
    "AGENTS.md",
    ".git/config",
    "a.txt",
  ])
    writeFileSync(join(project, path), `content of ${path}`);
  writeFileSync(join(outside, "secret"), "content of outside");
  symlinkSync("/etc", join(project, "etc-link"));
});

const sandbox = createSandbox();
const report = await sandbox.report();
if (report.strength !== "enforcing")
  process.stderr.write(`Not tested, because the sandbox does not enforce: ${JSON.stringify(report)}\n`);

const group = await createProcessGroup("probe");
await group?.remove();
const countsProcesses = group !== null;

async function run(
  command: string,
  more: Partial<ToolContext> & { readonly seconds?: number; readonly network?: boolean } = {},
): Promise<ToolResult> {
  const { seconds = 10, network = false, ...context } = more;
  const tool = bashCommandTool({ sandbox, variables: process.env });
  const run = createToolRun({ projectFolder: project, forbiddenFolders: [home], ...context });
  return await run.call(tool, { command, timeout_seconds: seconds, network });
}

/** Whether bubblewrap can make its namespaces here at all, whatever Goaltrace asks of it. */
const canEnforce = spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;

// Without this, a sandbox that became weaker would only leave out the tests below.
it.runIf(canEnforce)("enforces wherever bubblewrap can make its namespaces", () => {
  expect(report).toEqual({ strength: "enforcing" });
});

it("names the folders of programs that it shows, also as links resolve them", async () => {
  const tools = mkdtempSync(join(tmpdir(), "tools-"));
  const [bin, link] = [join(tools, "bin"), join(tools, "link")];
  mkdirSync(bin);
  symlinkSync(bin, link);
  const path = ["/usr/bin", link, join(project, "bin")].join(":");
  const shown = (await createSandbox(null, { variables: { PATH: path } }).shownFolders?.(project)) ?? [];
  expect(shown).toEqual(expect.arrayContaining([link, bin]));
  expect(shown.filter((folder) => folder.startsWith("/usr/bin") || folder.startsWith(project))).toEqual([]);
});

describe.runIf(report.strength === "enforcing")("a command in the sandbox", () => {
  it("works in the project folder, and has programs and a /tmp of its own", async () => {
    const { output } = await run(
      "pwd; cat a.txt; echo new > b.txt; node -p 1+1; git --version; touch /tmp/x && ls /tmp/x",
    );
    expect(output).toContain(`${project}\ncontent of a.txt`);
    expect(output).toMatch(/2\ngit version .*\n\/tmp\/x\n\[exit code 0/su);
    expect(readFileSync(join(project, "b.txt"), "utf8")).toBe("new\n");
    expect(existsSync("/tmp/x")).toBe(false);
  });

  it.each([
    ["reads environment files", "cat .env infra/.env.local", /content/u],
    ["reads them through a link made meanwhile", "ln -s .env e; cat e; rm e", /content/u],
    ["reads them under another name", "mv .env e; ln .env f; cat e f", /content/u],
    ["reads the server's data", "cat .data/secret; ls -A .data", /secret\n|content/u],
    ["reads outside the project", `cat ${outside}/secret ../outside/secret`, /content/u],
    ["reads passwords through a link", "cat etc-link/shadow", /root:/u],
    ["reads the person's home", "ls -A ~ /root/.ssh /root/.bashrc /home", /bashrc$|^\w+$/mu],
    [
      "sees other processes",
      `cat /proc/${String(process.pid)}/cmdline; ls -d /proc/[0-9]* | wc -l | grep '...'`,
      /vitest|node|\d/u,
    ],
    [
      "reads their environment",
      `cat /proc/${String(process.ppid)}/environ /proc/1/environ | tr '\\0' '\\n' | grep -i 'key\\|secret\\|database'`,
      /=/u,
    ],
    ["signals them", `kill -9 ${String(process.pid)} && echo killed`, /^killed/mu],
    [
      "traces them",
      `timeout 1 strace -p ${String(process.ppid)} 2>&1 | grep attached`,
      /^strace: Process .* attached/mu,
    ],
    ["mounts", "mount -t tmpfs x /usr && echo mounted; umount .env && echo mounted", /^mounted/mu],
    [
      "enters another root",
      `mkdir -p r; chroot /proc/1/root cat ${outside}/secret; chroot /proc/1/cwd/.. ls`,
      /content|outside/u,
    ],
    [
      "uncovers hidden files with the rights of a namespace of its own",
      "unshare --user --map-root-user --mount bash -c 'umount .env; umount .data; cat .env .data/secret'",
      /content/u,
    ],
    [
      "changes settings of the kernel",
      // Opening a setting to write it changes nothing, even where it is possible.
      "for setting in kernel/core_pattern kernel/modprobe vm/overcommit_memory; do : >> /proc/sys/$setting && echo changed; done; : >> /proc/sysrq-trigger && echo changed",
      /^changed/mu,
    ],
    [
      "holds open files of the server",
      "for fd in /proc/self/fd/*; do readlink $fd; done | grep -v '^pipe:\\|^/dev/null$\\|/proc/.*/fd$'",
      /\//u,
    ],
    [
      "finds a socket of the machine",
      "find / -xdev -type s 2>/dev/null; find /run /tmp /var -type s; ls /var/run/docker.sock /run/dbus /tmp/.X11-unix; echo $SSH_AUTH_SOCK$DBUS_SESSION_BUS_ADDRESS$DISPLAY",
      /\//u,
    ],
    ["resolves names", "timeout 5 getent hosts localhost.example.com example.com one.one.one.one", /\d/u],
    [
      "has a terminal to type into",
      "python3 -c \"import fcntl, termios; [fcntl.ioctl(fd, termios.TIOCSTI, b'x') for fd in (0, 1, 2)]; print('typed')\" 2>/dev/null; { echo x > /dev/tty; } 2>/dev/null && echo typed",
      /typed/u,
    ],
    [
      "reads the keys of the machine",
      "for each in /etc/ssl/private /etc/pki/tls/private; do [ -d $each ] && stat -f -c %T $each; done | grep -v tmpfs",
      /\w/u,
    ],
    ["reads devices", "cat /dev/mem /dev/sda /dev/kmsg | head -c 1 | wc -c | grep 1", /^1/mu],
  ])("never %s", async (_, command, forbidden) => {
    const { output } = await run(command);
    expect(
      output
        .replace(/^\S*(?:bash|cat|ls|mv|ln|kill|mount|umount|chroot|mkdir|strace|timeout):.*$/gmu, "")
        .replace(/\[exit.*$/u, ""),
    ).not.toMatch(forbidden);
    expect(readFileSync(join(project, ".env"), "utf8")).toBe("content of .env");
  });

  it("writes nothing outside the project, and nothing in it that would run later", async () => {
    await run(
      [
        `echo x > ${outside}/new; echo x > /usr/bin/new; echo x > /etc/passwd; echo x > ~/.bashrc`,
        "echo x > .git/hooks/pre-commit; echo x >> .git/config; mv .git/hooks .git/h; echo x > AGENTS.md; rm AGENTS.md",
        "echo x > etc-link/new; echo x > .data/new",
      ].join("\n"),
    );
    for (const path of [
      join(outside, "new"),
      "/usr/bin/new",
      "/etc/new",
      join(home, "new"),
      join(project, ".git/hooks/pre-commit"),
    ])
      expect(existsSync(path), path).toBe(false);
    expect(readFileSync(join(project, ".git/config"), "utf8")).toBe("content of .git/config");
    expect(readFileSync(join(project, "AGENTS.md"), "utf8")).toBe("content of AGENTS.md");
  });

  it("reaches neither the network nor the sockets of this machine, unless it may", async () => {
    const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    const abstract = createServer((socket) => socket.end("reached")).listen("\0goaltrace-abstract");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const dial = `node -e "require('net').connect(process.argv[1]).on('data', String).pipe(process.stdout)"`;
    try {
      const { output } = await run(
        `cat < /dev/tcp/127.0.0.1/${String(port)}; ${dial} $'\\0'goaltrace-abstract`,
      );
      expect(output).not.toContain("reached");
      expect((await run(`cat < /dev/tcp/127.0.0.1/${String(port)}`, { network: true })).output).toContain(
        "reached",
      );
    } finally {
      server.close();
      abstract.close();
    }
  });

  it("does not see what permission rules hide", async () => {
    const { output } = await run("cat infra/key; grep -r content infra", {
      hides: (path) => path === "infra/key",
    });
    expect(output).not.toContain("content of infra/key");
  });

  // A bomb that is not held slows the whole machine before the watch notices it, so it explodes in soak and only where the system counts processes.
  it.skipIf(!countsProcesses || process.env.GOALTRACE_SOAK === undefined)(
    "ends a fork bomb and leaves nothing of it",
    async () => {
      const started = performance.now();
      const bomb = await run("f() { f | f & }; f; setsid -f sleep 100; sleep 100", { seconds: 1 });
      expect(bomb.outcome).toBe("error");
      expect(performance.now() - started).toBeLessThan(6_000);
      expect(await processesWith(`PWD=${project}`)).toEqual([]);
    },
  );

  it("shares no memory and no temporary files with the machine", async () => {
    await run("echo planted > /dev/shm/goaltrace-planted; echo planted > /var/tmp/goaltrace-planted");
    expect(["/dev/shm", "/var/tmp"].filter((path) => existsSync(join(path, "goaltrace-planted")))).toEqual(
      [],
    );
  });

  it("ends output without end, and says so in the log", async () => {
    const started = performance.now();
    const watched = createToolRun({ projectFolder: project, forbiddenFolders: [home] });
    const tool = bashCommandTool({ sandbox, variables: process.env });
    const result = await watched.call(tool, { command: "yes | head -c 10G", timeout_seconds: 120 });
    expect(result.outcome).toBe("error");
    const ended = watched.recorded.find(({ type }) => type === "process.ended");
    expect(ended).toMatchObject({ data: { killed: "output" } });
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(await processesWith(`PWD=${project}`)).toEqual([]);
  });

  it("leaves no daemon and no detached shell running", async () => {
    await run("setsid -f sleep 123; (env -i setsid sleep 123 &); true");
    expect(await processesWith(`PWD=${project}`)).toEqual([]);
  });

  it("loads no planted code into the programs of the server", async () => {
    await run(
      "echo 'console.log(\"planted\")' > planted.js; echo 'NODE_OPTIONS=--require=./planted.js' > env.txt",
    );
    const { output } = await run("export NODE_OPTIONS=--require=./planted.js LD_PRELOAD=./x.so; true");
    expect(output).toContain("exit code 0");
    expect((await run("node -p 1; echo $NODE_OPTIONS$LD_PRELOAD")).output).toMatch(/^1\n\n\[exit/u);
  });

  it("ends with its signal and says so", async () => {
    const canceled = new AbortController();
    const running = run("echo begun; sleep 100", { signal: canceled.signal, output: () => canceled.abort() });
    expect(await running).toMatchObject({
      outcome: "error",
      output: expect.stringMatching(/^begun\n\[stopped/u) as unknown,
    });
  });
});

it.each([
  ["in the sandbox", sandbox],
  ["without a sandbox", createSandbox(null)],
])("names a project folder that is not there instead of a program, %s", async (_, place) => {
  const { call } = createToolRun({ projectFolder: join(base, "gone"), forbiddenFolders: [] });
  const tool = bashCommandTool({ sandbox: place, variables: process.env });
  await expect(call(tool, { command: "ls" })).rejects.toThrow(
    `The project folder ${join(base, "gone")} is not there.`,
  );
});

describe("the canary", () => {
  /** A sandbox that keeps nothing, or not everything. */
  const stub = (name: string, script: string): string => {
    const file = join(base, name);
    writeFileSync(file, `#!/bin/bash\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  };

  it("detects a sandbox that hides nothing from commands", async () => {
    const file = stub("nothing", 'while [ "$1" != "--" ]; do shift; done; shift; exec "$@"');
    expect(await runCanary(file)).toEqual({
      strength: "partial",
      open: ["secrets", "writes", "network", "processes"],
    });
  });

  it.runIf(report.strength === "enforcing")("names what a weaker sandbox leaves open", async () => {
    const file = stub("weaker", 'shift; exec bwrap --unshare-user --unshare-ipc --unshare-pid "$@"');
    expect(await runCanary(file)).toEqual({ strength: "partial", open: ["network"] });
  });

  it.runIf(report.strength === "enforcing")("notices that user namespaces are off", async () => {
    const file = stub(
      "namespaces-off",
      `exec unshare --user --map-root-user bash -c 'echo 0 > /proc/sys/user/max_user_namespaces
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs bwrap "$@"' bash "$@"`,
    );
    expect(await runCanary(file)).toMatchObject({
      ...{ strength: "none", reason: expect.stringContaining("namespace") as unknown },
    });
  });

  it.runIf(IS_SOAK && report.strength === "enforcing" && process.getuid?.() === 0)(
    "finds the same strength as a user without rights",
    () => {
      const script = `import { runCanary } from "${join(import.meta.dirname, "canary.ts")}"; console.log(JSON.stringify(await runCanary("bwrap")));`;
      const { stdout } = spawnSync(
        "setpriv",
        [
          ...["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath],
          ...["--import", "tsx", "--input-type=module", "--eval", script],
        ],
        { encoding: "utf8", env: { PATH: process.env["PATH"], HOME: tmpdir() } },
      );
      expect(JSON.parse(stdout)).toEqual({ strength: "enforcing" });
    },
  );

  it("explains why there is none: missing, or unable to create namespaces", async () => {
    expect(await runCanary(join(base, "missing"))).toMatchObject({ strength: "none" });
    const file = stub("off", 'echo "bwrap: No permissions to create new namespace" >&2; exit 1');
    const none = {
      strength: "none",
      reason: expect.stringContaining("No permissions to create new namespace") as unknown,
    };
    expect(await runCanary(file)).toEqual(none);
    const deaf = stub("deaf", "exit 0");
    expect(await runCanary(deaf)).toMatchObject({ strength: "none" });
  });
});
