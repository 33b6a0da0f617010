import type { Failure, GoaltraceError } from "../errors.ts";
import type { View, ViewItem } from "./view.ts";
import { countOf } from "../log/count-of.ts";
import { CONTEXT_SLOTS, type ContextSlot } from "../log/context-slots.ts";
import type { CacheBreak, ContextReport, ContextSegment, RequestReference } from "../log/run-event.ts";
import { usableTokens } from "./usable-tokens.ts";
import { renderHead, renderMessage, renderRecalled, type RenderOptions } from "./render-message.ts";
import { joinRequest, RENDERER_VERSION } from "./request.ts";

/** A text from outside the log that a request references by blob. */
export type ContextText = {
  readonly kind: ContextSlot;
  readonly text: string;
  readonly blob: string;
  readonly tokens: number;
};

/** The parts of one request that the assembler does not keep itself. */
export type AssembleInput = {
  readonly model: string;
  readonly window: number;
  /** Tokens reserved for the answer. Default: those reserved by `usableTokens`. */
  readonly answerTokens?: number;
  readonly system: readonly ContextText[];
  readonly tools: ContextText | null;
  /** The numbers of tools that `tools` describes in short, and only names. @default none */
  readonly reducedTools?: { readonly short: number; readonly named: number };
  readonly tail: { readonly text: string; readonly blob: string } | null;
  readonly parameters: string;
  readonly quirks: string;
  /** Sequence of the newest earlier call, with everything before it; 0 if there is none. */
  readonly sentUpTo: number;
  /** Sequence at which each text in front of the messages last changed. A change after `sentUpTo` ends the cached part there. */
  readonly changedAt?: ReadonlyMap<ContextSlot, number>;
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

/** Assembles requests from one view. Renders only new and changed messages, so the cost of a step does not grow with the run. */
export type Assembler = { assemble(input: AssembleInput): Assembled };

/** Creates an assembler for one set of render options. `assemble` returns a CONTEXT_TOO_LONG failure if the window is full. */
export function createAssembler(options: RenderOptions, view: View): Assembler {
  const rendered = createRendered(options, view);
  const sent: SentHistory = { epoch: 0, next: 0, segments: new Map() };
  return {
    assemble(input) {
      const report = makeReport(
        view,
        [...headSegments(view, input), ...messageSegments(view, sent, input)],
        input,
      );
      const window = input.window / view.scale;
      const room = input.answerTokens === undefined ? usableTokens(window) : window - input.answerTokens;
      if (report.totalTokens > room) return { ok: false, failure: contextTooLong(report, input), report };
      const body = joinRequest({
        model: input.model,
        system: input.system.map((item) => item.text),
        messages: rendered(),
        tail: input.tail?.text ?? null,
        tools: input.tools?.text ?? null,
        parameters: input.parameters,
      });
      const first = view.items[0]?.message.sequence;
      const last = view.items.at(-1)?.message.sequence;
      const reference: RequestReference = {
        renderer: RENDERER_VERSION,
        model: input.model,
        quirks: input.quirks,
        systemBlobs: input.system.map((item) => item.blob),
        toolsBlob: input.tools?.blob ?? null,
        tailBlob: input.tail?.blob ?? null,
        ranges: first === undefined || last === undefined ? [] : [[first, last]],
        view: view.sequence,
        parameters: input.parameters,
        sha256: input.sha256(body),
      };
      return { ok: true, body, reference, report };
    },
  };
}

/** Returns a function that renders the view's messages. Caches by item identity: an item that changes is a new object. */
function createRendered(options: RenderOptions, view: View): () => readonly string[] {
  const cached = new WeakMap<ViewItem, string>();
  const render = (item: ViewItem): string => {
    const json = cached.get(item) ?? renderItem(item, options);
    cached.set(item, json);
    return json;
  };
  let texts: string[] = [];
  let heads = 0;
  let epoch = -1;
  return () => {
    if (epoch !== view.epoch) {
      epoch = view.epoch;
      const { head } = view;
      const front =
        head === null ? [] : [renderHead([head.markerBlob, head.attachmentsBlob, head.summaryBlob], options)];
      heads = front.length;
      texts = [...front, ...view.items.map(render)];
    }
    for (
      let item = view.items[texts.length - heads];
      item !== undefined;
      item = view.items[texts.length - heads]
    )
      texts.push(render(item));
    return texts;
  };
}

/** Returns the JSON text of a message as the view shows it. */
export function renderItem({ message, placeholder, recalledBlob }: ViewItem, options: RenderOptions): string {
  if (recalledBlob !== undefined) return renderRecalled(recalledBlob, options);
  return renderMessage(
    placeholder !== null && message.role === "tool" ? { ...message, output: placeholder } : message,
    options,
  );
}

/** Sums of the messages sent in earlier calls, one segment per kind. Advances with `sentUpTo`, so a report costs only the new messages. */
type SentHistory = {
  epoch: number;
  next: number;
  readonly segments: Map<ContextSegment["kind"], ContextSegment>;
};

function messageSegments(view: View, sent: SentHistory, input: AssembleInput): readonly ContextSegment[] {
  if (changedSlot(input) !== null) return view.items.map(toSegment);
  if (sent.epoch !== view.epoch) {
    sent.epoch = view.epoch;
    sent.next = 0;
    sent.segments.clear();
  }
  // Until a call sends it, a changed view is cached only up to the change.
  const until = isBroken(view, input) ? view.brokenAt : view.items.length;
  for (
    let item = view.items[sent.next];
    sent.next < until && item !== undefined && item.message.sequence <= input.sentUpTo;
    item = view.items[sent.next]
  ) {
    const earlier = sent.segments.get(segmentKind(item));
    const segment = toSegment(item);
    sent.segments.set(
      segment.kind,
      earlier === undefined
        ? { ...segment, cached: true }
        : { ...earlier, tokens: earlier.tokens + item.tokens, lastSequence: item.message.sequence },
    );
    sent.next += 1;
  }
  return [...sent.segments.values(), ...view.items.slice(sent.next).map(toSegment)];
}

/** The first slot whose text changed since the last call, by its position; null if none did. */
function changedSlot({ sentUpTo, changedAt }: AssembleInput): number | null {
  if (sentUpTo === 0) return null;
  const first = CONTEXT_SLOTS.findIndex((slot) => (changedAt?.get(slot) ?? 0) > sentUpTo);
  return first === -1 ? null : first;
}

function isBroken(view: View, input: AssembleInput): boolean {
  return view.sequence > input.sentUpTo;
}

function segmentKind({ message, recalledBlob, isIndex }: ViewItem): ContextSegment["kind"] {
  if (isIndex === true) return "index";
  if (recalledBlob !== undefined) return "recalled";
  return message.role === "tool" ? "tool_result" : message.role;
}

function toSegment(item: ViewItem): ContextSegment {
  const { sequence } = item.message;
  return {
    kind: segmentKind(item),
    source: `#${sequence}`,
    tokens: item.tokens,
    firstSequence: sequence,
    lastSequence: sequence,
    cached: false,
  };
}

/** The segments of the summary at the front of the messages. */
function headSegments(view: View, input: AssembleInput): readonly ContextSegment[] {
  const { head } = view;
  if (head === null) return [];
  const { marker, attachments, summary } = head.headTokens;
  const cached = head.sequence <= input.sentUpTo && changedSlot(input) === null;
  const frame = head.tokens - marker - attachments - summary;
  const range = { firstSequence: 1, lastSequence: head.toSequence, cached };
  return [
    { kind: "attachments", source: head.attachmentsBlob, tokens: marker + attachments + frame, ...range },
    { kind: "summary", source: head.summaryBlob, tokens: summary, ...range },
  ];
}

/** Returns the first segment that breaks the provider's cache and the tokens after it that must be processed again. */
function findCacheBreak(view: View, input: AssembleInput): CacheBreak | null {
  if (view.sequence === 0 || input.sentUpTo === 0 || !isBroken(view, input)) return null;
  const isSummary = view.head?.sequence === view.sequence;
  const first = view.items[view.brokenAt];
  const tokens = view.items
    .slice(view.brokenAt)
    .reduce((sum, item) => sum + (item.message.sequence <= input.sentUpTo ? item.tokens : 0), 0);
  return {
    kind: isSummary || first === undefined ? "summary" : segmentKind(first),
    source: `#${isSummary || first === undefined ? view.sequence : first.message.sequence}`,
    reason: isSummary ? "summarised" : "cleared",
    tokens,
  };
}

function droppedParts(
  view: View,
  { reducedTools: { short, named } = { short: 0, named: 0 } }: Pick<AssembleInput, "reducedTools">,
): ContextReport["dropped"] {
  const { head, clearedItems } = view;
  return [
    ...(short === 0 ? [] : [{ source: countOf(short, "tool"), reason: "described in short" }]),
    ...(named === 0 ? [] : [{ source: countOf(named, "tool"), reason: "named, without a definition" }]),
    ...(head === null
      ? []
      : [{ source: `#1–#${head.toSequence}`, reason: `folded into the summary #${head.sequence}` }]),
    ...(clearedItems === 0
      ? []
      : // eslint-disable-next-line local/no-prose-for-models -- People read it in the report of a request.
        [{ source: `${clearedItems} tool results`, reason: "cleared, each with the id to read it again" }]),
  ];
}

function makeReport(view: View, history: readonly ContextSegment[], input: AssembleInput): ContextReport {
  const changed = changedSlot(input) ?? CONTEXT_SLOTS.length;
  const outside = [...input.system, ...(input.tools === null ? [] : [input.tools])].map(
    (item): ContextSegment => ({
      kind: item.kind,
      source: item.blob,
      tokens: item.tokens,
      firstSequence: null,
      lastSequence: null,
      cached: input.sentUpTo > 0 && CONTEXT_SLOTS.indexOf(item.kind) < changed,
    }),
  );
  const tail: readonly ContextSegment[] =
    input.tail === null
      ? []
      : [
          {
            kind: "tail",
            source: input.tail.blob,
            tokens: view.tokenizer.count(input.tail.text),
            firstSequence: null,
            lastSequence: null,
            cached: false,
          },
        ];
  const segments = [...outside, ...history, ...tail];
  const broken = findCacheBreak(view, input);
  return {
    segments,
    totalTokens: segments.reduce((sum, segment) => sum + segment.tokens, 0),
    exact: false,
    window: input.window,
    dropped: droppedParts(view, input),
    ...(broken === null ? {} : { cacheBreak: broken }),
  };
}

function contextTooLong(
  report: ContextReport,
  input: AssembleInput,
): ReturnType<GoaltraceError["toFailure"]> {
  const largest = [...report.segments].sort((a, b) => b.tokens - a.tokens)[0];
  return {
    code: "CONTEXT_TOO_LONG",
    message: `The conversation has about ${report.totalTokens} tokens, but the window of ${input.model} is ${input.window}. The largest part is ${largest?.kind ?? "nothing"} with ${largest?.tokens ?? 0} tokens. Nothing was cut.`,
    fix: "Choose a model with a larger context window, correct the window in the model's settings, or start a new conversation.",
  };
}
