-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "project_folder" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_folder_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "model_setting" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "base_url" TEXT,
    "encrypted_key" BYTEA,
    "key_hint" TEXT,
    "context_window" INTEGER NOT NULL,
    "input_price" DOUBLE PRECISION,
    "cached_input_price" DOUBLE PRECISION,
    "output_price" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_setting_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "setting" (
    "workspace_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateTable
CREATE TABLE "conversation" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "folder_id" TEXT,
    "model" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "trace" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "conversation_id" TEXT,
    "root_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "origin_trace_id" TEXT,
    "origin_sequence" INTEGER,
    "origin_kind" TEXT,
    "project_folder" TEXT,
    "header" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "last_sequence" INTEGER NOT NULL,
    "projection" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "resume_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "trace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entry" (
    "trace_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "goal_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "entry_pkey" PRIMARY KEY ("trace_id","sequence")
);

-- CreateTable
CREATE TABLE "blob" (
    "workspace_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "encoding" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blob_pkey" PRIMARY KEY ("workspace_id","sha256")
);

-- CreateTable
CREATE TABLE "trace_blob" (
    "trace_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,

    CONSTRAINT "trace_blob_pkey" PRIMARY KEY ("trace_id","sha256")
);

-- CreateTable
CREATE TABLE "signal" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "person_id" TEXT,
    "reason" TEXT,
    "at" BIGINT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "signal_pkey" PRIMARY KEY ("trace_id","id")
);

-- CreateTable
CREATE UNLOGGED TABLE "live_partial" (
    "trace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "reasoning" TEXT NOT NULL,

    CONSTRAINT "live_partial_pkey" PRIMARY KEY ("trace_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_provider_id_account_id_key" ON "account"("provider_id", "account_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace"("slug");

-- CreateIndex
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_folder_workspace_id_path_key" ON "project_folder"("workspace_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "model_setting_workspace_id_reference_key" ON "model_setting"("workspace_id", "reference");

-- CreateIndex
CREATE INDEX "conversation_list" ON "conversation"("workspace_id", "person_id", "pinned" DESC, "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "trace_list" ON "trace"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "trace_list_by_status" ON "trace"("workspace_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "trace_list_by_conversation" ON "trace"("workspace_id", "conversation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "trace_root" ON "trace"("root_id");

-- CreateIndex
CREATE INDEX "trace_origin" ON "trace"("origin_trace_id");

-- CreateIndex
CREATE UNIQUE INDEX "trace_workspace_id_id_key" ON "trace"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "blob_touched_at_idx" ON "blob"("touched_at");

-- CreateIndex
CREATE INDEX "trace_blob_workspace_id_sha256_idx" ON "trace_blob"("workspace_id", "sha256");

-- CreateIndex
CREATE INDEX "signal_trace_id_position_idx" ON "signal"("trace_id", "position");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
