import { readdir, readFile } from "node:fs/promises";

/** The processes of `npm start` that a test may kill. */
export type Part = "web" | "worker" | "database";

const COMMANDS: Record<Part, RegExp> = {
  web: /next(-server|\/dist\/bin\/next\0start)/,
  worker: /programs\/[0-9a-f]+\/worker\.cjs/,
  database: /bin\/postgres\0-D/,
};

/** Simulates a crash: kills the processes of one part with SIGKILL and returns their number. See `signalPart`. */
export async function killPart(part: Part, home: string): Promise<number> {
  return await signalPart(part, home, "SIGKILL");
}

/**
 * Sends a signal to the processes of one part and returns their number. `home` is the server's GOALTRACE_HOME, which identifies its
 * processes. Linux only: reads /proc.
 */
export async function signalPart(part: Part, home: string, signal: NodeJS.Signals): Promise<number> {
  let reached = 0;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const [command, environment] = await Promise.all([
      readProcFile(name, "cmdline"),
      readProcFile(name, "environ"),
    ]);
    const belongs = environment.includes(`GOALTRACE_HOME=${home}\0`) || command.includes(`${home}/database`);
    if (!belongs || !COMMANDS[part].test(command)) continue;
    try {
      process.kill(Number(name), signal);
      reached += 1;
    } catch {
      // The process exited before the signal.
    }
  }
  return reached;
}

async function readProcFile(pid: string, file: "cmdline" | "environ"): Promise<string> {
  return await readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
