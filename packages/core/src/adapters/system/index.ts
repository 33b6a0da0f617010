export { createSystemClock } from "./clock.ts";
export { createSystemIds } from "./ids.ts";
export { createSystemRandom } from "./random.ts";
export { createKeyRedactor, type NumberedSecret } from "./key-redactor.ts";
