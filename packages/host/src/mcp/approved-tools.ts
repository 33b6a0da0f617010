import { parseJson } from "@goaltrace/core/parse-json";
import type { McpPin } from "@goaltrace/db";
import { definitionDigest, type McpToolDefinition, readDefinition } from "@goaltrace/tools";
import { KNOWN_DEFINITIONS_MAX } from "./tunables.ts";
import type { ConfiguredServer } from "./configured-server.ts";

/** An approval whose definition could be read. */
export type ReadPin = { readonly pin: McpPin; readonly definition: McpToolDefinition };

/** The approvals of a server. `isBroken`: one of them was tampered with, so none counts. */
export type ServerPins = { readonly pins: readonly ReadPin[]; readonly isBroken: boolean };

/**
 * Returns the approvals that hold for a server with its present settings. A stored definition that does not match its own hash was changed after its
 * approval: then no tool of the server is offered until an admin approves again.
 */
export function pinsOf(
  server: Pick<ConfiguredServer, "sourceKey" | "name" | "settingsDigest">,
  pins: readonly McpPin[],
): ServerPins {
  const own = pins.filter(
    (pin) =>
      pin.source === server.sourceKey &&
      pin.server === server.name &&
      pin.settingsDigest === server.settingsDigest,
  );
  const read = own.flatMap((pin): readonly ReadPin[] => {
    const definition = readStored(pin);
    return definition === null ? [] : [{ pin, definition }];
  });
  return read.length < own.length ? { pins: [], isBroken: true } : { pins: read, isBroken: false };
}

/** Stored definitions as they were read; every start of a run asks for them again. */
const known = new Map<string, McpToolDefinition | null>();

function readStored(pin: McpPin): McpToolDefinition | null {
  const key = JSON.stringify([pin.tool, pin.digest, pin.definition]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const read = readChecked(pin);
  if (known.size >= KNOWN_DEFINITIONS_MAX) known.clear();
  known.set(key, read);
  return read;
}

function readChecked({ definition: text, tool, digest }: McpPin): McpToolDefinition | null {
  try {
    const definition = readDefinition(parseJson(text));
    if (typeof definition === "string" || definition.name !== tool) return null;
    return definitionDigest(definition) === digest ? definition : null;
  } catch {
    return null;
  }
}
