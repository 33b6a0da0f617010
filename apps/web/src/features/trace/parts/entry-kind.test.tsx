// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { useEntryText } from "./entry-kind.tsx";

function Description({ entry }: { readonly entry: OutlineEntry }): ReactElement {
  const { kind, description } = useEntryText();
  return <p>{`${kind(entry)} | ${description(entry)}`}</p>;
}

const child = { q: 1, t: 0, g: "root", k: "child", child: "c" } as const;

it.each<readonly [string, OutlineEntry, string]>([
  [
    "a started agent by its name and task, so that branches differ",
    { ...child, state: "spawned", d: "explore", task: "Look at place 7" },
    "Sub-agent | explore: Look at place 7",
  ],
  [
    "a started agent of an earlier version by its name",
    { ...child, state: "spawned", d: "explore" },
    "Sub-agent | explore",
  ],
  [
    "an agent that has ended by its answer",
    { ...child, state: "completed", d: "Place 7 is in order." },
    "Sub-agent | Place 7 is in order.",
  ],
])("describes %s", async (_, entry, text) => {
  const page = await renderPage(<Description entry={entry} />);
  expect(page.text()).toBe(text);
});
