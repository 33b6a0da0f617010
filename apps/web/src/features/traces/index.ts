export { TracesPage } from "./traces-page.tsx";
