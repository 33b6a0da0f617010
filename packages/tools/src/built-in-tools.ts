import { logTools, type Tool } from "@goaltrace/core";
import { editFileTool } from "./files/edit-file.ts";
import { globFilesTool } from "./files/glob-files.ts";
import { grepContentTool } from "./files/grep-content.ts";
import { listDirectoryTool } from "./files/list-directory.ts";
import { readFileTool } from "./files/read-file.ts";
import { writeFileTool } from "./files/write-file.ts";
import { calculatorTool } from "./small/calculator.ts";
import { currentTimeTool } from "./small/current-time.ts";

/** Every tool that ships with Goaltrace. File tools answer with an error in a run without a project folder. */
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
