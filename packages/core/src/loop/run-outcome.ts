/** How an execution ended: the trace is over, was released to another worker, or waits without a worker. */
export type RunOutcome = { readonly kind: "finished" | "released" | "parked" };
