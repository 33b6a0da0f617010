import { buildTrace } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { lastConversation, messagesOf } from "./recent-messages.ts";

const run = (id: string, conversationId: string | null, tags: readonly string[]) =>
  buildTrace({ id, conversationId, tags, task: id });

it("finds the last conversation of the command line, not one of the browser nor a single run", () => {
  const runs = [
    run("a", "web", []),
    run("b", null, ["cli"]),
    run("c", "mine", ["cli"]),
    run("d", "older", ["cli"]),
  ];
  expect(lastConversation(runs)).toBe("mine");
  expect(lastConversation(runs.slice(0, 2))).toBeNull();
});

it("lists each message once, newest first", () => {
  const runs = [run("new", "c", []), run("old", "c", []), run("new", "c", [])];
  expect(messagesOf(runs)).toEqual(["new", "old"]);
});
