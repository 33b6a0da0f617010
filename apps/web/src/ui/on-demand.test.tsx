// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { onDemand } from "./on-demand.tsx";
import { renderPage } from "./testing/render-page.tsx";

function View(): string {
  return "the view";
}

it("loads the code once, and not on the server", async () => {
  let loads = 0;
  const loaded = Promise.resolve(View);
  const Lazy = onDemand(
    () => {
      loads += 1;
      return loaded;
    },
    <p>soon</p>,
  );
  expect(renderToStaticMarkup(<Lazy />)).toBe("<p>soon</p>");
  expect(loads).toBe(0);
  Lazy.preload();
  Lazy.preload();
  await loaded;
  Lazy.preload();
  expect(loads).toBe(1);
  // Hydration must match the server's HTML, so the server always renders the placeholder.
  expect(renderToStaticMarkup(<Lazy />)).toBe("<p>soon</p>");
});

it("loads the code again after a failure", async () => {
  let loads = 0;
  const Lazy = onDemand<object>(() => {
    loads += 1;
    return Promise.reject(new Error("offline"));
  });
  Lazy.preload();
  await Promise.resolve();
  await Promise.resolve();
  Lazy.preload();
  expect(loads).toBe(2);
});

it("reports that a note is in its place when the code does not load", async () => {
  const onMissing = vi.fn();
  const Lazy = onDemand<object>(async () => await Promise.reject(new Error("offline")));
  const page = await renderPage(<Lazy onMissing={onMissing} />);
  expect(page.button("Try again")).toBeDefined();
  expect(onMissing).toHaveBeenCalled();
});
