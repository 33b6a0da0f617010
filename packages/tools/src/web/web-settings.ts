import { GoaltraceError } from "@goaltrace/core";
import { privateHosts } from "./address-guard.ts";
import {
  PROVIDERS,
  SEARCH_PROVIDERS,
  type SearchProviderName,
  type SearchSettings,
} from "./search-providers.ts";

/** The operator's settings for the web. */
export type WebSettings = {
  /** Hosts in private networks that tools may reach, as `host` or `host:port`. */
  readonly privateHosts: ReadonlySet<string>;
  /** The service that answers searches; null for none. @default null */
  readonly search?: SearchSettings | null;
};

type Variables = Readonly<Record<string, string | undefined>>;

const PRIVATE_HOSTS = "GOALTRACE_WEB_PRIVATE_HOSTS";
const SEARCH = "GOALTRACE_SEARCH";
const SEARCH_KEY = "GOALTRACE_SEARCH_KEY";
const SEARCH_URL = "GOALTRACE_SEARCH_URL";

/** Reads the settings from environment variables. Throws CONFIGURATION_INVALID naming the variable. */
export function readWebSettings(variables: Variables): WebSettings {
  const hosts = privateHosts(variables[PRIVATE_HOSTS] ?? "");
  if (hosts === null)
    throw invalid(
      `${PRIVATE_HOSTS} must list hosts such as wiki.internal or 10.0.0.7:8080, separated by commas.`,
    );
  return { privateHosts: hosts, search: readSearch(variables) };
}

function readSearch(variables: Variables): SearchSettings | null {
  const value = (name: string): string => variables[name]?.trim() ?? "";
  const name = value(SEARCH);
  if (name === "") return null;
  if (!isProvider(name)) throw invalid(`${SEARCH} must be one of ${SEARCH_PROVIDERS.join(", ")}.`);
  const { publicUrl, needsKey, label } = PROVIDERS[name];
  const key = value(SEARCH_KEY);
  if (needsKey && key === "") throw invalid(`${SEARCH_KEY} must be the key of ${label}.`);
  if (!/^[\x21-\x7e]*$/u.test(key)) throw invalid(`${SEARCH_KEY} has characters that no key has.`);
  const url = addressOf(value(SEARCH_URL) || (publicUrl ?? ""));
  if (url === null)
    throw invalid(`${SEARCH_URL} must be the address of ${label}, such as https://search.example.com.`);
  return { provider: name, key, url };
}

/** A service as people of a workspace choose it. */
export type EnteredSearch = {
  readonly provider: string;
  /** The address of the service; null for its public one. */
  readonly url: string | null;
  /** The name of the secret that is its key; null for none. */
  readonly secret: string | null;
};

/** Reads the service that a workspace chose. Throws INVALID_INPUT with the missing setting. */
export function readEnteredSearch({ provider, url, secret }: EnteredSearch): SearchSettings {
  if (!isProvider(provider))
    throw wrongInput(
      `${provider.slice(0, 40)} is not a service.`,
      `Choose one of ${SEARCH_PROVIDERS.join(", ")}.`,
    );
  const { publicUrl, needsKey, label } = PROVIDERS[provider];
  const address = addressOf(url ?? publicUrl ?? "");
  if (address === null)
    throw wrongInput(
      `${label} needs an address.`,
      "Enter a complete one, such as https://search.example.com.",
    );
  if (needsKey && secret === null)
    throw wrongInput(
      `${label} needs a key.`,
      `Add it in Settings, Secrets, for the tool search and the domain ${address.host}, and choose it here.`,
    );
  return { provider, url: address, key: "", ...(secret === null ? {} : { secret }) };
}

/** Returns an address of a service; null for anything else. */
function addressOf(text: string): URL | null {
  const url = URL.parse(text);
  return url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" ? null : url;
}

function wrongInput(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "INVALID_INPUT", message, fix });
}

function isProvider(name: string): name is SearchProviderName {
  return SEARCH_PROVIDERS.some((known) => known === name);
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message,
    fix: "Fix this environment variable; .env.example describes it.",
  });
}
