import { handleAuth } from "../../../../server/http/handle-auth.ts";

export const dynamic = "force-dynamic";

export { handleAuth as GET, handleAuth as POST };
