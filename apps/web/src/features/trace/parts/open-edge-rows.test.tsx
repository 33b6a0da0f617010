import type { GraphTurn } from "@goaltrace/core/graph";
import { expect, it } from "vitest";
import { renderMarkup } from "../../../ui/testing/render-markup.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { OpenEdgeRows } from "./open-edge-rows.tsx";

it("names a call by its text without Markdown", () => {
  const description: GraphTurn["description"] = "There is **no summary** in `reports/**`.";
  const state = buildDebugger({
    entries: [
      { ...{ q: 1, t: 1, g: "root", k: "begin" }, d: "Report" },
      { ...{ q: 2, t: 2, g: "root", k: "assistant" }, d: description, i: 1, o: 1, c: 0, m: 1, calls: [] },
    ],
  });
  const html = renderMarkup(
    <DebuggerProvider state={state}>
      <OpenEdgeRows goalId="root" />
    </DebuggerProvider>,
  );
  expect(html).toContain("There is no summary in reports/**.");
});
