import type { Failure, GoaltraceError } from "../errors.ts";
import type { Message } from "../log/message.ts";
import type { ContextReport, ContextSegment, RequestReference } from "../log/run-event.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { ANSWER_RESERVE_TOKENS } from "../tunables.ts";
import { renderMessage, type RenderOptions } from "./render-message.ts";
import { joinRequest, RENDERER_VERSION } from "./request.ts";

/** A message in its wire form with its tokens, made once. */
type Rendered = {
  readonly json: string;
  readonly sequence: number;
  readonly kind: ContextSegment["kind"];
  readonly tokens: number;
};

/** Text from outside the log that a request names by blob. */
export type ContextText = {
  readonly kind: "instructions" | "project_context" | "tools";
  readonly text: string;
  readonly blob: string;
  readonly tokens: number;
};

/** The parts of one call that the assembler does not keep itself. */
export type AssembleInput = {
  readonly model: string;
  readonly window: number;
  readonly system: readonly ContextText[];
  readonly tools: ContextText | null;
  readonly tail: { readonly text: string; readonly blob: string } | null;
  readonly parameters: string;
  readonly quirks: string;
  /** Highest sequence that an earlier call contained. */
  readonly sentUpTo: number;
  readonly sha256: (text: string) => string;
};

export type Assembled =
  | {
      readonly ok: true;
      readonly body: string;
      readonly reference: RequestReference;
      readonly report: ContextReport;
    }
  | { readonly ok: false; readonly failure: Failure; readonly report: ContextReport };

/** Extends its view when a message is added instead of rebuilding it, so a step costs the same late in a run as early. */
export type Assembler = { add(message: Message): void; assemble(input: AssembleInput): Assembled };

/** Creates an assembler for one way of rendering. See `GoaltraceError` CONTEXT_TOO_LONG for what happens when the window is full. */
export function createAssembler(options: RenderOptions, tokenizer: Tokenizer): Assembler {
  const rendered: Rendered[] = [];
  const texts: string[] = [];
  const sent: SentHistory = { next: 0, segments: new Map() };
  return {
    add(message) {
      const json = renderMessage(message, options);
      texts.push(json);
      rendered.push({
        json,
        sequence: message.sequence,
        kind: kindOf(message),
        tokens: tokensOf(message, json, tokenizer),
      });
    },
    assemble(input) {
      advance(sent, rendered, input.sentUpTo);
      const report = makeReport(
        [...sent.segments.values(), ...rendered.slice(sent.next).map(segmentOf)],
        input,
        tokenizer,
      );
      if (report.totalTokens + Math.min(ANSWER_RESERVE_TOKENS, input.window / 4) > input.window)
        return { ok: false, failure: tooLong(report, input), report };
      const body = joinRequest({
        model: input.model,
        system: input.system.map((item) => item.text),
        messages: texts,
        tail: input.tail?.text ?? null,
        tools: input.tools?.text ?? null,
        parameters: input.parameters,
      });
      const first = rendered[0]?.sequence;
      const last = rendered.at(-1)?.sequence;
      const reference: RequestReference = {
        renderer: RENDERER_VERSION,
        model: input.model,
        quirks: input.quirks,
        systemBlobs: input.system.map((item) => item.blob),
        toolsBlob: input.tools?.blob ?? null,
        tailBlob: input.tail?.blob ?? null,
        ranges: first === undefined || last === undefined ? [] : [[first, last]],
        parameters: input.parameters,
        sha256: input.sha256(body),
      };
      return { ok: true, body, reference, report };
    },
  };
}

function kindOf(message: Message): ContextSegment["kind"] {
  return message.role === "tool" ? "tool_result" : message.role;
}

/** Tokens travel with the message where it has them; four more stand for the wire's frame around it. */
function tokensOf(message: Message, json: string, tokenizer: Tokenizer): number {
  if (message.role !== "assistant") return message.tokens + 4;
  return tokenizer.count(json);
}

/** Sums of what earlier calls contained, one segment per kind; advances as `sentUpTo` grows, so a report costs what is new. */
type SentHistory = { next: number; readonly segments: Map<ContextSegment["kind"], ContextSegment> };

function advance(sent: SentHistory, rendered: readonly Rendered[], sentUpTo: number): void {
  for (
    let item = rendered[sent.next];
    item !== undefined && item.sequence <= sentUpTo;
    item = rendered[sent.next]
  ) {
    const known = sent.segments.get(item.kind);
    sent.segments.set(
      item.kind,
      known === undefined
        ? { ...segmentOf(item), cached: true }
        : { ...known, tokens: known.tokens + item.tokens, lastSequence: item.sequence },
    );
    sent.next += 1;
  }
}

function segmentOf(item: Rendered): ContextSegment {
  return {
    kind: item.kind,
    source: `#${item.sequence}`,
    tokens: item.tokens,
    firstSequence: item.sequence,
    lastSequence: item.sequence,
    cached: false,
  };
}

function makeReport(
  history: readonly ContextSegment[],
  input: AssembleInput,
  tokenizer: Tokenizer,
): ContextReport {
  const outside = [...input.system, ...(input.tools === null ? [] : [input.tools])].map(
    (item): ContextSegment => ({
      kind: item.kind,
      source: item.blob,
      tokens: item.tokens,
      firstSequence: null,
      lastSequence: null,
      cached: input.sentUpTo > 0,
    }),
  );
  const tail: readonly ContextSegment[] =
    input.tail === null
      ? []
      : [
          {
            kind: "tail",
            source: input.tail.blob,
            tokens: tokenizer.count(input.tail.text),
            firstSequence: null,
            lastSequence: null,
            cached: false,
          },
        ];
  const segments = [...outside, ...history, ...tail];
  return {
    segments,
    totalTokens: segments.reduce((sum, segment) => sum + segment.tokens, 0),
    exact: false,
    window: input.window,
    dropped: [],
  };
}

function tooLong(report: ContextReport, input: AssembleInput): ReturnType<GoaltraceError["toFailure"]> {
  const largest = [...report.segments].sort((a, b) => b.tokens - a.tokens)[0];
  return {
    code: "CONTEXT_TOO_LONG",
    message: `The conversation has about ${report.totalTokens} tokens, but ${input.model} takes ${input.window}. The largest part is ${largest?.kind ?? "nothing"} with ${largest?.tokens ?? 0} tokens. Nothing was cut.`,
    fix: "Choose a model with a larger context window, correct the window in the model's settings, or start a new conversation.",
  };
}
