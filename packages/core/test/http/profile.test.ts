import { expect, it } from "vitest";
import { z } from "zod";
import type { ProfileText } from "../../src/ports/profile-store.ts";
import { runScenario } from "./run-scenario.ts";

const body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })) });

it("keeps the profile with which a conversation began, whatever is written later", async () => {
  let text = "Mira reads on a phone.";
  const read = async (): Promise<readonly ProfileText[]> => [
    {
      ...{ file: "user", day: null, text, version: 1, trimmed: "", personId: "p", byAgent: false },
      ...{ savedAt: 0, source: null },
    },
  ];
  const { requests, events } = await runScenario({
    script: (_request, position) => {
      text = "Mira reads on a desk.";
      return position === 0
        ? { text: "", calls: [{ id: "one", name: "read", arguments: '{"path":"a"}' }] }
        : { text: "Done." };
    },
    environment: { profile: { read } },
  });
  const systems = requests.map((request) => body.parse(JSON.parse(request.body)).messages[0]?.content ?? "");
  expect(systems).toHaveLength(2);
  expect(systems[0]).toContain("<user-profile>\nMira reads on a phone.\n</user-profile>");
  expect(systems[1]).toBe(systems[0]);
  const set = events("context.set").filter(({ data }) => data.slot === "profile");
  expect(set.map(({ data }) => data.source)).toEqual(["user 1"]);
});
