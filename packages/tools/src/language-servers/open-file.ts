import type { ToolContext } from "@goaltrace/core";
import { readBounded } from "../bounded/read-bounded.ts";
import { decodeText, detectEncoding } from "../files/text-encoding.ts";
import { openFileInside } from "../workspace/open-inside.ts";
import { resolveInside } from "../workspace/root.ts";
import type { ServerFile } from "./language-server.ts";
import type { ServerPlace } from "./language-servers.ts";
import { SERVER_KINDS, type ServerKind, serverFor } from "./server-kinds.ts";
import { FILE_MAX_BYTES, LINE_MAX_CHARACTERS } from "./tunables.ts";

/** A file that a server can be asked about. `name` is its path in the project. */
export type OpenedFile = {
  readonly kind: ServerKind;
  readonly place: ServerPlace;
  readonly file: ServerFile;
  readonly name: string;
};

export type OpenResult =
  | ({ readonly ok: true } & OpenedFile)
  /** `message`: the reason, as a sentence. */
  | { readonly ok: false; readonly message: string };

/** Reads a source file of the project for its server. */
export async function openFile(context: ToolContext, path: string): Promise<OpenResult> {
  const server = serverFor(path);
  if (server === undefined)
    return failed(
      `No language server is known for it, only for ${SERVER_KINDS.map(({ label }) => label).join(", ")}.`,
    );
  const read = await readText(context, path);
  if (!read.ok) return read;
  const { target, text } = read;
  return {
    ...{ ok: true, kind: server.kind, name: target.relative },
    file: { absolute: target.absolute, language: server.language, text },
    place: {
      ...{ workspaceId: context.scope.workspaceId, folder: target.fence.root },
      ...{ forbiddenFolders: context.forbiddenFolders, hides: context.hides },
    },
  };
}

/** Returns a line of a file of the project, without its indentation; null for a file that the call may not read. */
export async function readLine(context: ToolContext, path: string, line: number): Promise<string | null> {
  const read = await readText(context, path);
  if (!read.ok) return null;
  const content = read.text.split(/\r\n|\n|\r/u, line).at(line - 1) ?? "";
  return content.trim().slice(0, LINE_MAX_CHARACTERS);
}

async function readText(context: ToolContext, path: string) {
  const target = await resolveInside(context, path, "read");
  if (!target.ok) return target;
  const opened = await openFileInside(target.fence, target.absolute, "read");
  if (!opened.ok) return opened;
  try {
    const bytes = await readBounded(opened.handle, FILE_MAX_BYTES);
    if (bytes === undefined) return failed(`It is larger than ${String(FILE_MAX_BYTES)} bytes.`);
    const encoding = detectEncoding(bytes, true);
    if (encoding === null) return failed("It is a binary file.");
    return { ok: true, target, text: decodeText(bytes, encoding) } as const;
  } finally {
    await opened.handle.close();
  }
}

function failed(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
