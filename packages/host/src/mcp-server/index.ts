export { listTools } from "./create-mcp-server.ts";
export { MCP_RIGHTS, type McpCaller, type McpRight } from "./mcp-tool.ts";
export { answerMcpRequest, serveMcpOnStdio } from "./serve-mcp.ts";
export { MCP_TOOLS } from "./tools.ts";
