"use client";
import { onDemand } from "../../../../ui/on-demand.tsx";

/** The showcase of the graph, loaded on demand, because a page includes the code of everything that its features export. */
export const GraphShowcase = onDemand(async () => (await import("./graph-showcase.tsx")).GraphShowcase);
