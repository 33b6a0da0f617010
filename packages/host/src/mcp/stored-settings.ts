import { parseJson } from "@goaltrace/core/parse-json";
import type { StoredMcpServer } from "@goaltrace/db";
import {
  type NamedServer,
  readServer,
  secretValues,
  type Vault,
  withSecretValues,
  writeServer,
} from "@goaltrace/tools";
import { z } from "zod";
import { withoutValues } from "./configured-server.ts";

const VALUES = z.record(z.string(), z.string());

/** Returns a server as it is stored: its settings as JSON, and the values of its variables and headers encrypted. */
export function toStored(
  { name, settings }: NamedServer,
  workspaceId: string,
  vault: Vault,
): Pick<StoredMcpServer, "name" | "settings" | "sealed"> {
  const values = secretValues(settings);
  const text = JSON.stringify(writeServer(withoutValues(settings)));
  const sealed =
    Object.keys(values).length === 0
      ? null
      : vault.seal(JSON.stringify(values), context(workspaceId, name, text));
  return { name, settings: text, sealed };
}

/** Reads a stored server; one sentence about what is wrong otherwise. Its values are opened only for the settings that they were saved with. */
export function fromStored(
  { name, settings: text, sealed }: Pick<StoredMcpServer, "name" | "settings" | "sealed">,
  workspaceId: string,
  vault: Vault,
): NamedServer | { readonly message: string } {
  try {
    const read = readServer(name, parseJson(text));
    if ("message" in read || sealed === null) return read;
    const values = VALUES.parse(parseJson(vault.open(sealed, context(workspaceId, name, text))));
    return { name: read.name, settings: withSecretValues(read.settings, values) };
  } catch (thrown) {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function context(workspaceId: string, name: string, text: string): string {
  return JSON.stringify(["mcp-server", workspaceId, name, text]);
}
