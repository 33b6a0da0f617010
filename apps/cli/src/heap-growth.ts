import { setFlagsFromString } from "node:v8";
import { HEAP_GROWTH_PERCENT } from "./tunables.ts";

/**
 * Lets the heap of this process grow less before what is dead is collected. By itself the engine waits until there is several times as much
 * as lives, on the measure of the whole machine; a process with many runs makes much that dies young and would hold half a gigabyte.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
