export { createInMemoryJobs } from "./jobs.ts";
export { createInMemoryLiveFeed } from "./live-feed.ts";
export { createInMemoryStores, type InMemoryStores } from "./stores.ts";
export {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "./trivial-ports.ts";
