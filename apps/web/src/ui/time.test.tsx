import { expect, it } from "vitest";
import { ServerTimeContext } from "../lib/server-time.tsx";
import { renderMarkup } from "./testing/render-markup.tsx";
import { Distance, type DistanceProps } from "./time.tsx";

const NOW = 1_000_000_000;
const DAY_MS = 86_400_000;

const textOf = (props: DistanceProps): string =>
  renderMarkup(
    <ServerTimeContext value={{ now: NOW, timeZone: "UTC" }}>
      <Distance {...props} />
    </ServerTimeContext>,
  ).replaceAll(/<[^>]*>/gu, "");

it("counts the time until a moment down to zero, and no further", () => {
  expect(textOf({ until: NOW + 2.5 * DAY_MS })).toBe("2d 12h");
  expect(textOf({ until: NOW + 5_000 })).toBe("5s");
  expect(textOf({ until: NOW - 5_000 })).toBe("0s");
});

it("counts the time since a moment up from zero, although the clock of a server may be ahead", () => {
  expect(textOf({ since: NOW - 65_000 })).toBe("1m");
  expect(textOf({ since: NOW + 5_000 })).toBe("0s");
});
