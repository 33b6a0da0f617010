"use client";
import { onDemand } from "../../../../ui/on-demand.tsx";

/** The showcase of the graph. On demand, because the code of all that a feature offers comes with each of its pages. */
export const GraphShowcase = onDemand(async () => (await import("./graph-showcase.tsx")).GraphShowcase);
