import type { ElicitResult } from "@modelcontextprotocol/client";
import { parseJson } from "@goaltrace/core/parse-json";
import { type FormField, formFields, readField } from "./form-field.ts";
import type { InputRequest } from "./server-calls.ts";
import { showHidden } from "./shown-text.ts";
import { QUESTION_TEXT_MAX_CHARACTERS } from "./tunables.ts";

/** The questions of one call of a server, by the server's own names of them. */
export type InputRequests = Readonly<Record<string, InputRequest>>;

const DECLINE = "Decline";
const ACCEPT = "Accept";
const DEFAULTS = "Use the defaults";
const DONE = "I have finished there";
const [YES, NO] = ["Yes", "No"];

/** A field of a question, by the name under which people answer it. */
type NamedField = { readonly name: string; readonly request: string; readonly field: FormField };

/**
 * Returns the questions of a server as one question for a person. An address is only shown: no one but the person ever opens it. `problem` says why an
 * earlier answer could not be used.
 */
export function toQuestion(
  serverName: string,
  requests: InputRequests,
  problem: string | null,
): { readonly text: string; readonly choices: readonly string[] } {
  const [first = "", ...lines] = Object.values(requests).flatMap((request) =>
    request.mode === "url"
      ? [
          shown(request.message),
          `Address: ${shownAddress(request.url)}`,
          "Open it yourself if you trust it. Goaltrace opens nothing.",
        ]
      : [shown(request.message)],
  );
  const fields = fieldsOf(requests);
  const text = [
    // Lists show the first line alone: it names the server, so that no one takes its words for those of Goaltrace.
    `MCP server ${serverName} asks: ${first}`,
    ...(problem === null ? [] : [`Your answer could not be used. ${shown(problem)}`]),
    ...lines,
    ...(fields.length > 1 ? ["Answer one line per field, as name: value."] : []),
    ...(fields.length > 1 ? fields.map(describe) : fields.flatMap(describeOnly)),
  ].join("\n");
  return { text, choices: choicesOf(requests, fields) };
}

/** The answers for the server, or one sentence about what is wrong with the person's text. */
export type ReadAnswers =
  | { readonly kind: "answers"; readonly answers: Readonly<Record<string, ElicitResult>> }
  | { readonly kind: "unusable"; readonly problem: string };

