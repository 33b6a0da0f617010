import { existsSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { PHASE_PRODUCTION_BUILD } from "next/constants";

const repositoryRoot = path.resolve(process.cwd(), "../..");

/** Sent with every answer. The content security policy carries a nonce per request and is set in `src/proxy.ts`. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "X-Permitted-Cross-Domain-Policies", value: "none" },
  {
    key: "Permissions-Policy",
    value: "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  },
];

/**
 * Next packs an answer (gzip) by a content type that it sets itself; one that a route handler sets it does not recognise. So the type of
 * what the procedures answer is said here. Streams of events, which are asked for as such, keep their own.
 */
const packedAnswers: Awaited<ReturnType<NonNullable<NextConfig["headers"]>>>[number] = {
  source: "/api/trpc/:path*",
  missing: [{ type: "header", key: "accept", value: "text/event-stream" }],
  headers: [{ key: "Content-Type", value: "application/json" }],
};

const configuration: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ["@goaltrace/core", "@goaltrace/db", "@goaltrace/host", "@goaltrace/tools"],
  // `npm run check` checks the types of the same sources; a newcomer's first start need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // gpt-tokenizer is a table of 200,000 tokens: bundled, it is compiled once for each group of routes and takes longer than all the rest.
  serverExternalPackages: ["pg", "@prisma/adapter-pg", "pino", "gpt-tokenizer"],
  // Packages are consumed as source from the repository, so both resolvers must see its root.
  turbopack: { root: repositoryRoot },
  outputFileTracingRoot: repositoryRoot,
  headers: async () => [{ source: "/:path*", headers: securityHeaders }, packedAnswers],
};

const withTexts = createNextIntlPlugin({
  requestConfig: "./src/lib/i18n.ts",
  experimental: { messages: { path: "./messages", locales: ["en", "zh"], format: "json", precompile: true } },
});

/** A newcomer's first build writes no cache, which takes time and may never be read; later builds use one. */
const hasBuiltBefore = existsSync(path.join(process.cwd(), ".next", "BUILD_ID"));

const buildOnly: NonNullable<NextConfig["experimental"]> = {
  turbopackFileSystemCacheForBuild: hasBuiltBefore,
  // Nothing reads the maps of a build: browsers get none, and the server does not run with --enable-source-maps.
  turbopackSourceMaps: false,
  // Compiling is quicker, and the functions in a stack trace keep their names.
  turbopackMinify: { server: false, client: true, edge: true },
};

export default function configure(phase: string): NextConfig {
  return withTexts(
    phase === PHASE_PRODUCTION_BUILD ? { ...configuration, experimental: buildOnly } : configuration,
  );
}
