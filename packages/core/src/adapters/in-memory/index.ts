export { createInMemoryJobs } from "./jobs.ts";
export { createInMemoryStores, type InMemoryStores } from "./stores.ts";
export {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "./trivial-ports.ts";
