import type { Clock, Ids, Random } from "../../ports/clock.ts";

/** The real clock. `sleep` rejects when its signal aborts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(new Error("aborted"));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, milliseconds);
      if (signal?.aborted === true) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
};

/** The engine's generator. */
export const systemRandom: Random = { next: () => Math.random() };

/** UUIDv7 (RFC 9562): 48 bits of time, then a counter that keeps ids of one millisecond in order, then random bits. */
export function createUuidV7(clock: Clock = systemClock): Ids {
  let last = 0;
  let counter = 0;
  return {
    next: () => {
      const now = clock.now();
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      if (now > last) {
        last = now;
        counter = ((bytes[6] ?? 0) << 4) & 0x7ff;
      } else {
        counter += 1;
        if (counter > 0xfff) {
          last += 1;
          counter = 0;
        }
      }
      const head = last.toString(16).padStart(12, "0");
      const tail = [...bytes.subarray(8)].map((byte, index) => (index === 0 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, "0")).join("");
      return `${head.slice(0, 8)}-${head.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${tail.slice(0, 4)}-${tail.slice(4)}`;
    },
  };
}
