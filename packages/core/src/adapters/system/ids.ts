import type { Clock, Ids } from "../../ports/clock.ts";

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** Random bytes fetched together: fetching eight at a time costs more than the ids themselves. */
const POOL_BYTES = 4_096;
const ID_BYTES = 8;
const COUNTER_LIMIT = 0x1000;

/**
 * Creates UUIDv7 ids (RFC 9562), strictly increasing within the process: the 12 bits after the time count ids within a millisecond, and
 * time is borrowed from the next one when they run out or the clock steps back. `fill` overwrites the bytes with random ones.
 */
export function createSystemIds(
  clock: Pick<Clock, "now">,
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = fillRandom,
): Ids {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  let time = 0;
  let counter = 0;
  // Most ids of a step are created within one millisecond.
  let front = { time: -1, text: "" };
  return {
    next() {
      const now = clock.now();
      counter += 1;
      if (now > time) {
        time = now;
        counter = 0;
      } else if (counter === COUNTER_LIMIT) {
        time += 1;
        counter = 0;
      }
      if (used === POOL_BYTES) {
        fill(pool);
        used = 0;
      }
      const random = pool.subarray(used, used + ID_BYTES);
      used += ID_BYTES;
      if (front.time !== time) front = { time, text: formatFront(time) };
      return `${front.text}${counter.toString(16).padStart(3, "0")}-${formatBack(random)}`;
    },
  };
}

/** Time and version: the part before the counter. */
function formatFront(time: number): string {
  const stamp = time.toString(16).padStart(12, "0");
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7`;
}

/** Variant and random part: the part after the counter. */
function formatBack(random: Uint8Array): string {
  const hex = (index: number): string => HEX[random[index] ?? 0] ?? "00";
  const variant = HEX[((random[0] ?? 0) & 0x3f) | 0x80] ?? "80";
  return `${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}`;
}

function fillRandom(bytes: Uint8Array<ArrayBuffer>): void {
  // eslint-disable-next-line local/no-restricted-syntax -- this is the port's implementation
  crypto.getRandomValues(bytes);
}
