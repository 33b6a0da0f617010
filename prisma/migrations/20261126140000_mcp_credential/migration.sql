-- CreateTable
CREATE TABLE "mcp_credential" (
    "workspace_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "sealed" BYTEA,
    "version" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'none',
    "pending_hash" TEXT,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "mcp_credential_pkey" PRIMARY KEY ("workspace_id","source","server")
);
