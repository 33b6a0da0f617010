import { expect, it } from "vitest";
import { z } from "zod";
import { rebuildRequest } from "../../src/context/rebuild-request.ts";
import { toolsJson } from "../../src/context/tools-json.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { buildLog, testRequest } from "../../src/testing/builders.ts";

const page = defineTool({
  name: "page",
  description: "Turns a page.",
  input: z.object({ page: z.number().int() }),
  annotations: {},
  execute: async () => ({ title: "", output: "" }),
});

/** The bytes that the first released converter produced for `page`. Stored logs contain blobs like this one. */
const STORED =
  '[{"type":"function","function":{"name":"page","description":"Turns a page.","parameters":{"type":"object","properties":{"page":' +
  '{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"required":["page"]}}}]';
/** The bytes sent by the current version. */
const SENT =
  '[{"type":"function","function":{"name":"page","description":"Turns a page.","parameters":{"type":"object","properties":{"page":' +
  '{"type":"integer"}},"required":["page"]}}}]';

it("rebuilds a stored request with its original tool schemas", () => {
  expect(toolsJson([page])).toBe(SENT);
  const log = buildLog();
  const task = log.user("Turn the page");
  const rebuilt = rebuildRequest(
    { ...testRequest, model: "mock", toolsBlob: "stored", ranges: [[task.sequence, task.sequence]] },
    log.entries,
    { sendReasoning: false, blobText: (sha256) => (sha256 === "stored" ? STORED : undefined) },
  );
  expect(rebuilt).toContain(`"tools":${STORED}`);
});
