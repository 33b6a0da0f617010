export { createSystemClock } from "./clock.ts";
export { createSystemIds } from "./ids.ts";
export { createSystemRandom } from "./random.ts";
export { createKeyRedactor } from "./key-redactor.ts";
