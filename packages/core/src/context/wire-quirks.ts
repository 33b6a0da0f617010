/** The wire differences of a family of providers. Kept in one table instead of conditions in the code. */
export type WireQuirks = {
  /** Send reasoning back as `reasoning_content`. */
  readonly sendReasoning: boolean;
  /** `text`: tools and calls are written into messages, for models without native tool calling. */
  readonly toolCalls: "native" | "text";
  /** JSON text of all fields other than model, messages and tools. */
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

/** Suffix for the name of any family: the same quirks, but with text tools. */
const TEXT_TOOLS = "+text-tools";
/** Stops a model that writes calls as text before it makes up their results. */
const STOP = { stop: ["\nObservation"] };

/** Returns the quirks of a name; the default for an unknown name. */
export function wireQuirks(name: string): WireQuirks {
  const isText = name.endsWith(TEXT_TOOLS);
  const family = TABLE[isText ? name.slice(0, -TEXT_TOOLS.length) : name] ?? DEFAULT;
  return {
    // With text tools, the reasoning is already part of the message text.
    sendReasoning: family.sendReasoning && !isText,
    toolCalls: isText ? "text" : "native",
    parameters: JSON.stringify(isText ? { ...family.parameters, ...STOP } : family.parameters),
  };
}

/** Returns the name of the same quirks with text tools. */
export function withTextTools(name: string): string {
  return name.endsWith(TEXT_TOOLS) ? name : `${name}${TEXT_TOOLS}`;
}
