import { setFlagsFromString } from "node:v8";
import { HEAP_GROWTH_PERCENT } from "../tunables.ts";

/**
 * Limits how much the heap of this process grows before garbage is collected. By default the engine sizes that growth for the whole
 * machine; a process with many runs allocates much that dies young and would hold half a gigabyte.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
