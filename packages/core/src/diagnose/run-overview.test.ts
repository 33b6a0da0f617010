import { describe, expect, it } from "vitest";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { createOverview, type RunOverview } from "./run-overview.ts";

function readOverview(log: LogBuilder): RunOverview {
  const overview = createOverview();
  for (const entry of log.entries) overview.add(entry);
  return overview.overview();
}

function write(log: LogBuilder, path: string, beforeBlob: string | null): number {
  const turn = log.assistant({ calls: [{ name: "edit_file" }] });
  const toolCallId = turn.toolCalls[0]?.id ?? "";
  log.event({ type: "tool.started", data: { toolCallId, toolName: "edit_file", effect: "effectful" } });
  log.event({
    type: "file.changed",
    data: { toolCallId, path, beforeBlob, afterBlob: "after", added: 2, removed: 1 },
  });
  return log.tool(toolCallId, { toolName: "edit_file" }).sequence;
}

describe("createOverview", () => {
  it("reports the tool that wrote a file, pointing to the result of each call", () => {
    const log = buildLog();
    const created = write(log, "a.ts", null);
    const changed = write(log, "a.ts", "before");
    write(log, "b.ts", null);
    const { files } = readOverview(log);
    expect(files.map((file) => file.path)).toEqual(["a.ts", "b.ts"]);
    expect(files[0]?.writes).toMatchObject([
      { sequence: created, toolName: "edit_file", created: true, added: 2, removed: 1 },
      { sequence: changed, toolName: "edit_file", created: false },
    ]);
  });

  it("keeps a write whose call never returned, pointing to the change itself", () => {
    const log = buildLog();
    log.event({
      type: "file.changed",
      data: { toolCallId: "x", path: "a", beforeBlob: null, afterBlob: "b", added: 1, removed: 0 },
    });
    expect(readOverview(log).files[0]?.writes).toMatchObject([{ sequence: 1, toolName: "" }]);
  });

  it("returns the five most expensive calls, by tokens when nothing has a price", () => {
    const log = buildLog();
    const base = log.assistant({ text: "0" });
    for (let index = 1; index < 8; index += 1)
      log.add({ ...base, id: undefined, text: String(index), cost: index === 3 ? null : index / 100 });
    const { expensive, lastSequence } = readOverview(log);
    expect(expensive.map((call) => call.cost)).toEqual([0.07, 0.06, 0.05, 0.04, 0.02]);
    expect(lastSequence).toBe(8);
  });
});
