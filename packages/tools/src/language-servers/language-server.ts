import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { readFileBounded } from "../bounded/read-bounded.ts";
import {
  hover,
  type Place,
  places,
  type Problem,
  pulledProblems,
  pushedProblems,
  tsProblems,
} from "./protocol.ts";
import { createRpcConnection } from "./rpc-connection.ts";
import type { ServerKind } from "./server-kinds.ts";
import { type ServerLaunch, startServerProcess } from "./server-process.ts";
import {
  ANSWER_LIMIT_MS,
  FILE_MAX_BYTES,
  OPEN_FILES_MAX,
  PUSH_QUIET_MS,
  START_LIMIT_MS,
} from "./tunables.ts";

/** A file of the project for a server. `absolute` is its real path. */
export type ServerFile = { readonly absolute: string; readonly language: string; readonly text: string };
/** A place in a file, from one. */
export type Position = { readonly line: number; readonly column: number };

/** A running language server of one project folder. */
export type LanguageServer = {
  /** Returns why it has ended; null while it runs. */
  ended(this: void): string | null;
  problems(this: void, file: ServerFile, signal: AbortSignal): Promise<readonly Problem[]>;
  hover(this: void, file: ServerFile, at: Position, signal: AbortSignal): Promise<string>;
  places(
    this: void,
    what: "definition" | "references",
    of: { readonly file: ServerFile; readonly at: Position },
    signal: AbortSignal,
  ): Promise<readonly Place[]>;
  stop(this: void): Promise<void>;
};

type OpenFile = { version: number; text: string; readonly language: string };

/**
 * Starts a server and waits until it is ready. Every question first brings the file that it is about, and those that were asked about before, to
 * their content on disk. Errors: `Error`, when it does not start and when it ends during a question.
 */
