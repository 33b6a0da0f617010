-- CreateTable
CREATE TABLE "secret" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "sealed" BYTEA NOT NULL,
    "previous" BYTEA,
    "tools" TEXT[],
    "domains" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "person_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_pkey" PRIMARY KEY ("workspace_id","name")
);

-- CreateTable
CREATE TABLE "secret_use" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "tool_call_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_use_pkey" PRIMARY KEY ("workspace_id","trace_id","tool_call_id","name","domain")
);

-- CreateIndex
CREATE INDEX "secret_use_of" ON "secret_use"("workspace_id", "name", "at" DESC);
