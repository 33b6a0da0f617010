import { defineConfig } from "vitest/config";

const DATABASE_TESTS = ["**/*.db.test.ts", "**/*.integration.test.ts"];
const NEVER = ["**/node_modules/**", "**/.next/**", "**/generated/**"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: [
            "{packages,apps}/*/{src,test,tests}/**/*.test.{ts,tsx}",
            "{scripts,examples}/**/*.test.{ts,mjs}",
          ],
          exclude: [...NEVER, ...DATABASE_TESTS],
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          include: DATABASE_TESTS,
          exclude: NEVER,
          globalSetup: ["scripts/test-database.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
