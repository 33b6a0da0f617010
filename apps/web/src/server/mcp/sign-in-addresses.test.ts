import { expect, it } from "vitest";
import { mcpClientMetadata, mcpReturnAddress } from "./sign-in-addresses.ts";

it("redirects to the page of its workspace, with only what completes the sign-in", () => {
  const query = new URLSearchParams({ code: "c d", state: "my-shop.abc", iss: "https://as.example", x: "1" });
  expect(mcpReturnAddress(query)).toBe(
    "/w/my-shop/settings/mcp?code=c+d&state=my-shop.abc&iss=https%3A%2F%2Fas.example",
  );
});

it.each(["", "//evil.example.abc", "../x.abc", "nodot"])(
  "redirects nowhere else for a foreign state %j",
  (state) => {
    expect(mcpReturnAddress(new URLSearchParams({ state, code: "c" }))).toBe("/");
  },
);

it("describes this program under its own address", () => {
  expect(mcpClientMetadata("https://goals.example")).toMatchObject({
    client_id: "https://goals.example/api/mcp/client-metadata",
    redirect_uris: ["https://goals.example/api/mcp/signed-in"],
    token_endpoint_auth_method: "none",
  });
});
