/** How requests for a family of providers differ on the wire. One table, no ifs in the code. */
export type WireQuirks = {
  /** Send reasoning back as `reasoning_content`. */
  readonly sendReasoning: boolean;
  /** `text`: tools and calls are written into messages, for models without native tool calling. */
  readonly toolCalls: "native" | "text";
  /** JSON text of the fields besides model, messages and tools. */
  readonly parameters: string;
};

const STREAM = { stream: true, stream_options: { include_usage: true } };

type Family = { readonly sendReasoning: boolean; readonly parameters: object };

const DEFAULT: Family = { sendReasoning: false, parameters: STREAM };
const TABLE: Readonly<Record<string, Family>> = {
  default: DEFAULT,
  deepseek: DEFAULT,
  "deepseek-thinking": { sendReasoning: true, parameters: STREAM },
  openrouter: { sendReasoning: false, parameters: { ...STREAM, usage: { include: true } } },
};

/** Added to the name of any family: the same wire, but calls in writing. */
const TEXT_TOOLS = "+text-tools";
/** A model that writes calls must not go on and make up their results. */
const STOP = { stop: ["\nObservation"] };

/** The quirks by name; unknown names get the default. */
export function wireQuirks(name: string): WireQuirks {
  const isText = name.endsWith(TEXT_TOOLS);
  const family = TABLE[isText ? name.slice(0, -TEXT_TOOLS.length) : name] ?? DEFAULT;
  return {
    // The thoughts of such a model are part of its turn already.
    sendReasoning: family.sendReasoning && !isText,
    toolCalls: isText ? "text" : "native",
    parameters: JSON.stringify(isText ? { ...family.parameters, ...STOP } : family.parameters),
  };
}

/** The name of the same quirks with calls in writing. */
export function withTextTools(name: string): string {
  return name.endsWith(TEXT_TOOLS) ? name : `${name}${TEXT_TOOLS}`;
}
