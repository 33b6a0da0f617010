export { TracePage } from "./trace-page.tsx";
