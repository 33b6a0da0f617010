export { readFileBounded } from "./bounded/read-bounded.ts";
export { builtInTools } from "./built-in-tools.ts";
export { SANDBOX_CHECKS, type SandboxCheck, type SandboxReport } from "./process/canary.ts";
export { killLeftovers } from "./process/leftovers.ts";
export { createSandbox, type Sandbox } from "./process/sandbox.ts";
export { commandPlace } from "./shell/command-place.ts";
export { readCommand } from "./shell/read-command.ts";
export { createFileMemoryStore } from "./memory/file-memory-store.ts";
export { createFileProfileStore } from "./profile/file-profile-store.ts";
export { createFolderHistory, type FolderHistory } from "./undo/folder-history.ts";
export { createVersionSeal, type VersionSeal } from "./undo/sealed-bytes.ts";
export { type ChangedPath, foldChanges } from "./undo/fold-changes.ts";
export { type PathUndo, type PathUndone, undoChanges } from "./undo/undo-changes.ts";
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
export { namedPaths } from "./workspace/named-paths.ts";
export { isProtectedPath } from "./workspace/protected-files.ts";
export { readWebSettings } from "./web/web-settings.ts";
export { webTools } from "./web/web-tools.ts";
export { listProjectFiles } from "./workspace/list-project-files.ts";
export { readProjectFile } from "./workspace/read-project-file.ts";
export { readProjectContext } from "./workspace/project-context.ts";
export { type RunFolders } from "./workspace/fence.ts";
export { resolveInside, type InsidePath, type ResolvedPath } from "./workspace/root.ts";
export { type ProjectSkill, readProjectSkillFile, readProjectSkills } from "./skills/project-skills.ts";
export { isInsidePath, readZip } from "./skills/read-zip.ts";
export { findSkills, type FoundSkill } from "./skills/find-skills.ts";
