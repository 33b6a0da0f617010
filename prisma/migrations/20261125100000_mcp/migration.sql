-- CreateTable
CREATE TABLE "mcp_server" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "sealed" BYTEA,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "person_id" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_server_pkey" PRIMARY KEY ("workspace_id","name")
);

-- CreateTable
CREATE TABLE "mcp_pin" (
    "workspace_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "settings_digest" TEXT NOT NULL,
    "reported_name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "definition" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "approved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_pin_pkey" PRIMARY KEY ("workspace_id","source","server","tool")
);

-- CreateTable
CREATE TABLE "mcp_status" (
    "workspace_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "settings_digest" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "identity" TEXT,
    "tools" TEXT NOT NULL,
    "log" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_status_pkey" PRIMARY KEY ("workspace_id","source","server")
);

-- CreateTable
CREATE TABLE "mcp_consent" (
    "workspace_id" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "settings_digest" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_consent_pkey" PRIMARY KEY ("workspace_id","folder","server")
);
