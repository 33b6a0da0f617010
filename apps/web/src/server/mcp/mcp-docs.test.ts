import { expect, it } from "vitest";
import { z } from "zod";
import { mcpDocsFor } from "./mcp-docs.ts";

const ofServer = <Server extends z.ZodType>(server: Server) =>
  z.object({ mcpServers: z.object({ goaltrace: server }) });
const HTTP = ofServer(z.object({ url: z.string(), headers: z.object({ Authorization: z.string() }) }));
const STDIO = ofServer(z.object({ command: z.string(), args: z.array(z.string()) }));

it("shows clients the address of the server, and how to start it themselves as read-only", () => {
  const docs = mcpDocsFor({
    origin: "https://goals.example.com",
    checkout: "/srv/goaltrace",
    workspace: "ours",
  });
  const { url, headers } = HTTP.parse(JSON.parse(docs.http)).mcpServers.goaltrace;
  expect(url).toBe("https://goals.example.com/api/mcp");
  expect(headers.Authorization).toMatch(/^Bearer gt_/);
  const { command, args } = STDIO.parse(JSON.parse(docs.stdio)).mcpServers.goaltrace;
  expect([command, ...args].join(" ")).toBe(
    "npm --prefix /srv/goaltrace run -s goaltrace -- mcp serve --workspace ours --read-only",
  );
  expect(docs.tools.read).toBeGreaterThan(docs.tools.run);
});
