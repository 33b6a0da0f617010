import { describe, expect, it } from "vitest";
import { markupOf } from "./testing/markup-of.tsx";
import { WaitingNote } from "./waiting-note.tsx";

const trace = { id: "t1", status: "waiting", waitingFor: null, projectFolder: "/projects/shop" } as const;

describe("WaitingNote", () => {
  it.each([
    ["en", "This run is paused.", "goaltrace resume t1"],
    ["zh", "此运行已暂停。", "goaltrace resume t1"],
  ] as const)("says of a paused run what lets it continue (%s)", (language, reason, fix) => {
    const markup = markupOf(<WaitingNote trace={{ ...trace, waitingFor: "pause" }} />, language);
    expect(markup).toContain(reason);
    expect(markup).toContain(fix);
  });

  it("names the folder that a run waits for", () => {
    const markup = markupOf(<WaitingNote trace={{ ...trace, waitingFor: "folder" }} />, "en");
    expect(markup).toContain("/projects/shop");
  });

  it("says nothing of a run that works or waits for something else", () => {
    const running = { ...trace, status: "running", waitingFor: "worker" } as const;
    expect(markupOf(<WaitingNote trace={running} />, "en")).not.toContain("<p");
    expect(markupOf(<WaitingNote trace={{ ...trace, waitingFor: "budget" }} />, "en")).not.toContain("<p");
  });
});
