/** Whether this is `npm run soak`, which takes the whole of a long series; every other run takes a short one of the same kind. */
export const IS_SOAK = process.env.GOALTRACE_SOAK === "1";
