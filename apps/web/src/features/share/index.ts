export { SharedTracePage } from "./shared-trace-page.tsx";
