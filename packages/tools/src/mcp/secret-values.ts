import type { McpServerSettings } from "./server-settings.ts";

/** The name of the client secret among the values; no header has a space in its name. */
const CLIENT_SECRET = "oauth clientSecret";

/** The values of settings that may be keys, by name: variables, headers and the client secret. */
export function secretValues(settings: McpServerSettings): Readonly<Record<string, string>> {
  if (settings.kind === "stdio") return settings.env;
  const { headers, oauth } = settings;
  return oauth === null || oauth.clientSecret === ""
    ? headers
    : { ...headers, [CLIENT_SECRET]: oauth.clientSecret };
}

/** Returns the settings with these values in place of their own. */
export function withSecretValues(
  settings: McpServerSettings,
  values: Readonly<Record<string, string>>,
): McpServerSettings {
  if (settings.kind === "stdio") return { ...settings, env: values };
  const { [CLIENT_SECRET]: clientSecret = "", ...headers } = values;
  const { oauth } = settings;
  return { ...settings, headers, oauth: oauth === null ? null : { ...oauth, clientSecret } };
}
