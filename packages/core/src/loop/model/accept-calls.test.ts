import fc from "fast-check";
import { expect, it } from "vitest";
import { acceptCalls } from "./accept-calls.ts";

const received = fc.record({
  id: fc.option(fc.constantFrom("", "a", "a_2", "b")),
  name: fc.string({ maxLength: 80 }),
  arguments: fc.oneof(fc.json(), fc.string()),
});

it("makes ids unique and names valid for any input without losing a call", () => {
  fc.assert(
    fc.property(
      fc.array(received, { maxLength: 20 }),
      fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      (raw, usedIds) => {
        let next = 0;
        const { calls } = acceptCalls(raw, {
          tools: { tools: [], find: () => undefined },
          finishReason: "tool_calls",
          knownIds: new Set(usedIds),
          newId: () => `new${(next += 1)}`,
        });
        expect(calls).toHaveLength(raw.length);
        expect(new Set([...usedIds, ...calls.map((call) => call.id)]).size).toBe(
          usedIds.length + calls.length,
        );
        for (const [index, call] of calls.entries()) {
          expect(call.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(call.problem).toBeDefined();
          expect(call.received?.arguments ?? call.arguments).toBe(raw[index]?.arguments);
        }
      },
    ),
  );
});
