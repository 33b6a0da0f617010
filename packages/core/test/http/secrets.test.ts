import { expect, it } from "vitest";
import { createKeyRedactor } from "../../src/adapters/system/index.ts";
import { runScenario } from "./run-scenario.ts";

const KEY = "sk-live-0123456789abcdef";

it("keeps a key in any input out of the log, the stream and the next request", async () => {
  const outcome = await runScenario({
    script: [
      { kind: "status", status: 503, error: { message: `upstream refused ${KEY}` } },
      {
        text: `It is ${KEY}, I think.`,
        reasoning: `The key ${KEY}`,
        calls: [
          { id: "c1", name: "write", arguments: JSON.stringify({ path: KEY }) },
          { id: "c2", name: `look_${KEY}`, arguments: `{"broken": ${KEY}` },
        ],
      },
      { text: "done" },
    ],
    environment: { redactor: createKeyRedactor({ "model-key": [KEY] }) },
  });
  expect(outcome.trace.status).toBe("completed");
  expect(JSON.stringify(outcome.entries)).not.toContain(KEY);
  expect(JSON.stringify(outcome.updates)).not.toContain(KEY);
  const streamed = outcome.updates.map((update) => (update.kind === "delta" ? update.text : "")).join("");
  expect(streamed).not.toContain(KEY.slice(3));
  expect(outcome.requests.map((request) => request.body).join("\n")).not.toContain(KEY);
  expect(JSON.stringify(outcome.entries)).toContain("[redacted:model-key#1]");
});
