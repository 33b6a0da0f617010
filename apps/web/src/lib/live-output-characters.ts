/** The end of a running tool's output that pages keep and the server sends: a few hundred lines. UTF-16 units. */
export const LIVE_OUTPUT_CHARACTERS = 16_384;
