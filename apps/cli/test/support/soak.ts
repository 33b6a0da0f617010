/** True in `npm run soak`, which runs long series completely; other runs use a short series of the same kind. */
export const IS_SOAK = process.env.GOALTRACE_SOAK === "1";
