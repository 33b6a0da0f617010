import { createAssembler, type Assembler, type ContextText } from "../context/assemble.ts";
import { textToolsOf } from "../context/text-protocol.ts";
import { wireQuirks } from "../context/wire-quirks.ts";
import type { Failure } from "../errors.ts";
import { createOriginals, type Originals } from "../compaction/find-original.ts";
import { applyToView, createView, type View } from "../compaction/view.ts";
import type { Entry } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import type { ModelClient } from "../ports/model-client.ts";
import type { RunEnvironment } from "../ports/run-environment.ts";
import type { RunPorts } from "./ports.ts";

type Texts = { readonly instructions: string; readonly project_context: string; readonly tools: string };

/** The models of a run with their views of the history. One view per way of rendering, each extended as messages come. */
export type ModelStepper = {
  /** Extends the history by one entry. */
  add(entry: Entry): void;
  /** What of the log the models are shown. */
  readonly history: View;
  /** What the history shows in part, by the ids that it tells. */
  readonly originals: Originals;
  blobText(sha256: string): string | undefined;
  rememberBlob(sha256: string, text: string): void;
  setTexts(texts: Texts): void;
  texts(): Texts;
  /** What tells a model of the tools in writing, or null when there are none. */
  textTools(): Pick<ContextText, "text" | "tokens"> | null;
  /** The models that can be had, in order. */
  readonly models: readonly ModelClient[];
  /** Why a model can't be had; null when all can. */
  readonly failure: Failure | null;
  /** Renders the history for quirks by this name. */
  assembler(quirks: string): Assembler;
};

/** Resolves the models of a trace and folds its log so far into what they are shown. */
export async function createModelStepper(options: {
  readonly trace: Trace;
  readonly ports: RunPorts;
  readonly environment: Pick<RunEnvironment, "models" | "tools">;
  readonly entries: readonly Entry[];
}): Promise<ModelStepper> {
  const { trace, ports, environment } = options;
  const found = await Promise.all(
    trace.models.map(async (reference) => await environment.models.resolve(trace.workspaceId, reference)),
  );
  const countReasoning = found.some(
    (client) => "attempt" in client && wireQuirks(client.profile.quirks).sendReasoning,
  );
  const history = createView(ports.tokenizer, { countReasoning, tools: environment.tools });
  const originals = createOriginals();
  const add = (entry: Entry): void => {
    applyToView(history, entry);
    originals.add(entry);
  };
  for (const entry of options.entries) add(entry);
  const blobs = await namedBlobs(options, history);
  const assemblers = new Map<string, Assembler>();
  const assembler = (quirks: string): Assembler => {
    const known = assemblers.get(quirks);
    if (known !== undefined) return known;
    const { sendReasoning, toolCalls } = wireQuirks(quirks);
    const made = createAssembler(
      { sendReasoning, toolCalls, blobText: (sha256) => blobs.get(sha256) },
      history,
    );
    assemblers.set(quirks, made);
    return made;
  };
  const models = found.filter((client) => "attempt" in client);
  const failure = found.find((client) => !("attempt" in client));
  let texts: Texts = { instructions: "", project_context: "", tools: "" };
  let textTools: Pick<ContextText, "text" | "tokens"> | null = null;
  return {
    models,
    failure: failure === undefined || "attempt" in failure ? null : failure,
    assembler,
    history,
    originals,
    add,
    blobText: (sha256) => blobs.get(sha256),
    rememberBlob: (sha256, text) => void blobs.set(sha256, text),
    setTexts: (next) => {
      texts = next;
      textTools = null;
    },
    texts: () => texts,
    textTools: () => {
      if (texts.tools === "") return null;
      if (textTools === null) {
        const text = textToolsOf(texts.tools);
        textTools = { text, tokens: ports.tokenizer.count(text) };
      }
      return textTools;
    },
  };
}

/** What the history names by hash and is sent in full: images, files, the newest summary. */
async function namedBlobs(
  options: { readonly trace: Trace; readonly ports: RunPorts },
  history: View,
): Promise<Map<string, string>> {
  const { head } = history;
  const hashes = [
    ...(history.prepared === null ? [] : [history.prepared.textBlob]),
    ...(head === null ? [] : [head.markerBlob, head.attachmentsBlob, head.summaryBlob]),
    ...history.items.flatMap(({ message }) =>
      message.role === "user"
        ? message.parts.flatMap((part) => (part.type === "text" ? [] : [part.blob]))
        : [],
    ),
  ];
  if (hashes.length === 0) return new Map();
  const { workspaceId, personId } = options.trace;
  const blobs = await options.ports.blobs.getMany({ workspaceId, personId }, hashes);
  return new Map(blobs.map((blob) => [blob.sha256, blob.text]));
}
