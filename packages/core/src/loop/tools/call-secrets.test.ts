import { expect, it } from "vitest";
import { GoaltraceError } from "../../errors.ts";
import type { RunSecrets, SecretRequest } from "../../ports/run-secrets.ts";
import { createLoopRun } from "../../testing/loop-run.ts";
import type { OpenCall } from "../run-state.ts";
import { createCallSecrets } from "./call-secrets.ts";

const open: OpenCall = {
  call: { id: "call", name: "webfetch", arguments: "{}" },
  goalId: "goal",
  started: null,
};
const address = { kind: "address", address: "https://api.example.com/v1" } as const;

async function setUp(secrets: Partial<RunSecrets> = {}) {
  const noted: (readonly [SecretRequest, ReadonlyMap<string, number>])[] = [];
  const run = await createLoopRun({
    environment: {
      secrets: {
        open: async ({ names }) => new Map(names.map((name) => [name, `value of ${name}`])),
        noteUse: async (request, sequences) => void noted.push([request, sequences]),
        ...secrets,
      },
    },
  });
  const abort = new AbortController();
  return { run, abort, noted, secrets: createCallSecrets(run.context, open, abort.signal) };
}

it("gives a call its values once their use is durable in the log", async () => {
  const { run, secrets, noted } = await setUp();
  const values = await secrets.reveal(["a", "b", "a"], address);
  expect([...values]).toEqual([
    ["a", "value of a"],
    ["b", "value of b"],
  ]);
  const committed = run.commits.flatMap(({ entries }) => entries);
  expect(committed).toMatchObject([
    {
      type: "secret.used",
      goalId: "goal",
      data: { toolCallId: "call", secret: "a", domain: "api.example.com" },
    },
    { type: "secret.used", data: { secret: "b" } },
  ]);
  expect(noted).toEqual([
    [
      {
        names: ["a", "b", "a"],
        tool: "webfetch",
        traceId: "trace",
        toolCallId: "call",
        destination: address,
      },
      new Map(committed.map((entry, index) => [["a", "b"][index], entry.sequence])),
    ],
  ]);
});

it("reveals nothing and logs nothing when a secret is refused", async () => {
  const refusal = new GoaltraceError({ code: "NOT_ALLOWED", message: "not for you", fix: "Ask." });
  const { run, secrets } = await setUp({ open: async () => await Promise.reject(refusal) });
  await expect(secrets.reveal(["a"], address)).rejects.toBe(refusal);
  expect(run.commits).toEqual([]);
});

it("reveals nothing when the log cannot be written", async () => {
  const { run, secrets } = await setUp();
  run.context.ports.traces.append = async () => await Promise.reject(new Error("lease lost"));
  await expect(secrets.reveal(["a"], address)).rejects.toThrow("lease lost");
});

it("reveals nothing to a call that is over", async () => {
  const { run, secrets, abort } = await setUp();
  abort.abort(new Error("over"));
  await expect(secrets.reveal(["a"], address)).rejects.toThrow("over");
  expect(run.commits).toEqual([]);
});

it("provides no secrets in a run without them", async () => {
  const { context } = await createLoopRun();
  const secrets = createCallSecrets(context, open, new AbortController().signal);
  await expect(secrets.reveal(["a"], address)).rejects.toThrow("There is no secret a");
});
