import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../server/api/root.ts";

/** A model as the settings list it. */
export type ModelRow = inferRouterOutputs<AppRouter>["models"]["list"]["items"][number];
