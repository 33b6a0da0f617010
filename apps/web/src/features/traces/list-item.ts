import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../server/api/root.ts";

type Outputs = inferRouterOutputs<AppRouter>;

/** A run in the list. */
export type ListItem = Outputs["traces"]["list"]["items"][number];
/** The query that the server receives. */
export type TraceQuery = inferRouterInputs<AppRouter>["traces"]["figures"]["query"];
export type Figures = Outputs["traces"]["figures"];
export type Facets = Outputs["traces"]["facets"];
export type SavedView = Outputs["views"]["list"][number];
