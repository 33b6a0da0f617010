import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

const { traces } = createDatabase(process.env["DATABASE_URL"] ?? "");

it("reads short ranges of several logs together, each as it was asked for", async () => {
  const [ours, theirs] = [newScope(), newScope()];
  const long = newTrace(ours, { lastSequence: 20 });
  const short = newTrace(theirs, { lastSequence: 2 });
  for (const trace of [long, short]) {
    const entries = Array.from({ length: trace.lastSequence }, (_, index) => newEntry(trace.id, index + 1));
    await traces.create(trace, trace, entries, []);
  }
  const found = await Promise.all([
    sequences(ours, long, { after: 0, until: 3 }),
    sequences(theirs, short, { after: 0, until: 2 }),
    sequences(ours, long, { after: 5, until: 9, limit: 2 }),
    // No range of another workspace's log.
    sequences(ours, short, { after: 0, until: 2 }),
    sequences(ours, long, { after: 18 }),
    sequences(ours, long, { after: 0, until: 20 }),
    sequences(theirs, short, { after: 2, until: 2 }),
  ]);
  const all = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(found).toEqual([[1, 2, 3], [1, 2], [6, 7], [], [19, 20], all, []]);
});

async function sequences(
  scope: ReturnType<typeof newScope>,
  { id }: { readonly id: string },
  range: { readonly after: number; readonly until?: number; readonly limit?: number },
): Promise<readonly number[]> {
  return (await traces.entries(scope, id, range)).map(({ sequence }) => sequence);
}
