import { expect, it } from "vitest";
import { teamMembers } from "./team-members.ts";

const writer = teamMembers.at(-1);

function reportAfter(lastResult: string): string {
  const view = { task: "", tail: "", pinned: "", lastResult, results: [lastResult] };
  return writer?.steps[1]?.(view)?.text ?? "";
}

it("reports whether the call wrote the file, found it unchanged, or was denied", () => {
  expect(reportAfter("Wrote what-the-agents-found.md")).toBe("Written to what-the-agents-found.md.");
  expect(
    reportAfter('"what-the-agents-found.md" already has exactly this content. Nothing was written.'),
  ).toBe("what-the-agents-found.md already had this content: nothing changed.");
  expect(reportAfter("The call was denied: what-the-agents-found.md")).toContain("was not written");
});
