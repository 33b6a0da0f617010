import { GoaltraceError } from "@goaltrace/core";
import { expect, it } from "vitest";
import { checkArguments, findCommand } from "./find-command.ts";
import { program } from "./program.ts";

function usageMessage(commandArguments: readonly string[]): string {
  try {
    checkArguments(findCommand(program, commandArguments));
    return "";
  } catch (thrown) {
    if (!(thrown instanceof GoaltraceError)) throw thrown;
    expect(thrown.code).toBe("INVALID_INPUT");
    return `${thrown.message} ${thrown.fix}`;
  }
}

it.each([
  [["rum", "Hello"], "Did you mean run?"],
  [["admin", "create-usr"], "Did you mean create-user? See: goaltrace admin --help"],
  [["admin", "create-user", "--mail", "x"], "Did you mean --email?"],
  [["run", "Hello", "--modle", "x"], "Did you mean --model? See: goaltrace run --help"],
  [["run", "Hello", "--modle=x"], "Did you mean --model?"],
  [["run", "Hello", "-j"], 'no option "-j"'],
  [["run", "Hello", "--model"], "--model needs a value"],
  [["run", "Hello", "--model", "--json"], "--model needs a value"],
  [["run", "say", "hello"], "quote text that contains spaces"],
  [["doctor", "now"], "goaltrace doctor takes 0 arguments, but got 1"],
  [["replay"], 'no command "replay"'],
])("rejects %j and suggests a fix", (commandArguments, expected) => {
  expect(usageMessage(commandArguments)).toContain(expected);
});

it.each([
  [["run", "Hello", "--json", "--model", "a,b", "--folder=/tmp"]],
  [["run", "--json", "--", "--help me"]],
  [["admin", "create-user", "--email", "a@b.c", "--password", "-x-"]],
  [["worker", "--concurrency", "4"]],
  [[]],
])("accepts %j", (commandArguments) => {
  expect(usageMessage(commandArguments)).toBe("");
});
