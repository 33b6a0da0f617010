import { existsSync } from "node:fs";
import path from "node:path";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** @typedef {import("next").NextConfig} NextConfig */

// JavaScript, because Next compiles a TypeScript configuration again at each start.

const repositoryRoot = path.resolve(process.cwd(), "../..");

/** Sent with every response. `src/proxy.ts` sets the content security policy, which needs a nonce per request. */
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
 * Next compresses a response only if it knows the content type in advance, and it does not see types set by a route handler. So the type of
 * tRPC responses is declared here. Event streams, identified by their Accept header, keep their own.
 *
 * @type {Awaited<ReturnType<NonNullable<NextConfig["headers"]>>>[number]}
 */
const compressedResponses = {
  source: "/api/trpc/:path*",
  missing: [{ type: "header", key: "accept", value: "text/event-stream" }],
  headers: [{ key: "Content-Type", value: "application/json" }],
};

/** @type {NextConfig} */
const configuration = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ["@goaltrace/core", "@goaltrace/db", "@goaltrace/host", "@goaltrace/tools"],
  // `npm run check` already checks these types, so the first start does not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // web-tree-sitter finds its own file beside itself. gpt-tokenizer is a table of 200,000 tokens: bundled, it would be compiled for each group of routes and dominate the build time.
  serverExternalPackages: [
    "pg",
    "@prisma/adapter-pg",
    "pino",
    "gpt-tokenizer",
    "web-tree-sitter",
    "@modelcontextprotocol/client",
  ],
  // Packages are consumed as source, so both resolvers need the repository root.
  turbopack: { root: repositoryRoot },
  outputFileTracingRoot: repositoryRoot,
  // Loading the code of every page takes a quarter of a start. Each page loads its own on the first visit.
  experimental: { preloadEntriesOnStart: false },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }, compressedResponses],
};

/** @type {Parameters<typeof import("next-intl/plugin").default>[0]} */
const messages = {
  requestConfig: "./src/lib/i18n.ts",
  experimental: { messages: { path: "./messages", locales: ["en", "zh"], format: "json", precompile: true } },
};

/** The first build does not write a cache, which takes time and may never be used; later builds do. */
const hasBuiltBefore = existsSync(path.join(process.cwd(), ".next", "BUILD_ID"));

/** @type {NonNullable<NextConfig["experimental"]>} */
const buildOnly = {
  turbopackFileSystemCacheForBuild: hasBuiltBefore,
  // The source maps of a build are unused: browsers get none, and the server does not run with --enable-source-maps.
  turbopackSourceMaps: false,
  // Faster builds, and stack traces with function names.
  turbopackMinify: { server: false, client: true, edge: true },
};

/**
 * @param {string} phase
 * @returns {Promise<NextConfig>}
 */
export default async function configure(phase) {
  // The build has compiled the messages into the pages.
  if (phase === PHASE_PRODUCTION_SERVER) return configuration;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const { experimental } = configuration;
  return createNextIntlPlugin(messages)(
    phase === PHASE_PRODUCTION_BUILD
      ? { ...configuration, experimental: { ...experimental, ...buildOnly } }
      : configuration,
  );
}
