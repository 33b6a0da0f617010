import { setFlagsFromString } from "node:v8";
import { HEAP_GROWTH_PERCENT } from "./tunables.ts";

/**
 * Limits how much the heap of this process grows between garbage collections. By default V8 sizes that growth for the whole machine; a
 * process with many runs or requests allocates mostly short-lived objects and would hold half a gigabyte.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
