import { logTools, type Tool } from "@goaltrace/core";
import { editFileTool } from "./files/edit-file.ts";
import { globFilesTool } from "./files/glob-files.ts";
import { grepContentTool } from "./files/grep-content.ts";
import { listDirectoryTool } from "./files/list-directory.ts";
import { readFileTool } from "./files/read-file.ts";
import { writeFileTool } from "./files/write-file.ts";
import { calculatorTool } from "./small/calculator.ts";
import { currentTimeTool } from "./small/current-time.ts";

/** Returns every tool that ships with Goaltrace. Without a project folder, file tools answer with an error. */
export function builtInTools(): readonly Tool[] {
  return [
    ...logTools(),
    calculatorTool,
    currentTimeTool,
    editFileTool,
    globFilesTool,
    grepContentTool,
    listDirectoryTool,
    readFileTool,
    writeFileTool,
  ];
}
