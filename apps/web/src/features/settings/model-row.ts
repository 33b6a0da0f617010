import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../server/api/root.ts";

/** A model in the settings list. */
export type ModelRow = inferRouterOutputs<AppRouter>["models"]["list"]["items"][number];
