import { keepEnd } from "../../log/live-output.ts";
import { OUTPUT_COALESCE_MS, OUTPUT_SLICE_CHARACTERS, PARTIAL_TOOL_CHARACTERS } from "../../tunables.ts";
import { createStreamRedactor } from "../model/redact-stream.ts";
import type { RunContext } from "../run-context.ts";

/** The live output of one running call. */
export type ToolOutput = {
  write(this: void, text: string): void;
  /** Emits the rest. Later writes are dropped. */
  end(): void;
};

/** The parts of the run context that tool output needs. */
type OutputRun = Pick<RunContext, "fence" | "emit"> & {
  readonly trace: Pick<RunContext["trace"], "id">;
  readonly ports: Pick<RunContext["ports"], "clock">;
  readonly environment: Pick<RunContext["environment"], "redactor">;
};

/** Creates the live output of a call. Allocates a stream only at the first write, because most tools write nothing. */
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
 * Emits a tool's output as masked deltas on channel `output`: the first at once, then at most one per `OUTPUT_COALESCE_MS`. A delta holds
 * at most the last `PARTIAL_TOOL_CHARACTERS` written since the previous one: the middle may be skipped, never the end.
 */
function streamOutput(run: OutputRun, callId: string): ToolOutput {
  const { trace, fence, ports, environment, emit } = run;
  const mask = createStreamRedactor(environment.redactor);
  const ended = new AbortController();
  /** Written but not masked yet. */
  let unmasked = "";
  /** Masked but not emitted yet. An array, because joining at each piece would copy the text repeatedly. */
  let pieces: string[] = [];
  let length = 0;
  /** Offset of the first piece in the whole output. */
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

  /** Masks parts that are skipped later as well, because a secret may begin in one. */
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
    emittedAt = ports.clock.monotonic();
    emit({ kind: "delta", traceId: trace.id, callId, channel: "output", ...kept });
  }

  /** Runs outside `write`, so that a tool that never yields does not fill the queue behind `emit`. */
  async function emitSoon(): Promise<void> {
    const dueIn = Math.min(OUTPUT_COALESCE_MS, emittedAt + OUTPUT_COALESCE_MS - ports.clock.monotonic());
    // A failing clock must not fail the run; `end` emits the rest.
    if (dueIn > 0) await ports.clock.sleep(dueIn, ended.signal).catch(() => undefined);
    isScheduled = false;
    if (ended.signal.aborted) return;
    maskWritten();
    emitKept();
  }

  return {
    write(text) {
      for (let start = 0; start < text.length; start += OUTPUT_SLICE_CHARACTERS) {
        unmasked += text.slice(start, start + OUTPUT_SLICE_CHARACTERS);
        if (unmasked.length >= OUTPUT_SLICE_CHARACTERS) maskWritten();
      }
      if (isScheduled || text === "") return;
      isScheduled = true;
      void Promise.resolve().then(emitSoon);
    },
    end() {
      ended.abort();
      maskWritten();
      keep(mask.end());
      emitKept();
    },
  };
}
