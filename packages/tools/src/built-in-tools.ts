import { logTools, type Tool } from "@goaltrace/core";
import { codeTools } from "./code/code-tools.ts";
import { backgroundTools } from "./execution/background-tools.ts";
import { bashCommandTool } from "./execution/bash-command.ts";
import { runLinterTool } from "./execution/run-linter.ts";
import { runPythonTool } from "./execution/run-python.ts";
import { runTestsTool } from "./execution/run-tests.ts";
import type { Machine } from "./process/machine.ts";
import { editFileTool } from "./files/edit-file.ts";
import { globFilesTool } from "./files/glob-files.ts";
import { grepContentTool } from "./files/grep-content.ts";
import { listDirectoryTool } from "./files/list-directory.ts";
import { withProblems } from "./language-servers/after-edit.ts";
import type { LanguageServers } from "./language-servers/language-servers.ts";
import { lspTools } from "./language-servers/lsp-tools.ts";
import { readFileTool } from "./files/read-file.ts";
import { writeFileTool } from "./files/write-file.ts";
import { calculatorTool } from "./small/calculator.ts";
import { currentTimeTool } from "./small/current-time.ts";

/**
 * Returns every tool that ships with Goaltrace; those that run commands only for a machine, those that ask language servers only with servers. Without
 * a project folder, they and the file tools answer with an error.
 */
export function builtInTools(
  machine: Machine | null = null,
  servers: LanguageServers | null = null,
): readonly Tool[] {
  const changing = [editFileTool, writeFileTool];
  return [
    ...logTools(),
    ...(machine === null
      ? []
      : [
          ...[
            bashCommandTool(machine),
            runLinterTool(machine),
            runPythonTool(machine),
            runTestsTool(machine),
          ],
          ...backgroundTools(),
        ]),
    ...codeTools(),
    calculatorTool,
    currentTimeTool,
    globFilesTool,
    grepContentTool,
    listDirectoryTool,
    readFileTool,
    ...(servers === null
      ? changing
      : [...changing.map((tool) => withProblems<Tool>(tool, servers)), ...lspTools(servers)]),
  ];
}
