export { builtInTools } from "./built-in-tools.ts";
export { nodeHash } from "./system/hash.ts";
export { createHttpTransport } from "./system/http-transport.ts";
export { isMetadataHost } from "./system/metadata-hosts.ts";
export {
  environmentSecrets,
  type KnownSecrets,
  openModelKey,
  openModelKeys,
} from "./secrets/known-secrets.ts";
export { modelKeyContext, openVault, type Vault } from "./secrets/vault.ts";
export { readProjectContext } from "./workspace/project-context.ts";
export { resolveInside, type InsidePath, type ResolvedPath, type RunFolders } from "./workspace/root.ts";
