import { GoaltraceError } from "@goaltrace/core";
import { privateHosts } from "./address-guard.ts";

/** The operator's settings for the web. */
export type WebSettings = {
  /** Hosts in private networks that tools may reach, as `host` or `host:port`. */
  readonly privateHosts: ReadonlySet<string>;
};

const PRIVATE_HOSTS = "GOALTRACE_WEB_PRIVATE_HOSTS";

/** Reads the settings from environment variables. Throws CONFIGURATION_INVALID naming the variable. */
export function readWebSettings(variables: Readonly<Record<string, string | undefined>>): WebSettings {
  const hosts = privateHosts(variables[PRIVATE_HOSTS] ?? "");
  if (hosts === null)
    throw invalid(
      `${PRIVATE_HOSTS} must list hosts such as wiki.internal or 10.0.0.7:8080, separated by commas.`,
    );
  return { privateHosts: hosts };
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message,
    fix: "Fix this environment variable; .env.example describes it.",
  });
}
