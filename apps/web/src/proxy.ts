import { NextResponse } from "next/server";
import type { NextRequest, ProxyConfig } from "next/server";
import { contentSecurityPolicy } from "./lib/content-security-policy.ts";

/** Gives every page a nonce of its own and the policy that names it; Next reads it from the request and signs its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  // A constant of the build, put in by the bundler: nothing is read from the environment here.
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

/** Pages only: data and static files run no scripts. Prefetches are left out because their nonce would be stale when shown. */
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
