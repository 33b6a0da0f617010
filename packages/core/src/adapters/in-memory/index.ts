export { createInMemoryExperienceStore } from "./experience-store.ts";
export { createInMemoryMemoryStore, type MemorySnapshot } from "./memory-store.ts";
export { createInMemoryStores } from "./stores.ts";
export {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "./trivial-ports.ts";
