import { keepEnd } from "../../log/live-output.ts";
import { OUTPUT_COALESCE_MS, OUTPUT_SLICE_CHARACTERS, PARTIAL_TOOL_CHARACTERS } from "../../tunables.ts";
import { createStreamRedactor } from "../model/redact-stream.ts";
import type { RunContext } from "../run-context.ts";

/** The live output of one running call. */
export type ToolOutput = {
  write(this: void, text: string): void;
  /** Emits the rest; what is written afterwards is dropped. */
  end(): void;
};

/** The parts of a run that its output needs. */
type OutputRun = Pick<RunContext, "fence" | "emit"> & {
  readonly trace: Pick<RunContext["trace"], "id">;
  readonly ports: Pick<RunContext["ports"], "clock">;
  readonly environment: Pick<RunContext["environment"], "redactor">;
};

/** The live output of a call. Nothing is set up for a tool that writes nothing, and most write nothing. */
export function toolOutput(run: OutputRun, callId: string): ToolOutput {
  let stream: ToolOutput | null = null;
  let isEnded = false;
  return {
    write(text) {
      if (isEnded) return;
      stream ??= streamOutput(run, callId);
      stream.write(text);
    },
    end() {
      isEnded = true;
      stream?.end();
    },
  };
}

/**
 * Emits what a tool writes as deltas on channel `output`, masked, the first at once and then at most one per `OUTPUT_COALESCE_MS`. However
 * much is written in between, a delta holds the last `PARTIAL_TOOL_CHARACTERS` of it: the middle is skipped, never the end.
 */
function streamOutput(run: OutputRun, callId: string): ToolOutput {
  const { trace, fence, ports, environment, emit } = run;
  const mask = createStreamRedactor(environment.redactor);
  const ended = new AbortController();
  /** Written, and not masked yet. */
  let unmasked = "";
  /** Masked, and not emitted yet. Joining at each piece would copy the text over and over. */
  let pieces: string[] = [];
  let length = 0;
  /** Where `pieces` begin. */
  let offset = 0;
  let emittedAt = Number.NEGATIVE_INFINITY;
  let isScheduled = false;

  function keep(masked: string): void {
    if (masked === "") return;
    pieces.push(masked);
    length += masked.length;
    while (length - (pieces[0]?.length ?? 0) >= PARTIAL_TOOL_CHARACTERS) {
      const oldest = pieces.shift()?.length ?? 0;
      length -= oldest;
      offset += oldest;
    }
  }

  /** Skipped parts are masked too: a secret may begin in one. */
  function maskWritten(): void {
    if (unmasked !== "") keep(mask.push(unmasked));
    unmasked = "";
  }

  function emitKept(): void {
    if (length === 0) return;
    const kept = keepEnd({ attempt: fence, offset, text: pieces.join("") }, PARTIAL_TOOL_CHARACTERS);
    offset += length;
    pieces = [];
    length = 0;
    emittedAt = ports.clock.now();
    emit({ kind: "delta", traceId: trace.id, callId, channel: "output", ...kept });
  }

  /** Not within `write`: a tool that never yields must not fill the queue behind `emit`. */
  async function emitSoon(): Promise<void> {
    const dueIn = Math.min(OUTPUT_COALESCE_MS, emittedAt + OUTPUT_COALESCE_MS - ports.clock.now());
    // A clock that fails must not fail the run: `end` emits what is left.
    if (dueIn > 0) await ports.clock.sleep(dueIn, ended.signal).catch(() => undefined);
    isScheduled = false;
    if (ended.signal.aborted) return;
    maskWritten();
    emitKept();
  }

  return {
    write(text) {
      if (ended.signal.aborted) return;
      for (let start = 0; start < text.length; start += OUTPUT_SLICE_CHARACTERS) {
        unmasked += text.slice(start, start + OUTPUT_SLICE_CHARACTERS);
        if (unmasked.length >= OUTPUT_SLICE_CHARACTERS) maskWritten();
      }
      if (isScheduled || text === "") return;
      isScheduled = true;
      void Promise.resolve().then(emitSoon);
    },
    end() {
      if (ended.signal.aborted) return;
      ended.abort();
      maskWritten();
      keep(mask.end());
      emitKept();
    },
  };
}
