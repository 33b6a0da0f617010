/** Length of the hash prefix that identifies a blob to the model: unique within a log, short enough to copy. */
export const SHORT_ID_LENGTH = 16;
