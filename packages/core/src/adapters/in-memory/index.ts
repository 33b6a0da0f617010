export { createInMemoryStores } from "./stores.ts";
export {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "./trivial-ports.ts";
