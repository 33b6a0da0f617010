import { expect, it } from "vitest";
import { mcpDocsFor } from "./mcp-docs.ts";

it("shows clients the address of the server, and how to start it themselves without rights to act", () => {
  const docs = mcpDocsFor({
    origin: "https://goals.example.com",
    checkout: "/srv/goaltrace",
    workspace: "ours",
  });
  const { url, headers } = JSON.parse(docs.http).mcpServers.goaltrace;
  expect(url).toBe("https://goals.example.com/api/mcp");
  expect(headers.Authorization).toMatch(/^Bearer gt_/);
  const { command, args } = JSON.parse(docs.stdio).mcpServers.goaltrace;
  expect([command, ...args].join(" ")).toBe(
    "npm --prefix /srv/goaltrace run -s goaltrace -- mcp serve --workspace ours --read-only",
  );
  expect(docs.tools.read).toBeGreaterThan(docs.tools.run);
});
