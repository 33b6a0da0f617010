import type { Tool } from "@goaltrace/core";
import { findDependenciesTool } from "./find-dependencies.ts";
import { getCodeMetricsTool } from "./get-code-metrics.ts";
import { getFunctionSignatureTool } from "./get-function-signature.ts";
import { parseAstTool } from "./parse-ast.ts";
import { CODE_CALL_LIMIT_MS } from "./tunables.ts";

/** Returns the tools that analyze code by parsing it. */
export function codeTools(): readonly Tool[] {
  return [findDependenciesTool, getCodeMetricsTool, getFunctionSignatureTool, parseAstTool].map((tool) => ({
    ...tool,
    offered: "by_name",
    timeLimitMs: CODE_CALL_LIMIT_MS,
  }));
}
