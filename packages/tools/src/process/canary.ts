import { mkdir, mkdtemp, readlink, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runProcess } from "./run-process.ts";
import { sandboxArguments } from "./sandbox-arguments.ts";
import { systemKeys } from "./system-keys.ts";
import { CANARY_LIMIT_MS } from "./tunables.ts";

/** The things that a sandbox must keep from commands. */
export const SANDBOX_CHECKS = ["secrets", "writes", "network", "processes"] as const;
export type SandboxCheck = (typeof SANDBOX_CHECKS)[number];

/**
 * The real strength of the sandbox of this machine. `enforcing`: it keeps everything from commands that it must; `partial`: `open` names what it does
 * not; `none`: there is none, and `reason` says why. `isLate`: the check ran out of time, so that a later one may find more.
 */
export type SandboxReport =
  | { readonly strength: "enforcing" }
  | { readonly strength: "partial"; readonly open: readonly SandboxCheck[] }
  | { readonly strength: "none"; readonly reason: string; readonly isLate?: boolean };

/** Tries to read a secret, write outside and to settings of the kernel (which opening does not change), reach the network and see other processes. Each line names what it could do. */
const PROBE = `
echo begun
[ "$(cat "$SECRET" 2>/dev/null)" = "secret" ] && echo secrets
umount hidden.txt 2>/dev/null
[ "$(cat hidden.txt 2>/dev/null)" = "secret" ] && echo secrets
{ echo x > "$OUTSIDE/written"; } 2>/dev/null && [ -e "$OUTSIDE/written" ] && echo writes
for setting in /proc/sys/kernel/core_pattern /proc/sysrq-trigger; do { : >> "$setting"; } 2>/dev/null && echo writes; done
{ exec 3<>"/dev/tcp/127.0.0.1/$PORT"; } 2>/dev/null && echo network
[ "$(readlink /proc/self/ns/pid)" = "$PID_NAMESPACE" ] && echo processes
[ -r /proc/self/stat ] || echo processes
echo y > inside.txt && echo done
`;

/** Runs a probe in the sandbox and reports what it could do. Never rejects. `program` is null where there is no sandbox to try. */
export async function runCanary(program: string | null): Promise<SandboxReport> {
  if (program === null) return { strength: "none", reason: "Commands run without a sandbox on this system." };
  try {
    return await probe(program);
  } catch (thrown) {
    return { strength: "none", reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

async function probe(program: string): Promise<SandboxReport> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "goaltrace-canary-")));
  const server = createServer((socket) => socket.destroy());
  try {
    const [project, outside] = [join(base, "project"), join(base, "outside")];
    await Promise.all([mkdir(project), mkdir(outside)]);
    const secret = join(base, "secret");
    const hidden = join(project, "hidden.txt");
    await Promise.all([writeFile(secret, "secret"), writeFile(hidden, "secret")]);
    const port = await listen(server);
    const environment = {
      ...{ PATH: "/usr/local/bin:/usr/bin:/bin", SECRET: secret, OUTSIDE: outside, PORT: String(port) },
      PID_NAMESPACE: await readlink("/proc/self/ns/pid").catch(() => ""),
      GOALTRACE_PROCESS: `canary-${base}`,
    };
    const wrapped = sandboxArguments({
      ...{
        projectFolder: project,
        hidden: [{ path: hidden, isFolder: false }],
        readOnly: [],
        hasNetwork: false,
      },
      ...{ searchPath: environment.PATH, keys: await systemKeys(), nodePrefix: dirname(process.execPath) },
    });
    const { ending, output } = await runProcess({
      ...{ file: program, arguments: [...wrapped, "--", "bash", "-c", PROBE], folder: project, environment },
      ...{ marker: `GOALTRACE_PROCESS=${environment.GOALTRACE_PROCESS}`, timeLimitMs: CANARY_LIMIT_MS },
      signal: new AbortController().signal,
    });
    if (ending === "time")
      return {
        strength: "none",
        reason: `${program} did not answer within ${String(CANARY_LIMIT_MS / 1_000)} s.`,
        isLate: true,
      };
    const lines = output.split("\n").filter((line) => line !== "");
    if (!lines.includes("begun")) return { strength: "none", reason: reasonOf(program, ending, output) };
    const wrote = await stat(join(outside, "written")).catch(() => null);
    const works = (await stat(join(project, "inside.txt")).catch(() => null)) !== null;
    if (!works)
      return { strength: "none", reason: "Commands in the sandbox cannot write the project folder." };
    const open = SANDBOX_CHECKS.filter(
      (check) => lines.includes(check) || (check === "writes" && wrote !== null),
    );
    return open.length === 0 ? { strength: "enforcing" } : { strength: "partial", open };
  } finally {
    server.close();
    await rm(base, { recursive: true, force: true });
  }
}

function reasonOf(program: string, ending: string, output: string): string {
  if (ending === "failed" || /: not found|No such file or directory/u.test(output))
    return `${program} is not installed.`;
  const [line = ""] = output.trim().split("\n");
  return `${program} does not work here: ${line.slice(0, 200)}`;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
