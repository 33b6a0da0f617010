import type { Tool } from "@goaltrace/core";
import { editFileTool } from "./files/edit-file.ts";
import { globFilesTool } from "./files/glob-files.ts";
import { grepContentTool } from "./files/grep-content.ts";
import { listDirectoryTool } from "./files/list-directory.ts";
import { readFileTool } from "./files/read-file.ts";
import { writeFileTool } from "./files/write-file.ts";
import { compactContextTool } from "./plan/compact-context.ts";
import { goalTool } from "./plan/goal.ts";
import { todoTool } from "./plan/todo.ts";
import { readResultTool } from "./results/read-result.ts";
import { calculatorTool } from "./small/calculator.ts";
import { currentTimeTool } from "./small/current-time.ts";

export { toJsonSchema } from "./json-schema.ts";
export { nodeHash } from "./system/hash.ts";
export { createHttpTransport } from "./system/http-transport.ts";
export {
  environmentSecrets,
  type KnownSecrets,
  openModelKey,
  openModelKeys,
} from "./secrets/known-secrets.ts";
export { modelKeyContext, openVault, type Vault } from "./secrets/vault.ts";
export { readProjectContext } from "./workspace/project-context.ts";
export { resolveInside, type InsidePath, type ResolvedPath, type RunFolders } from "./workspace/root.ts";

/** Every tool that ships with Goaltrace. File tools answer with an error in a run without a project folder. */
export function builtInTools(): readonly Tool[] {
  return [
    calculatorTool,
    compactContextTool,
    currentTimeTool,
    editFileTool,
    globFilesTool,
    goalTool,
    grepContentTool,
    listDirectoryTool,
    readFileTool,
    readResultTool,
    todoTool,
    writeFileTool,
  ];
}
