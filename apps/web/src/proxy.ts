import { NextResponse } from "next/server";
import type { NextRequest, ProxyConfig } from "next/server";
import { contentSecurityPolicy } from "./lib/content-security-policy.ts";

/** Sets a content security policy with a new nonce per page. Next reads the nonce from the request and adds it to its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  // A build constant inserted by the bundler, not a read of the environment.
  // eslint-disable-next-line no-restricted-properties
  const development = process.env.NODE_ENV === "development";
  const policy = contentSecurityPolicy({ nonce, development });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-goaltrace-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** Matches pages only: data and static files do not run scripts. Excludes prefetches, whose nonce would be stale when shown. */
export const config: ProxyConfig = {
  matcher: [
    {
      source: "/((?!api/|v1/|health$|ready$|metrics$|_next/static/|_next/image/|icon\\.svg$).*)",
      missing: [
        { type: "header", key: "next-router-prefetch" },
        { type: "header", key: "purpose", value: "prefetch" },
      ],
    },
  ],
};
