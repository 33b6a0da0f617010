/** How requests for a family of providers differ on the wire. One table, no ifs in the code (R27). */
export type WireQuirks = {
  /** Send reasoning back as `reasoning_content`. */
  readonly sendReasoning: boolean;
  /** JSON text of the fields besides model, messages and tools. */
  readonly parameters: string;
};

const STREAM = JSON.stringify({ stream: true, stream_options: { include_usage: true } });

const TABLE: Readonly<Record<string, WireQuirks>> = {
  default: { sendReasoning: false, parameters: STREAM },
  deepseek: { sendReasoning: false, parameters: STREAM },
  "deepseek-thinking": { sendReasoning: true, parameters: STREAM },
  openrouter: {
    sendReasoning: false,
    parameters: JSON.stringify({
      stream: true,
      stream_options: { include_usage: true },
      usage: { include: true },
    }),
  },
};

/** The quirks by name; unknown names get the default. */
export function wireQuirks(name: string): WireQuirks {
  return TABLE[name] ?? { sendReasoning: false, parameters: STREAM };
}
