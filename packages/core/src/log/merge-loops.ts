/** A doom loop as far as it is known: `from` is the entry of its first call or text, `sequence` its latest detection. */
export type DetectedLoop = {
  readonly sequence: number;
  readonly detector: string;
  readonly from: number;
  readonly count: number;
};

/** Returns true when a later detection reports the loop of an earlier one: by the same detector, about calls that overlap. */
export function isSameLoop(earlier: DetectedLoop, later: DetectedLoop): boolean {
  return later.detector === earlier.detector && later.from <= earlier.sequence;
}

/** Returns one loop for two detections of it: from the first call, with the latest action and the largest count. */
export function mergeLoops<Loop extends DetectedLoop>(earlier: Loop, later: Loop): Loop {
  return {
    ...later,
    from: Math.min(earlier.from, later.from),
    count: Math.max(earlier.count, later.count),
  };
}