/** Reads the answer of a person. `text` is null when no one answered: then the questions are canceled. */
export function readAnswers(requests: InputRequests, text: string | null): ReadAnswers {
  const all = (result: ElicitResult): ReadAnswers => ({
    kind: "answers",
    answers: Object.fromEntries(Object.keys(requests).map((id) => [id, result])),
  });
  if (text === null) return all({ action: "cancel" });
  const answer = text.trim();
  if (answer.toLowerCase() === DECLINE.toLowerCase()) return all({ action: "decline" });
  const fields = fieldsOf(requests);
  const given = answer === DEFAULTS || fields.length === 0 ? {} : readLines(fields, answer);
  const contents = new Map<string, Record<string, ReturnType<typeof readField>["value"]>>();
  for (const { name, request, field } of fields) {
    const read = readField(field, given[name]);
    if (read.problem !== null) return { kind: "unusable", problem: `${name}: ${read.problem}` };
    const content = contents.get(request) ?? {};
    if (read.value !== undefined) content[field.name] = read.value;
    contents.set(request, content);
  }
  const answers = Object.entries(requests).map(([id, request]): readonly [string, ElicitResult] => {
    if (request.mode === "url") return [id, { action: "accept" }];
    const content = Object.entries(contents.get(id) ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    return [id, { action: "accept", content: Object.fromEntries(content) }];
  });
  return { kind: "answers", answers: Object.fromEntries(answers) };
}

function fieldsOf(requests: InputRequests): readonly NamedField[] {
  const forms = Object.entries(requests).flatMap(([id, request]) =>
    request.mode === "url" ? [] : [{ id, fields: formFields(request.requestedSchema) }],
  );
  return forms.flatMap(({ id, fields }) =>
    fields.map((field) => ({
      name: forms.length > 1 ? `${id}.${field.name}` : field.name,
      ...{ request: id, field },
    })),
  );
}

function choicesOf(requests: InputRequests, fields: readonly NamedField[]): readonly string[] {
  const [first, ...others] = fields;
  if (first === undefined)
    return [Object.values(requests).some(({ mode }) => mode === "url") ? DONE : ACCEPT, DECLINE];
  const { field } = first;
  if (others.length === 0 && field.choices.length > 0 && !field.isList)
    return [...field.choices.slice(0, CHOICES_MAX).map(({ label }) => showHidden(label)), DECLINE];
  if (others.length === 0 && field.type === "boolean") return [YES, NO, DECLINE];
  const hasDefaults = fields.every(({ field: one }) => one.fallback !== undefined || !one.isRequired);
  return hasDefaults ? [DEFAULTS, DECLINE] : [DECLINE];
}

/** Questions have room for this many answers to choose from, one of which declines. */
const CHOICES_MAX = 7;

function describe({ name, field }: NamedField): string {
  const about = field.description === "" ? "" : ` – ${shown(field.description)}`;
  return `- ${shown(name)}${about} (${[kindOf(field), ...factsOf(field)].join(", ")})`;
}

/** The only field of a question needs no name, and its choices are beside it. */
function describeOnly({ name, field }: NamedField): readonly string[] {
  const hasButtons = field.choices.length > 0 && field.choices.length <= CHOICES_MAX && !field.isList;
  const facts = [...(hasButtons || field.type === "boolean" ? [] : [kindOf(field)]), ...factsOf(field)];
  const about = field.description === "" ? (facts.length === 0 ? "" : name) : field.description;
  if (about === "") return [];
  return [`${shown(about)}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`];
}

const KINDS = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: `${YES} or ${NO}`,
} as const satisfies Readonly<Record<FormField["type"], string>>;

function kindOf(field: FormField): string {
  if (field.isList) return `several of ${labels(field)}`;
  return field.choices.length > 0 ? labels(field) : KINDS[field.type];
}

function factsOf({ isRequired, fallback }: FormField): readonly string[] {
  const facts = isRequired ? [] : ["optional"];
  if (fallback === undefined) return facts;
  const said = typeof fallback === "boolean" ? (fallback ? YES : NO) : String(fallback);
  return [...facts, `default ${shown(said)}`];
}

function labels({ choices }: FormField): string {
  return shown(choices.map(({ label }) => label).join(" | "));
}

/** Reads `name: value` lines or a JSON object; the whole text is the value where there is only one field. */
function readLines(fields: readonly NamedField[], text: string): Readonly<Record<string, unknown>> {
  const object = readObject(text);
  if (object !== null) return object;
  const [only, ...others] = fields;
  const given: Record<string, unknown> = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).replace(/^-/u, "").trim();
    if (at > 0 && fields.some((field) => field.name === name)) given[name] = line.slice(at + 1).trim();
  }
  if (only !== undefined && others.length === 0 && Object.keys(given).length === 0) given[only.name] = text;
  return given;
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.startsWith("{")) return null;
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** A text of the server as a person reads it: not too long, and with what hides in it. */
function shown(text: string): string {
  const visible = showHidden(text);
  return visible.length > QUESTION_TEXT_MAX_CHARACTERS
    ? `${visible.slice(0, QUESTION_TEXT_MAX_CHARACTERS)}…`
    : visible;
}

/** An address as a browser reads it: letters of other scripts in its host are not taken for those that they look like. */
function shownAddress(address: string): string {
  const url = URL.parse(address);
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:");
  return isWeb ? shown(url.href) : `${shown(address)} (this is no address of the web)`;
}
