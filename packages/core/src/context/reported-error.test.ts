import { expect, it } from "vitest";
import { reportedError } from "./reported-error.ts";

it.each([
  ["compiling…\nerror: expected `;`\ndone", "error: expected `;`"],
  ["fatal: not a git repository", "fatal: not a git repository"],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no such order',
    "ValueError: no such order",
  ],
  [
    "  at x\nTypeError: undefined is not a function\n    at run (a.js:1:2)",
    "TypeError: undefined is not a function",
  ],
  ["3 passed\n FAIL src/price.test.ts > rounds", "FAIL src/price.test.ts > rounds"],
  ["no output\n[exit code: 2]", "[exit code: 2]"],
  ["Process exited with status 127", "Process exited with status 127"],
  ['{"returncode": 1, "stdout": ""}', '{"returncode": 1, "stdout": ""}'],
  ['{"error": {"message": "order not found"}}', '{"error": {"message": "order not found"}}'],
  ["thread 'main' panicked at src/main.rs:4", "thread 'main' panicked at src/main.rs:4"],
  ["错误：订单不存在", "错误：订单不存在"],
  [`${"fine\n".repeat(20_000)}error: at the very end`, "error: at the very end"],
])("finds the error that %j reports", (output, line) => {
  expect(reportedError(output)).toBe(line);
});

it.each([
  "12 passed, 0 failed",
  "exit code: 0",
  '{"error": null, "orders": []}',
  "Failed: 0\nErrors: none",
  "the error handling was improved; see errors.ts",
  "const error = new Error('x');",
])("finds none in %j", (output) => {
  expect(reportedError(output)).toBeUndefined();
});

it("takes time in proportion to the text", () => {
  expect(reportedError("exit ".repeat(400_000))).toBeUndefined();
  expect(reportedError(" ".repeat(400_000))).toBeUndefined();
  expect(reportedError("a.".repeat(400_000))).toBeUndefined();
});
