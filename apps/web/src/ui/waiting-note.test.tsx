import { describe, expect, it } from "vitest";
import { renderMarkup } from "./testing/render-markup.tsx";
import { WaitingNote } from "./waiting-note.tsx";

const trace = { id: "t1", status: "waiting", waitingFor: null, projectFolder: "/projects/shop" } as const;

describe("WaitingNote", () => {
  it.each([
    ["en", "This run is paused.", "goaltrace resume t1"],
    ["zh", "此运行已暂停。", "goaltrace resume t1"],
  ] as const)("explains how to resume a paused run (%s)", (language, reason, fix) => {
    const markup = renderMarkup(<WaitingNote trace={{ ...trace, waitingFor: "pause" }} />, language);
    expect(markup).toContain(reason);
    expect(markup).toContain(fix);
  });

  it("names the folder that a run is waiting for", () => {
    const markup = renderMarkup(<WaitingNote trace={{ ...trace, waitingFor: "folder" }} />, "en");
    expect(markup).toContain("/projects/shop");
  });

  it("renders nothing for a running run or another waiting reason", () => {
    const running = { ...trace, status: "running", waitingFor: "worker" } as const;
    expect(renderMarkup(<WaitingNote trace={running} />, "en")).not.toContain("<p");
    expect(renderMarkup(<WaitingNote trace={{ ...trace, waitingFor: "budget" }} />, "en")).not.toContain(
      "<p",
    );
  });
});
