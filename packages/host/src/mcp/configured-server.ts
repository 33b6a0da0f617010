import { jsonDigest } from "@goaltrace/core/digest";
import { type McpServerSettings, nodeHash } from "@goaltrace/tools";

/** Where a server is configured: by admins, in the operator's file, or in a file of a project folder. */
export type McpSource = "workspace" | "home" | "project";

/** A server as a run in a place finds it. */
export type ConfiguredServer = {
  readonly source: McpSource;
  /** The source as approvals store it: that of a project names its folder. */
  readonly sourceKey: string;
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly settingsDigest: string;
  readonly isEnabled: boolean;
  /** True for a server of a project folder that no admin has consented to: it is never started. */
  readonly needsConsent: boolean;
};

/** Returns the source of a project folder as approvals store it. */
export function projectSource(folder: string): string {
  return `project:${folder}`;
}

/** Returns the project folder of a source; null for any other. */
export function folderOfSource(source: string): string | null {
  return source.startsWith("project:") ? source.slice("project:".length) : null;
}

/**
 * Returns a hash of the settings that say which program or address a server is. The values of variables and headers belong to it only in project
 * files, whose authors are strangers; elsewhere they are keys, which change without the server becoming another.
 */
export function settingsDigest(settings: McpServerSettings, source: McpSource): string {
  const digested = source === "project" ? settings : withoutValues(settings);
  if (digested.kind === "stdio" || digested.oauth !== null) return jsonDigest(digested, nodeHash);
  // Approvals of versions that knew no sign-in hold.
  const { oauth: _oauth, ...rest } = digested;
  return jsonDigest(rest, nodeHash);
}

/** Returns the settings with empty values of variables and headers, and without the client secret. */
export function withoutValues(settings: McpServerSettings): McpServerSettings {
  const empty = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.keys(values).map((name) => [name, ""]));
  if (settings.kind === "stdio") return { ...settings, env: empty(settings.env) };
  const { headers, oauth } = settings;
  const client = oauth === null ? null : { ...oauth, clientSecret: "" };
  return { ...settings, headers: empty(headers), oauth: client };
}
