import { readdir, readFile } from "node:fs/promises";

/** The parts of `npm start` that a test may kill. */
export type Part = "web" | "worker" | "database";

const COMMANDS: Record<Part, RegExp> = {
  web: /next(-server|\/dist\/bin\/next\0start)/,
  worker: /apps\/worker\/src\/main\.ts/,
  database: /bin\/postgres\0-D/,
};

/**
 * Kills one part of the served app as a crash would: SIGKILL, no goodbye; gives how many processes that were. `home` is the server's
 * GOALTRACE_HOME, which tells its processes from those of others. Linux only: reads /proc.
 */
export async function killPart(part: Part, home: string): Promise<number> {
  let killed = 0;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const [command, environment] = await Promise.all([readOf(name, "cmdline"), readOf(name, "environ")]);
    const ours = environment.includes(`GOALTRACE_HOME=${home}\0`) || command.includes(`${home}/database`);
    if (!ours || !COMMANDS[part].test(command)) continue;
    try {
      process.kill(Number(name), "SIGKILL");
      killed += 1;
    } catch {
      // Gone between the look and the kill.
    }
  }
  return killed;
}

async function readOf(pid: string, file: "cmdline" | "environ"): Promise<string> {
  return await readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
