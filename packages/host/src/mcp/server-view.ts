import { parseJson } from "@goaltrace/core/parse-json";
import type { McpCredentialStore, McpPin, McpSignInState, McpStatus } from "@goaltrace/db";
import {
  definitionDigest,
  type McpServerSettings,
  type McpToolDefinition,
  readDefinition,
  toolNames,
  writeServer,
} from "@goaltrace/tools";
import { z } from "zod";
import { pinsOf } from "./approved-tools.ts";
import { type ConfiguredServer, type McpSource, withoutValues } from "./configured-server.ts";

/**
 * A tool as admins see it. `state`: `approved` as it is; `new` without an approval; `changed` since its approval, by its definition or by the name of
 * its server; `gone` from the server's list.
 */
export type McpToolView = {
  /** The server's own name of it. */
  readonly tool: string;
  /** The name under which models call it. */
  readonly name: string;
  readonly state: "approved" | "new" | "changed" | "gone";
  /** The approved definition; null for a new tool. */
  readonly approved: McpToolDefinition | null;
  /** The definition at the last connection; null for a tool that is gone. */
  readonly live: McpToolDefinition | null;
  /** The digest of `live`, which an approval names; null for a tool that is gone. */
  readonly digest: string | null;
  /** Milliseconds since the epoch; null for a new tool. */
  readonly approvedAt: number | null;
};

/** A server as admins see it. No text holds the value of a variable or a header, except of a project file: a consent covers what its admin has read. */
export type McpServerView = {
  readonly source: McpSource;
  readonly name: string;
  readonly kind: McpServerSettings["kind"];
  /** The settings in the shape of `mcpServers`, with empty values of variables and headers except for a server of a project file. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly settingsDigest: string;
  readonly isEnabled: boolean;
  /** True for a server of a project folder that waits for the consent of an admin. */
  readonly needsConsent: boolean;
  /** `unknown` until it was started with these settings. */
  readonly state: "unknown" | "stopped" | "starting" | "ready" | "failed";
  readonly problem: string | null;
  /** Whether someone has signed in to it; null for a server of this machine, where no one can. */
  readonly signIn: McpSignInState | null;
  readonly identity: { readonly name: string; readonly version: string; readonly protocol: string } | null;
  /** Milliseconds since the epoch; null before the first start. */
  readonly seenAt: number | null;
  readonly tools: readonly McpToolView[];
  /** True if a stored approval is not what was approved: none of the server's tools is offered until it is approved again. */
  readonly isPinBroken: boolean;
};

/** Everything stored about the servers of a workspace. */
export type SeenServers = {
  readonly pins: readonly McpPin[];
  readonly statuses: readonly McpStatus[];
  readonly signIns: Awaited<ReturnType<McpCredentialStore["states"]>>;
};

/** Returns a server as admins see it, from its settings, its approvals and what was last seen of it. */
export function toServerView(
  server: ConfiguredServer,
  { pins, statuses, signIns }: SeenServers,
): McpServerView {
  const seen = statuses.find(
    (status) =>
      status.source === server.sourceKey &&
      status.server === server.name &&
      status.settingsDigest === server.settingsDigest,
  );
  const identity = seen === undefined ? null : readIdentity(seen.identity);
  const own = pinsOf(server, pins);
  const { source, name, settings, settingsDigest, isEnabled, needsConsent } = server;
  return {
    ...{ source, name, kind: settings.kind, settingsDigest },
    settings: writeServer(source === "project" ? settings : withoutValues(settings)),
    ...{ isEnabled, needsConsent, state: readState(seen?.state), problem: seen?.problem ?? null, identity },
    signIn: settings.kind === "http" ? signInOf(server, signIns) : null,
    seenAt: seen?.updatedAt ?? null,
    tools: toolViews(name, { live: readTools(seen), reportedName: identity?.name ?? null, pins: own.pins }),
    isPinBroken: own.isBroken,
  };
}

function signInOf({ sourceKey, name }: ConfiguredServer, signIns: SeenServers["signIns"]): McpSignInState {
  return signIns.find(({ source, server }) => source === sourceKey && server === name)?.state ?? "none";
}

type Approved = { readonly pin: McpPin; readonly definition: McpToolDefinition };

function toolViews(
  server: string,
  seen: {
    /** Null before the first connection. */
    readonly live: readonly McpToolDefinition[] | null;
    readonly reportedName: string | null;
    readonly pins: readonly Approved[];
  },
): readonly McpToolView[] {
  const live = seen.live ?? seen.pins.map(({ definition }) => definition);
  const tools = [...new Set([...seen.pins.map(({ pin }) => pin.tool), ...live.map(({ name }) => name)])];
  const names = toolNames(server, tools);
  return tools
    .toSorted((left, right) => (left < right ? -1 : 1))
    .map((tool): McpToolView => {
      const approved = seen.pins.find(({ pin }) => pin.tool === tool) ?? null;
      const now = live.find(({ name }) => name === tool) ?? null;
      const digest = now === null ? null : definitionDigest(now);
      return {
        ...{ tool, name: names.get(tool) ?? tool, digest, live: now },
        state: stateOf(approved?.pin ?? null, { digest, reportedName: seen.reportedName }),
        approved: approved?.definition ?? null,
        approvedAt: approved?.pin.approvedAt ?? null,
      };
    });
}

function stateOf(
  pin: McpPin | null,
  { digest, reportedName }: { readonly digest: string | null; readonly reportedName: string | null },
): McpToolView["state"] {
  if (digest === null) return "gone";
  if (pin === null) return "new";
  const isSame = pin.digest === digest && (reportedName === null || reportedName === pin.reportedName);
  return isSame ? "approved" : "changed";
}

const STATES = ["stopped", "starting", "ready", "failed"] as const;

function readState(state: string | undefined): McpServerView["state"] {
  return STATES.find((known) => known === state) ?? "unknown";
}

const IDENTITY = z.object({ name: z.string(), version: z.string(), protocol: z.string() });

function readIdentity(text: string | null): McpServerView["identity"] {
  return text === null ? null : (IDENTITY.safeParse(parseJson(text)).data ?? null);
}

function readTools(seen: McpStatus | undefined): readonly McpToolDefinition[] | null {
  if (seen === undefined || seen.identity === null) return null;
  const tools: unknown = parseJson(seen.tools);
  if (!Array.isArray(tools)) return null;
  return tools.map(readDefinition).filter((definition) => typeof definition !== "string");
}
