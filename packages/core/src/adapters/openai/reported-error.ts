import { toFields, toText } from "./fields.ts";
import { parseJson } from "../../parse-json.ts";

/** An error as a provider reports it, in any of the known formats. */
export type ReportedError = {
  /** The provider's explanation; empty if there is none. */
  readonly message: string;
  /** Its codes and types, separated by spaces, for classification. */
  readonly codes: string;
  /** The status that it states in its body, such as 429; null if it states none. */
  readonly status: number | null;
  /** The requested wait that it states in its body. */
  readonly retryAfterMs: number | null;
};

/** Errors are wrapped in errors of gateways; deeper ones are not read. */
const MAX_WRAPPERS = 6;
/** Characters of a message that are examined. */
const MAX_CHARACTERS = 8_000;
const GENERIC = /^(provider returned error|upstream error|error)?\.?$/iu;

/**
 * Reads an error: OpenAI's `{"error": {"message", "type", "code"}}`, texts and lists in its place (Ollama, Gemini), `message` or `detail`
 * without a wrapper (vLLM, Azure, FastAPI), and errors as JSON text within errors (OpenRouter, LiteLLM). Null if `body` reports none.
 */
export function readReportedError(body: unknown): ReportedError | null {
  const found: Found = { isError: false, messages: [], codes: [], status: null, retryAfterMs: null };
  collect(body, found, 0);
  if (!found.isError && found.messages.length === 0 && found.status === null) return null;
  const { status, retryAfterMs } = found;
  const specific = found.messages.filter((message) => !GENERIC.test(message));
  const messages = specific.length > 0 ? specific : found.messages;
  return {
    message: [...new Set(messages)].join(": ").slice(0, MAX_CHARACTERS),
    codes: found.codes.join(" ").slice(0, MAX_CHARACTERS),
    status,
    retryAfterMs,
  };
}

type Found = {
  /** True if the body has a field for errors, even an empty one. */
  isError: boolean;
  readonly messages: string[];
  readonly codes: string[];
  status: number | null;
  retryAfterMs: number | null;
};

function collect(value: unknown, found: Found, wrappers: number): void {
  if (wrappers > MAX_WRAPPERS) return;
  if (typeof value === "string") return collectText(value, found, wrappers);
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 3)) collect(item, found, wrappers + 1);
    return;
  }
  const fields = toFields(value);
  for (const name of ["code", "type", "status", "statusCode", "status_code", "error_type", "reason"])
    collectCode(fields[name], found);
  found.retryAfterMs ??= readDelay(fields["retryDelay"]);
  // FastAPI names the invalid field beside each message.
  const location = Array.isArray(fields["loc"]) ? `${fields["loc"].slice(0, 8).map(String).join(".")}: ` : "";
  for (const name of ["message", "msg", "error_description"])
    if (typeof fields[name] === "string") collectText(location + fields[name], found, wrappers);
  for (const name of ["error", "errors", "detail", "innererror", "metadata", "raw"])
    if (fields[name] !== undefined && fields[name] !== null) {
      found.isError = true;
      collect(fields[name], found, wrappers + 1);
    }
  // Google's details hold the wait and the quota, but no text for people.
  if (Array.isArray(fields["details"]))
    for (const item of fields["details"].slice(0, 8)) collectDetail(item, found);
}

function collectText(text: string, found: Found, wrappers: number): void {
  const inner = parseObject(text);
  if (inner !== undefined) collect(inner, found, wrappers + 1);
  else if (text.trim() !== "") found.messages.push(text.trim().slice(0, MAX_CHARACTERS));
}

function collectCode(value: unknown, found: Found): void {
  const status = Number(value);
  if (Number.isInteger(status) && status >= 400 && status < 600) found.status ??= status;
  else if (toText(value) !== "") found.codes.push(toText(value).slice(0, 200));
}

function collectDetail(item: unknown, found: Found): void {
  const detail = toFields(item);
  found.retryAfterMs ??= readDelay(detail["retryDelay"]);
  collectCode(detail["reason"], found);
  const violations = Array.isArray(detail["violations"]) ? detail["violations"].slice(0, 8) : [];
  for (const violation of violations) collectCode(toFields(violation)["quotaId"], found);
}

/** Reads a duration of Google's APIs, such as `34.5s`. */
function readDelay(value: unknown): number | null {
  const seconds = /^(\d{1,7}(?:\.\d{1,9})?)s$/u.exec(toText(value))?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000);
}

function parseObject(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed)) return undefined;
  try {
    const value: unknown = parseJson(trimmed);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
