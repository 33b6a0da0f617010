import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSystemClock } from "@goaltrace/core/system";
import { commandLine } from "./process.ts";
import type { Variables } from "./process.ts";

const POLL_INTERVAL_MS = 20;
/** Long enough for a start of the command line on a busy machine. */
const SHOWN_WITHIN_MS = 180_000;

/** A command in a pseudo-terminal, as a person uses it. */
export type TerminalCommand = {
  /** Everything shown so far, without escape sequences. */
  screen(): string;
  /** Waits until the screen shows the text after what was shown before; throws with the screen otherwise. */
  shows(text: string): Promise<void>;
  /** Types a line, or single keys such as Ctrl+C. */
  type(text: string): void;
  /** The exit code of the command. */
  readonly ended: Promise<number | null>;
};

/** True if this machine has the `script` of util-linux, which runs a command in a pseudo-terminal. */
export const hasTerminal = /util-linux/u.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

/** Starts `goaltrace` with these arguments in a pseudo-terminal. */
export function startInTerminal(commandArguments: readonly string[], variables: Variables): TerminalCommand {
  const { command, env } = commandLine(commandArguments, variables);
  const quoted = command.map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  const child: ChildProcess = spawn("script", ["-qfec", quoted, "/dev/null"], {
    env: { ...env, TERM: "xterm", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const clock = createSystemClock();
  let output = "";
  let seen = 0;
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  // The command may have ended already.
  child.stdin?.on("error", () => undefined);
  const screen = (): string => withoutEscapes(output);
  return {
    screen,
    shows: async (text) => {
      const end = clock.now() + SHOWN_WITHIN_MS;
      while (clock.now() < end) {
        const at = screen().indexOf(text, seen);
        if (at !== -1) {
          seen = at + text.length;
          return;
        }
        await clock.sleep(POLL_INTERVAL_MS);
      }
      throw new Error(`The terminal did not show ${JSON.stringify(text)}:\n${screen()}`);
    },
    type: (text) => void child.stdin?.write(text),
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    }),
  };
}

function withoutEscapes(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the escape sequences
  return text.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/gu, "").replaceAll("\r", "");
}
