/** The lanes of the scrubber from top to bottom, in pixels. The time labels are above them. */
export const SCRUBBER_LANES = [
  { kind: "context", top: 20, height: 26 },
  { kind: "model", top: 52, height: 14 },
  { kind: "tools", top: 70, height: 16 },
  { kind: "marks", top: 92, height: 10 },
] as const;
