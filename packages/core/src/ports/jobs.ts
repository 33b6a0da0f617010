/** The queue only wakes workers; the trace row is the truth. */
export interface Jobs {
  /** Wakes a worker for a queued root trace. `groupId` (conversation) runs one at a time. */
  enqueue(job: {
    readonly traceId: string;
    readonly workspaceId: string;
    readonly groupId: string | null;
  }): Promise<void>;
  /** Calls `onWake` when there may be work, until stopped. */
  subscribe(onWake: () => void): Promise<() => Promise<void>>;
}
