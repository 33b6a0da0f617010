import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock } from "@goaltrace/core/system";
import { commandLine, type Variables } from "./process.ts";

const POLL_INTERVAL_MS = 25;
/** Long enough for a start of the command line on a busy machine. */
const SHOWN_WITHIN_MS = 180_000;
const CONFIGURATION =
  "set -g remain-on-exit on\nset -g history-limit 20000\nset -s escape-time 0\nset -g status off\n";

/** A command in a real terminal, whose screen can be read and whose size can be changed. */
export type TmuxTerminal = {
  /** The rows of the screen as a person sees them, without empty rows at the end. */
  screen(): Promise<string>;
  /** Everything that has scrolled away, and the screen. */
  all(): Promise<string>;
  /** Waits until the screen satisfies a condition; throws with the screen otherwise. */
  shows(what: string | RegExp, limitMs?: number): Promise<string>;
  type(text: string): Promise<void>;
  /** Presses a key by its name in tmux, such as Enter, C-c or Up. */
  press(key: string): Promise<void>;
  /** Pastes a text as the terminal does: between the marks of bracketed paste if the program asked for them. */
  paste(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** The exit code of the command, when it has ended. */
  ended(): Promise<number>;
  close(): Promise<void>;
};

/** True if this machine has tmux. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** Starts `goaltrace` with these arguments in a terminal of its own. */
export async function startInTmux(
  commandArguments: readonly string[],
  {
    variables,
    columns,
    rows,
  }: { readonly variables: Variables; readonly columns: number; readonly rows: number },
): Promise<TmuxTerminal> {
  const folder = await mkdtemp(path.join(tmpdir(), "goaltrace-tmux-"));
  const configuration = path.join(folder, "tmux.conf");
  await writeFile(configuration, CONFIGURATION);
  const { command, env } = commandLine(commandArguments, variables);
  const clock = createSystemClock();
  const tmux = async (parameters: readonly string[], input?: string): Promise<string> =>
    await execute(["-u", "-S", path.join(folder, "socket"), "-f", configuration, ...parameters], {
      env: { ...env, LANG: "C.UTF-8", TERM: "xterm-256color", SHELL: "/bin/sh" },
      input,
    });
  await tmux(["new-session", "-d", "-x", String(columns), "-y", String(rows), ...command]);
  const capture = async (...options: readonly string[]): Promise<string> =>
    (await tmux(["capture-pane", "-p", ...options])).trimEnd();
  const within = async <T>(limitMs: number, read: () => Promise<T | undefined>): Promise<T | undefined> => {
    const end = clock.now() + limitMs;
    for (;;) {
      const value = await read();
      if (value !== undefined || clock.now() > end) return value;
      await clock.sleep(POLL_INTERVAL_MS);
    }
  };
  return {
    screen: async () => await capture(),
    all: async () => await capture("-S", "-", "-J"),
    shows: async (what, limitMs = SHOWN_WITHIN_MS) => {
      const found = await within(limitMs, async () => {
        const screen = await capture();
        const isShown = typeof what === "string" ? screen.includes(what) : what.test(screen);
        return isShown ? screen : undefined;
      });
      if (found !== undefined) return found;
      throw new Error(`The terminal did not show ${String(what)}:\n${await capture()}`);
    },
    type: async (text) => void (await tmux(["send-keys", "-l", "--", text])),
    press: async (key) => void (await tmux(["send-keys", key])),
    paste: async (text) => {
      await tmux(["load-buffer", "-"], text);
      await tmux(["paste-buffer", "-p"]);
    },
    resize: async (width, height) =>
      void (await tmux(["resize-window", "-x", String(width), "-y", String(height)])),
    ended: async () => {
      const code = await within(SHOWN_WITHIN_MS, async () => {
        const status = (await tmux(["display-message", "-p", "#{pane_dead}/#{pane_dead_status}"])).trim();
        return status.startsWith("1/") ? Number(status.slice(2)) : undefined;
      });
      if (code === undefined) throw new Error(`The command did not end:\n${await capture()}`);
      return code;
    },
    close: async () => {
      await tmux(["kill-server"]).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function execute(
  parameters: readonly string[],
  { env, input }: { readonly env: NodeJS.ProcessEnv; readonly input: string | undefined },
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const child = spawn("tmux", parameters, { env, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => (output += piece));
    child.stderr.setEncoding("utf8").on("data", (piece: string) => (errors += piece));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`tmux ${parameters.slice(5).join(" ")} failed: ${errors}`));
    });
    child.stdin.end(input);
  });
}
