// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../testing/render-page.tsx";
import { OpenRequests } from "./open-requests.tsx";
import { buildRequest } from "./testing/build-request.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

it("keeps a decided request on the page until the run continues, although it is no longer open", async () => {
  let isOpen = true;
  const api = createFakeApi(async ({ path }) => {
    if (path === "requests.approve") isOpen = false;
    return await Promise.resolve(path === "requests.ofTrace" && isOpen ? [buildRequest()] : []);
  });
  const page = await renderPage(<OpenRequests workspace="shop" traceId="t1" />, api.Wrapper);
  await waitForRender(() => expect(page.text()).toContain("Run write_file?"));
  const approve = [...document.querySelectorAll("button")].find(({ textContent }) =>
    textContent.includes("Approve once"),
  );
  await act(async () => approve?.click());
  const reads = (): number => api.requests.filter(({ path }) => path === "requests.ofTrace").length;
  await waitForRender(() => {
    expect(reads()).toBeGreaterThan(1);
    expect(page.text()).toContain("You approved this");
  });
  expect(document.querySelectorAll("article")).toHaveLength(1);
});
