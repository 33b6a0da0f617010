import { ready } from "../../server/http/health.ts";

export const dynamic = "force-dynamic";

export { ready as GET };
