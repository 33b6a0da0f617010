/** The job queue. It only wakes workers; the trace row is the source of truth. */
export interface Jobs {
  /** Wakes a worker for a queued root trace. Jobs with the same `groupId` (conversation) run one at a time. */
  enqueue(job: {
    readonly traceId: string;
    readonly workspaceId: string;
    readonly groupId: string | null;
  }): Promise<void>;
  /** Calls `onWake` whenever there may be work. Returns a function that stops the subscription. */
  subscribe(onWake: () => void): Promise<() => Promise<void>>;
}
