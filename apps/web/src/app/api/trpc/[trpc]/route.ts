import { handleTrpc } from "../../../../server/api/handle-trpc.ts";

export const dynamic = "force-dynamic";

export { handleTrpc as GET, handleTrpc as POST };
