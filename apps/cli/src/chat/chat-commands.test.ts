import { describe, expect, it } from "vitest";
import { CHAT_COMMANDS, commandHint, completeCommand, readChatCommand } from "./chat-commands.ts";

describe("readChatCommand", () => {
  it.each([
    ["/budget 0.50usd,10m", "budget", "0.50usd,10m"],
    ["  /Compact  the prices\nfirst ", "compact", "the prices\nfirst"],
    ["/exit", "quit", ""],
    ["/?", "help", ""],
    ["/new", "clear", ""],
  ])("reads %j as /%s with %j", (line, name, argument) => {
    const typed = readChatCommand(line);
    expect(typed?.command.name).toBe(name);
    expect(typed?.argument).toBe(argument);
  });

  it.each(["hello", "say /quit", "/etc/hosts is a file", "/usr/bin", "", "/"])(
    "leaves %j to the model",
    (line) => {
      expect(readChatCommand(line)).toBeNull();
    },
  );

  it("names the nearest command of an unknown one", () => {
    expect(() => readChatCommand("/budgte 5usd")).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", fix: "Did you mean /budget?" }) as Error,
    );
  });
});

it("has one command for each name", () => {
  const names = CHAT_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

it("completes the beginning of a command, and explains the one that is left", () => {
  expect(completeCommand("/co")).toEqual(["/compact"]);
  expect(completeCommand("/compact fo")).toEqual([]);
  expect(completeCommand("co")).toEqual([]);
  expect(commandHint("/c")).toBe("/compact  /clear");
  expect(commandHint("/mod")).toContain("/model [name]: ");
  expect(commandHint("/model mo")).toContain("/model [name]: ");
  expect(commandHint("hello /m")).toBe("");
});
