import type { ContextReport, RequestReference } from "../log/run-event.ts";
import { joinRequest, RENDERER_VERSION } from "./request.ts";
import { wireQuirks } from "./wire-quirks.ts";

/** A text of a request, with its blob and its estimated tokens. */
type Part = { readonly text: string; readonly blob: string; readonly tokens: number };

/** Assembles a request of instructions and one question, without the history of the run. Rebuilt from its reference like any other. */
export function assembleAlone({
  model,
  quirks,
  window,
  system,
  question,
  sha256,
}: {
  readonly model: string;
  readonly quirks: string;
  /** In tokens. */
  readonly window: number;
  readonly system: Part;
  readonly question: Part;
  readonly sha256: (text: string) => string;
}): { readonly body: string; readonly reference: RequestReference; readonly report: ContextReport } {
  const { parameters } = wireQuirks(quirks);
  const body = joinRequest({
    ...{ model, system: [system.text], messages: [], tail: question.text, tools: null, parameters },
  });
  const outside = { firstSequence: null, lastSequence: null, cached: false } as const;
  return {
    body,
    reference: {
      ...{ renderer: RENDERER_VERSION, model, quirks, parameters, ranges: [], view: 0 },
      ...{ systemBlobs: [system.blob], toolsBlob: null, tailBlob: question.blob, sha256: sha256(body) },
    },
    report: {
      segments: [
        { kind: "instructions", source: system.blob, tokens: system.tokens, ...outside },
        { kind: "tail", source: question.blob, tokens: question.tokens, ...outside },
      ],
      ...{ totalTokens: system.tokens + question.tokens, exact: false, window, dropped: [] },
    },
  };
}
