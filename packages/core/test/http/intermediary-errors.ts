import { json, page, type ProviderError, raw, text } from "./provider-error.ts";

const nginx = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx/1.25.3</center>\r\n</body>\r\n</html>\r\n`;

/** The errors of proxies, firewalls, sign-in pages and other services that answer in place of a provider. */
export const INTERMEDIARY_ERRORS: readonly ProviderError[] = [
  page("nginx, bad gateway", [502, nginx("502 Bad Gateway")], {
    ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "502 (a web page: “502 Bad Gateway”)" },
  }),
  page("nginx, too large", [413, nginx("413 Request Entity Too Large")], {
    ...{ code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "413 (a web page" },
  }),
  page("nginx, no route", [404, nginx("404 Not Found")], {
    ...{
      code: "MODEL_NOT_FOUND",
      retry: "no",
      says: "a web page: “404 Not Found”",
      fix: "usually ends in /v1",
    },
  }),
  page(
    "HAProxy",
    [503, "<html><body><h1>503 Service Unavailable</h1>\nNo server is available.\n</body></html>"],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "“503 Service Unavailable”" },
    },
  ),
  page(
    "an error page of 880 kB",
    [502, `<!DOCTYPE html><html><title>Oops</title>${"<p>x</p>".repeat(110_000)}`],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "502 (a web page: “Oops”)" },
    },
  ),
  page(
    "Cloudflare, challenge",
    [403, "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>"],
    {
      ...{
        code: "MODEL_UNAVAILABLE",
        retry: "no",
        says: "403 (a web page: “Just a moment...”)",
        fix: "firewall",
      },
    },
  ),
  text(
    "Envoy",
    [503, "upstream connect error or disconnect/reset before headers. reset reason: connection failure"],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "reset reason: connection failure" },
    },
  ),
  text(
    "a colored text with control characters",
    [500, "\u001b[31mfatal\u001b[0m\u0007:\r\n\u202e out\u0000 of memory"],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "500: fatal : out of memory" },
    },
  ),
  page(
    "captive portal, page",
    [200, "<html><head><title>Hotel Wi-Fi: sign in</title></head><body>…</body></html>"],
    {
      ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "a web page: “Hotel Wi-Fi: sign in”" },
      fix: "the base URL usually ends in /v1",
    },
  ),
  page(
    "captive portal, status",
    [511, "<html><head><title>Network Authentication Required</title></head></html>"],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "no", says: "511 (a web page", fix: "sign-in page" },
    },
  ),
  {
    name: "captive portal, redirect",
    reply: raw(302, { location: "http://portal.hotel.test/login?session=s3cret#top" }, ""),
    ...{ code: "MODEL_REQUEST_INVALID", retry: "no" },
    says: "redirects to http://portal.hotel.test/login (302)",
    fix: "portal.hotel.test",
  },
  {
    name: "a web page announced as an event stream",
    reply: raw(200, { "content-type": "text/event-stream" }, "<!doctype html><title>Dashboard</title>"),
    ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "a web page: “Dashboard”" },
  },
  json("JSON of another service", [200, { status: "ok", version: "1.2.3" }], {
    ...{ code: "MODEL_NOT_FOUND", retry: "no", says: '"version":"1.2.3"', fix: "usually ends in /v1" },
  }),
  json("an error of another service", [200, { error: "tenant is suspended" }], {
    ...{ code: "MODEL_REQUEST_INVALID", retry: "no", says: "tenant is suspended" },
  }),
  {
    name: "an empty response",
    reply: raw(200, { "content-type": "application/json" }, ""),
    ...{ code: "MODEL_EMPTY_ANSWER", retry: "after_backoff", says: "empty response", fix: "/v1" },
  },
];
