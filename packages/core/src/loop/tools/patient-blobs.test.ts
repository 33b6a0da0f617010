import { expect, it } from "vitest";
import { createInMemoryStores } from "../../adapters/in-memory/stores.ts";
import { GoaltraceError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import { createTestClock } from "../../testing/builders.ts";
import { linkAbort } from "../link-abort.ts";
import { patientBlobs } from "./patient-blobs.ts";

const scope = { workspaceId: "w", personId: "p" };
const blob = { sha256: "0".repeat(64), mediaType: "text/plain", encoding: "utf8", text: "a" } as const;
const away = new GoaltraceError({ code: "DATABASE_UNAVAILABLE", message: "Away.", fix: "Wait." });

/** Blobs whose `put` fails with these errors, in order, and then works. */
function failingBlobs(errors: readonly Error[]): { readonly blobs: BlobStore; readonly left: Error[] } {
  const left = [...errors];
  const { blobs } = createInMemoryStores(createTestClock());
  const put: BlobStore["put"] = async (...request) => {
    const error = left.shift();
    if (error !== undefined) throw error;
    await blobs.put(...request);
  };
  return { blobs: { ...blobs, put }, left };
}

it("repeats an operation until the database is back", async () => {
  const { blobs } = failingBlobs([away, away, away]);
  const patient = patientBlobs(blobs, createTestClock(), linkAbort(new AbortController().signal));
  await patient.put(scope, blob);
  expect(await patient.get(scope, blob.sha256)).toEqual(blob);
});

it("suspends the time limit of the call while it waits", async () => {
  const { blobs } = failingBlobs([away, away]);
  const steps: string[] = [];
  const clock = {
    ...createTestClock(),
    sleep: async () => void (await Promise.resolve(steps.push("waits"))),
  };
  const suspendLimit = (): (() => void) => {
    steps.push("suspended");
    return () => void steps.push("resumed");
  };
  const patient = patientBlobs(blobs, clock, { ...linkAbort(new AbortController().signal), suspendLimit });
  await patient.put(scope, blob);
  await patient.get(scope, blob.sha256);
  expect(steps).toEqual(["suspended", "waits", "waits", "resumed"]);
});

it("rejects at once with other errors, and with the outage when the call is aborted", async () => {
  const other = new Error("invalid text");
  const { blobs, left } = failingBlobs([other, away, away]);
  await expect(
    patientBlobs(blobs, createTestClock(), linkAbort(new AbortController().signal)).put(scope, blob),
  ).rejects.toBe(other);
  await expect(
    patientBlobs(blobs, createTestClock(), linkAbort(AbortSignal.abort())).put(scope, blob),
  ).rejects.toBe(away);
  expect(left).toEqual([away]);
});
