// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { ResultImages } from "./result-images.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

type Report = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

/** The observers of the page. */
let reports: Report[] = [];
const comeNear = async (): Promise<void> =>
  await act(async () => {
    for (const report of reports) report([{ isIntersecting: true }]);
  });
beforeEach(() => {
  reports = [];
  const observer = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    "IntersectionObserver",
    vi.fn(function (report: Report) {
      reports.push(report);
      return observer;
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const NOT_STORED = "missing";
const LARGE = "large";

/** Renders images with these blobs and returns the requests, and the addresses of the images on the page. */
async function render(...blobs: readonly string[]) {
  const api = createFakeApi(async ({ path, input }) => {
    const { sha256 } = { sha256: "", ...Object(input) } as { readonly sha256: string };
    if (sha256 === NOT_STORED) throw new Error("This image is not stored.");
    const base64 = path === "traceInspect.thumbnail" && sha256 === LARGE ? null : `whole-${sha256}`;
    return { base64, bytes: 3_200_000 };
  });
  const page = await renderPage(
    <ResultImages
      workspace="shop"
      name="browser__shot"
      images={blobs.map((blob) => ({ mediaType: "image/png", blob }))}
      href="/trace"
    />,
    api.Wrapper,
  );
  const paths = (): readonly string[] => api.requests.map(({ path }) => path);
  const images = (): readonly (string | null)[] =>
    [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  const button = (title: string) => document.querySelector<HTMLButtonElement>(`button[title="${title}"]`);
  return { page, paths, images, button };
}

it("loads a thumbnail when it comes near the screen, and shows that image whole", async () => {
  const { paths, images, button } = await render("a");
  expect(paths()).toEqual([]);
  await comeNear();
  await waitForRender(() => expect(images()).toEqual(["data:image/png;base64,whole-a"]));
  expect(document.querySelector("img")?.getAttribute("alt")).toBe("Image from browser__shot");
  await act(async () => button("Image from browser__shot")?.click());
  await waitForRender(() => expect(images()).toHaveLength(2));
  expect(paths()).toEqual(["traceInspect.thumbnail"]);
});

it("loads a large image only when a person opens it", async () => {
  const { page, paths, images, button } = await render(LARGE);
  await comeNear();
  await waitForRender(() => expect(page.text()).toContain("Show the image, 3.2 MB"));
  expect(images()).toEqual([]);
  await act(async () => button("Image from browser__shot")?.click());
  await waitForRender(() => expect(images()).toEqual([`data:image/png;base64,whole-${LARGE}`]));
  expect(paths()).toEqual(["traceInspect.thumbnail", "traceInspect.image"]);
});

it("says next to the others that an image cannot be shown, and leaves all but four to the trace", async () => {
  const { page, images } = await render("a", NOT_STORED, "c", "d", "e", "f");
  await comeNear();
  await waitForRender(() => expect(images()).toHaveLength(3));
  await waitForRender(() => expect(page.text()).toContain("This image can’t be shown."));
  expect(document.querySelector("img")?.getAttribute("alt")).toBe("Image 1 of 6 from browser__shot");
  expect(page.text()).toContain("2 more images in the trace");
});
