import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { onDemand } from "./on-demand.tsx";

function Piece(): string {
  return "the piece";
}

it("code that is shown on demand is asked for once, and not by the server", async () => {
  let asked = 0;
  const there = Promise.resolve(Piece);
  const Late = onDemand(
    () => {
      asked += 1;
      return there;
    },
    <p>soon</p>,
  );
  expect(renderToStaticMarkup(<Late />)).toBe("<p>soon</p>");
  expect(asked).toBe(0);
  Late.preload();
  Late.preload();
  await there;
  Late.preload();
  expect(asked).toBe(1);
  // The browser's first rendering over the server's HTML must be the same, so the server never shows more than the placeholder.
  expect(renderToStaticMarkup(<Late />)).toBe("<p>soon</p>");
});

it("code that did not come is asked for again", async () => {
  let asked = 0;
  const Late = onDemand<object>(() => {
    asked += 1;
    return Promise.reject(new Error("offline"));
  });
  Late.preload();
  await Promise.resolve();
  await Promise.resolve();
  Late.preload();
  expect(asked).toBe(2);
});
