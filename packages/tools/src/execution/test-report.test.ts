import { describe, expect, it } from "vitest";
import { readTestReport } from "./test-report.ts";

describe("readTestReport", () => {
  it("reads what vitest and jest write as JSON, among other lines", () => {
    const failure = {
      ...{ fullName: "adds two", status: "failed", location: null },
      failureMessages: ["AssertionError: expected -1 to be 3\n    at /p/add.test.ts:7:20"],
    };
    const results = [
      {
        name: "/p/add.test.ts",
        assertionResults: [failure, { fullName: "is", status: "passed", failureMessages: [] }],
      },
      { name: "/p/broken.test.ts", message: "SyntaxError: Unexpected token", assertionResults: [] },
    ];
    const json = JSON.stringify({
      numTotalTests: 2,
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: results,
    });
    expect(readTestReport("vitest", `> test\n${json}\n`)).toEqual({
      ...{ passed: 1, failed: 2 },
      failures: [
        {
          name: "adds two",
          message: "AssertionError: expected -1 to be 3\n    at /p/add.test.ts:7:20",
          place: "/p/add.test.ts:7",
        },
        { name: "/p/broken.test.ts", message: "SyntaxError: Unexpected token", place: "/p/broken.test.ts" },
      ],
    });
  });

  it("reads TAP of node:test, without groups that fail because of their tests", () => {
    const output = `TAP version 13
# Subtest: group
    # Subtest: adds
    not ok 1 - adds
      ---
      duration_ms: 1.2
      location: '/p/add.test.mjs:2:1'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:

        -1 !== 3
      code: 'ERR_ASSERTION'
      ...
    1..1
not ok 1 - group
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
1..1
# tests 2
# pass 1
# fail 1
`;
    expect(readTestReport("node", output)).toEqual({
      ...{ passed: 1, failed: 1 },
      failures: [
        {
          ...{ name: "adds", place: "/p/add.test.mjs:2" },
          message: "Expected values to be strictly equal:\n\n        -1 !== 3\n      code: 'ERR_ASSERTION'",
        },
      ],
    });
  });

  it("reads pytest, unittest, go and cargo", () => {
    const pytest = `..F
=== FAILURES ===
tests/test_a.py:4: AssertionError
FAILED tests/test_a.py::test_add - assert -1 == 3
1 failed, 2 passed in 0.03s
`;
    expect(readTestReport("pytest", pytest)).toEqual({
      ...{ passed: 2, failed: 1 },
      failures: [
        { name: "tests/test_a.py::test_add", message: "assert -1 == 3", place: "tests/test_a.py:4" },
      ],
    });
    const unittest = `F.
======
FAIL: test_add (test_a.T)
------
Traceback (most recent call last):
  File "/p/test_a.py", line 6, in test_add
    self.assertEqual(add(1, 2), 3)
AssertionError: -1 != 3

------
Ran 2 tests in 0.001s

FAILED (failures=1)
`;
    expect(readTestReport("unittest", unittest)).toEqual({
      ...{ passed: 1, failed: 1 },
      failures: [
        { name: "test_add (test_a.T)", message: "AssertionError: -1 != 3", place: "/p/test_a.py:6" },
      ],
    });
    const go = [
      { Action: "output", Package: "m", Test: "TestAdd", Output: "    add_test.go:8: got -1\n" },
      { Action: "fail", Package: "m", Test: "TestAdd" },
      { Action: "pass", Package: "m", Test: "TestSub" },
      { Action: "fail", Package: "m" },
    ];
    expect(readTestReport("go", go.map((event) => JSON.stringify(event)).join("\n"))).toEqual({
      ...{ passed: 1, failed: 1 },
      failures: [{ name: "m.TestAdd", message: "add_test.go:8: got -1", place: "add_test.go:8" }],
    });
    const cargo = `test tests::adds ... FAILED
test tests::subtracts ... ok
---- tests::adds stdout ----
thread 'tests::adds' panicked at src/lib.rs:9:5:
assertion failed
test result: FAILED. 1 passed; 1 failed; 0 ignored
`;
    expect(readTestReport("cargo", cargo)).toMatchObject({
      ...{ passed: 1, failed: 1 },
      failures: [{ name: "tests::adds", place: "src/lib.rs:9" }],
    });
  });

  it("returns null for the output of a runner that could not start", () => {
    for (const format of ["vitest", "jest", "node", "pytest", "unittest", "go", "cargo", "other"] as const)
      expect(readTestReport(format, "sh: 1: not found"), format).toBeNull();
  });
});
