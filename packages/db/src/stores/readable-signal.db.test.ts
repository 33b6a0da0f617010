import { readSignal, SIGNAL_KINDS, type SignalBody } from "@goaltrace/core/signals";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { createPool, query } from "../sql.ts";
import { readableSignal } from "./readable-signal.ts";

const pool = createPool(process.env.DATABASE_URL ?? "");
afterAll(async () => await pool.end());

const FIELDS = ["reason", "focus", "text", "approvalId", "arguments", "questionId", "traceId", "status"];
const value = fc.constantFrom<unknown>("done", "completed", "", null, 7, true, ["done"], { text: "done" });
const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...FIELDS), value), { selector: ([name]) => name });
const payload = fc.oneof(
  { weight: 1, arbitrary: value },
  { weight: 12, arbitrary: fields.map((entries) => Object.fromEntries(entries)) },
);
const kinds: readonly string[] = [...SIGNAL_KINDS, "teleport"] satisfies readonly (
  | SignalBody["kind"]
  | "teleport"
)[];
const stored = fc.record({ kind: fc.constantFrom(...kinds), payload });
const envelope = { id: "s", traceId: "t", personId: null, at: 1 };

it("agrees with the reader on which signals this version can read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { minLength: 500, maxLength: 500 }), async (rows) => {
      const results = await query<{ readonly readable: boolean | null }>(
        pool,
        `select ${readableSignal("row")} as readable
         from jsonb_array_elements($1::jsonb) with ordinality as item(signal, position)
         cross join lateral (select signal ->> 'kind' as kind, signal -> 'payload' as payload) as row
         order by position`,
        [JSON.stringify(rows)],
      );
      const readable = rows.map((row) => readSignal(envelope, row).kind !== "unknown");
      expect(readable).toContain(true);
      expect(results.map((row) => row.readable === true)).toEqual(readable);
    }),
    { numRuns: 20 },
  );
});