export async function startLanguageServer(
  kind: ServerKind,
  launch: ServerLaunch,
  modules: string,
): Promise<LanguageServer> {
  let ended: string | null = null;
  const open = new Map<string, OpenFile>();
  const pushed = new Map<string, { readonly problems: readonly Problem[]; readonly at: number }>();
  const server = await startServerProcess(launch, {
    onOutput: (chunk) => rpc.receive(chunk),
    onEnd: (why) => {
      ended = why;
      rpc.end(new Error(`The language server is gone. ${why}`));
    },
  });
  const rpc = createRpcConnection({
    write: server.write,
    answer: answerServer,
    onNotification: (method, params) => {
      if (method !== "textDocument/publishDiagnostics") return;
      const read = pushedProblems.safeParse(params).data;
      if (read !== undefined)
        pushed.set(sameUri(read.uri), { problems: read.diagnostics, at: performance.now() });
    },
    onBroken: () => void server.stop(),
  });
  const within = (signal: AbortSignal, ms: number): AbortSignal =>
    AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const request = async (method: string, params: object, signal: AbortSignal): Promise<unknown> =>
    await rpc.request(method, params, within(signal, ANSWER_LIMIT_MS));

  const write = (uri: string, language: string, text: string): void => {
    const known = open.get(uri);
    if (known?.text === text) return;
    if (known === undefined)
      rpc.notify("textDocument/didOpen", { textDocument: { uri, languageId: language, version: 1, text } });
    else
      rpc.notify("textDocument/didChange", {
        textDocument: { uri, version: known.version + 1 },
        contentChanges: [{ text }],
      });
    open.set(uri, { version: (known?.version ?? 0) + 1, text, language });
  };
  const close = (uri: string): void => {
    open.delete(uri);
    pushed.delete(uri);
    rpc.notify("textDocument/didClose", { textDocument: { uri } });
  };
  /** Brings the server to what is on disk; returns the address of the file. */
  const bring = async ({ absolute, language, text }: ServerFile): Promise<string> => {
    const own = sameUri(pathToFileURL(absolute).href);
    for (const [uri, file] of open) {
      if (uri === own) continue;
      const now = await readText(uri);
      if (now === null) close(uri);
      else write(uri, file.language, now);
    }
    const [oldest] = open.keys();
    if (open.size >= OPEN_FILES_MAX && !open.has(own) && oldest !== undefined) close(oldest);
    write(own, language, text);
    return own;
  };
  const untilQuiet = async (uri: string, since: number, signal: AbortSignal): Promise<readonly Problem[]> => {
    const limit = within(signal, ANSWER_LIMIT_MS);
    for (;;) {
      limit.throwIfAborted();
      const { at = -Infinity, problems = [] } = pushed.get(uri) ?? {};
      if (at > since && performance.now() - at > PUSH_QUIET_MS) return problems;
      if (ended !== null) throw new Error(`The language server is gone. ${ended}`);
      await new Promise((resolve) => setTimeout(resolve, PUSH_QUIET_MS / 10));
    }
  };
  const problems = async (uri: string, since: number, signal: AbortSignal): Promise<readonly Problem[]> => {
    switch (kind.problems) {
      case "pull":
        return pulledProblems.parse(
          await request("textDocument/diagnostic", { textDocument: { uri } }, signal),
        ).items;
      case "tsserver": {
        const file = fileURLToPath(uri);
        const parts = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"].map(async (command) =>
          tsProblems.parse(
            await request(
              "workspace/executeCommand",
              { command: "typescript.tsserverRequest", arguments: [command, { file }] },
              signal,
            ),
          ),
        );
        return (await Promise.all(parts)).flatMap(({ body }) => body);
      }
      case "push":
        return await untilQuiet(uri, since, signal);
    }
  };
  const place = async (file: ServerFile, { line, column }: Position): Promise<object> => ({
    textDocument: { uri: await bring(file) },
    position: { line: line - 1, character: column - 1 },
  });

  const ready = async (): Promise<void> => {
    const uri = pathToFileURL(launch.folder).href;
    const limit = AbortSignal.timeout(START_LIMIT_MS);
    await rpc.request(
      "initialize",
      {
        ...{ processId: null, rootUri: uri, capabilities: CAPABILITIES },
        workspaceFolders: [{ uri, name: basename(launch.folder) }],
        initializationOptions: kind.options(modules),
      },
      limit,
    );
    rpc.notify("initialized", {});
  };
  try {
    await ready();
  } catch (thrown) {
    await server.stop();
    throw thrown;
  }
  return {
    ended: () => ended,
    problems: async (file, signal) => {
      // A server reports nothing about a file that has not changed.
      const uri = sameUri(pathToFileURL(file.absolute).href);
      const isSame = open.get(uri)?.text === file.text;
      const since = isSame ? -Infinity : performance.now();
      return sorted(await problems(await bring(file), since, signal));
    },
    hover: async (file, at, signal) =>
      hover.parse(await request("textDocument/hover", await place(file, at), signal)),
    places: async (what, { file, at }, signal) =>
      places.parse(
        await request(
          `textDocument/${what}`,
          { ...(await place(file, at)), context: { includeDeclaration: true } },
          signal,
        ),
      ),
    stop: server.stop,
  };
}

const CAPABILITIES = {
  workspace: { configuration: true, workspaceFolders: true },
  textDocument: {
    publishDiagnostics: { versionSupport: true },
    diagnostic: { dynamicRegistration: false },
    hover: { contentFormat: ["plaintext", "markdown"] },
    definition: { linkSupport: true },
  },
};

/** A server asks for settings, of which there are none, and for permission to report its progress. */
function answerServer(method: string, params: unknown): unknown {
  if (method !== "workspace/configuration") return null;
  const read = z.object({ items: z.array(z.unknown()) }).safeParse(params).data;
  return (read?.items ?? []).map(() => null);
}

/** Servers write addresses with other escapes than Node. */
function sameUri(uri: string): string {
  try {
    return pathToFileURL(fileURLToPath(uri)).href;
  } catch {
    return uri;
  }
}

async function readText(uri: string): Promise<string | null> {
  try {
    const bytes = await readFileBounded(fileURLToPath(uri), FILE_MAX_BYTES);
    return bytes?.toString("utf8") ?? null;
  } catch {
    return null;
  }
}

const RANK = { error: 0, warning: 1, information: 2, hint: 3 };

/** Sorts the worst first, each kind by its place. Hints are remarks for editors, such as names that no one uses. */
function sorted(problems: readonly Problem[]): readonly Problem[] {
  return problems
    .filter(({ severity }) => severity !== "hint")
    .toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || a.line - b.line || a.column - b.column);
}
