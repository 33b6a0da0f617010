export { createSystemClock } from "./clock.ts";
export { createSystemIds } from "./ids.ts";
export { createSystemRandom } from "./random.ts";
export { createPortableHash } from "./sha256.ts";
export { createKeyRedactor } from "./key-redactor.ts";
