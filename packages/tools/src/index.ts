export { readFileBounded } from "./bounded/read-bounded.ts";
export { builtInTools } from "./built-in-tools.ts";
export { SANDBOX_CHECKS, type SandboxCheck, type SandboxReport } from "./process/canary.ts";
export { killLeftovers } from "./process/leftovers.ts";
export { createSandbox, type Sandbox } from "./process/sandbox.ts";
export { commandPlace } from "./shell/command-place.ts";
export { readCommand } from "./shell/read-command.ts";
export { listServerStates } from "./language-servers/installed-servers.ts";
export { createLanguageServers, type LanguageServers } from "./language-servers/language-servers.ts";
export { createFileMemoryStore } from "./memory/file-memory-store.ts";
export { createFileProfileStore } from "./profile/file-profile-store.ts";
export { createFolderHistory, type FolderHistory } from "./undo/folder-history.ts";
export { createVersionSeal, type VersionSeal } from "./undo/sealed-bytes.ts";
export { type ChangedPath, foldChanges } from "./undo/fold-changes.ts";
export { type PathUndo, type PathUndone, undoChanges } from "./undo/undo-changes.ts";
export { createWorktreeIndex, type WorktreeIndex } from "./worktrees/worktree-view.ts";
export { createWorktrees } from "./worktrees/worktrees.ts";
export { nodeHash } from "./system/hash.ts";
export { createHttpTransport } from "./system/http-transport.ts";
export { isMetadataHost } from "./system/metadata-hosts.ts";
export {
  environmentSecrets,
  type KnownSecrets,
  openModelKey,
  openModelKeys,
} from "./secrets/known-secrets.ts";
export { modelKeyContext, openVault, secretContext, type Vault } from "./secrets/vault.ts";
export { namedPaths, writeRefusal } from "./workspace/named-paths.ts";
export { isProtectedPath } from "./workspace/protected-files.ts";
export { PROVIDERS as SEARCH_SERVICES, SEARCH_PROVIDERS } from "./web/search-providers.ts";
export { readEnteredSearch, readWebSettings, type WebSettings } from "./web/web-settings.ts";
export { unconfiguredSearchTool } from "./web/search.ts";
export { checkSearch, type OwnWebTools, ownWebTools, webTools } from "./web/web-tools.ts";
export { listProjectFiles } from "./workspace/list-project-files.ts";
export { readProjectFile } from "./workspace/read-project-file.ts";
export { readProjectContext } from "./workspace/project-context.ts";
export { type RunFolders } from "./workspace/fence.ts";
export { resolveInside, type InsidePath, type ResolvedPath } from "./workspace/root.ts";
export {
  type ProjectSkill,
  readProjectSkillBytes,
  readProjectSkillFile,
  readProjectSkills,
} from "./skills/project-skills.ts";
export { isInsidePath, readZip, type ZipFile } from "./skills/read-zip.ts";
export { writeZip } from "./skills/write-zip.ts";
export { findSkills, type FoundSkill } from "./skills/find-skills.ts";
export { toQuestion } from "./mcp/elicitation.ts";
export { findChromium } from "./mcp/find-chromium.ts";
export { readCallResult } from "./mcp/call-result.ts";
export { createMcpManager, type ManagedPlace, type McpManager } from "./mcp/mcp-manager.ts";
export type { McpServer, ServerState, ServerStatus } from "./mcp/mcp-server.ts";
export { readServersFile } from "./mcp/read-servers-file.ts";
export {
  type McpServerSettings,
  type NamedServer,
  readServer,
  readServers,
  type ReadServers,
  writeServer,
} from "./mcp/server-settings.ts";
export { createServerTool } from "./mcp/server-tool.ts";
export { createAddressGuard } from "./web/address-guard.ts";
export { createGuardedFetch, type HttpFetch } from "./mcp/guarded-fetch.ts";
export { clientMetadata, type OAuthClient } from "./mcp/oauth/oauth-client.ts";
export {
  NO_RECORD,
  type OAuthCredentials,
  type OAuthRecord,
  readOAuthRecord,
  signInState,
} from "./mcp/oauth/oauth-record.ts";
export type { ServerAuth } from "./mcp/oauth/server-auth.ts";
export { finishSignIn, SignInFailed, startSignIn } from "./mcp/oauth/sign-in.ts";
export { secretValues, withSecretValues } from "./mcp/secret-values.ts";
export { settingMask } from "./mcp/setting-secrets.ts";
export { definitionDigest, type McpToolDefinition, readDefinition } from "./mcp/tool-definition.ts";
export { toolNames } from "./mcp/tool-name.ts";
