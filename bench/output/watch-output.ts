/** A watcher that follows a run over REST. */
export type OutputWatcher = {
  /** The arrival time of each numbered line as `performance.now()`, by number. */
  readonly seen: ReadonlyMap<number, number>;
  /** When a command printed each line that says so, in the same time. */
  readonly printed: ReadonlyMap<number, number>;
  /** Lines that arrived more than once. */
  doubles(): number;
  /** The newest output: its end offset in UTF-16 units, and the number of received units. */
  end(): { readonly offset: number; readonly received: number };
  /** Resolves when the stream has responded. */
  readonly opened: Promise<void>;
  stop(): void;
};

export type Watched = { readonly base: string; readonly key: string; readonly traceId: string };

type Piece = { readonly channel: string; readonly offset: number; readonly text: string };

/** The number at the start of a line from `numberedLine`. */
const NUMBERED = /^#(\d+) /u;

/** The end of a line of `timedLines`. */
const TIMED = / at (\d+[.,]\d+)$/u;

/**
 * Returns a command line that prints `count` numbered lines, each with its time, at an even pace. It ends two seconds later, because watchers
 * get what a call prints last with its result.
 */
export function timedLines(count: number, perSecond: number): string {
  const pause = (1 / perSecond).toFixed(3);
  return `for ((i = 0; i < ${count}; i++)); do printf '#%d compiled at %s\\n' $i $EPOCHREALTIME; sleep ${pause}; done; sleep 2`;
}

/** Returns a line that watchers recognize. */
export function numberedLine(number: number): string {
  return `#${number} compiled src/features/chat/turn-items.ts in 214 ms\n`;
}

/** Follows the live output of a run until stopped. */
export function watchOutput({ base, key, traceId }: Watched): OutputWatcher {
  const seen = new Map<number, number>();
  const printed = new Map<number, number>();
  const stopped = new AbortController();
  let doubles = 0;
  let end = { offset: 0, received: 0 };
  let line = "";

  function take({ channel, offset, text }: Piece): void {
    if (channel !== "output") return;
    const at = performance.now();
    const lines = ((offset === end.offset ? line : "") + text).split("\n");
    line = lines.pop() ?? "";
    end = { offset: offset + text.length, received: end.received + text.length };
    for (const candidate of lines) {
      const number = Number(NUMBERED.exec(candidate)?.[1] ?? Number.NaN);
      if (Number.isNaN(number)) continue;
      if (seen.has(number)) doubles += 1;
      else seen.set(number, at);
      const seconds = TIMED.exec(candidate)?.[1]?.replace(",", ".");
      if (seconds !== undefined) printed.set(number, Number(seconds) * 1000 - performance.timeOrigin);
    }
  }

  async function read(response: Response): Promise<void> {
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const [head = ""] = frame.split("data: ", 1);
        if (head.includes("event: delta\n"))
          take(JSON.parse(frame.slice(head.length + "data: ".length)) as Piece);
      }
    }
  }

  const response = fetch(`${base}/api/traces/${traceId}/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: stopped.signal,
  });
  response.then(read).catch(() => undefined);
  return {
    ...{ seen, printed },
    doubles: () => doubles,
    end: () => end,
    opened: response.then(() => undefined),
    stop: () => stopped.abort(),
  };
}
