import { GoaltraceError } from "@goaltrace/core";

/** The words of `goaltrace mcp add` that describe a server. */
export type ServerWords = {
  readonly words: readonly string[];
  readonly url: string | undefined;
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly network: boolean;
};

/** Returns the settings of a server in the shape of one entry of `mcpServers`. Errors: INVALID_INPUT. */
export function parseServer(server: ServerWords): Readonly<Record<string, unknown>> {
  const { url, words, env, headers, network } = server;
  const [command, ...args] = words;
  if ((url === undefined) === (command === undefined))
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "A server needs either a command or an address.",
      fix: "goaltrace mcp add NAME -- COMMAND ARGUMENTS, or goaltrace mcp add NAME --url https://…",
    });
  if (url !== undefined) return { url, headers: pairs(headers, ":") };
  return { command, args, env: pairs(env, "="), network };
}

function pairs(texts: readonly string[], separator: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(separator);
      if (at <= 0)
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `"${text}" has no "${separator}".`,
          fix: `Write NAME${separator}VALUE.`,
        });
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}
