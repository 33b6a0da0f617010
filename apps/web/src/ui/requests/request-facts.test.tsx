import { expect, it } from "vitest";
import { ServerTimeContext } from "../../lib/server-time.tsx";
import { renderMarkup } from "../testing/render-markup.tsx";
import { RequestFacts } from "./request-facts.tsx";
import { buildRequest } from "./testing/build-request.ts";

const NOW = 1_000_000_000;

function textOf(changes: Parameters<typeof buildRequest>[0], language: "en" | "zh" = "en"): string {
  return renderMarkup(
    <ServerTimeContext value={{ now: NOW, timeZone: "UTC" }}>
      <RequestFacts workspace="shop" request={buildRequest(changes)} />
    </ServerTimeContext>,
    language,
  ).replaceAll(/<[^>]*>/gu, "");
}

it("says how much time is left, and nothing less than none", () => {
  expect(textOf({ expiresAt: NOW + 90 * 60_000 })).toContain("not denied. 1h 30m left");
  expect(textOf({ expiresAt: NOW - 5_000 })).toContain("not denied. 0s left");
});

it("says what follows when a call of unknown outcome expires", () => {
  const request = { kind: "effect", expiresAt: NOW } as const;
  expect(textOf(request)).toContain("Then the outcome stays unknown.");
  expect(textOf(request, "zh")).toContain("之后结果仍为未知。");
});
