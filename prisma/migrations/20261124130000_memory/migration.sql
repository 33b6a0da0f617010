-- CreateTable
CREATE TABLE "memory" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "keywords" TEXT[],
    "content" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "trace_id" TEXT,
    "sequence" INTEGER,
    "quote" TEXT,
    "reason" TEXT,
    "decided_by" TEXT,
    "superseded_by" TEXT,
    "valid_to" TIMESTAMPTZ(3),
    "revision" BIGINT NOT NULL,

    CONSTRAINT "memory_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "memory_version" (
    "workspace_id" TEXT NOT NULL,
    "memory_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "person_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "keywords" TEXT[],
    "content" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "trace_id" TEXT,
    "sequence" INTEGER,
    "quote" TEXT,

    CONSTRAINT "memory_version_pkey" PRIMARY KEY ("workspace_id","memory_id","version")
);

-- CreateTable
CREATE TABLE "memory_recall" (
    "workspace_id" TEXT NOT NULL,
    "memory_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_recall_pkey" PRIMARY KEY ("workspace_id","memory_id","trace_id")
);

-- CreateTable
CREATE TABLE "memory_revision" (
    "workspace_id" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "memory_revision_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateIndex
CREATE INDEX "memory_list" ON "memory"("workspace_id", "audience", "person_id");

-- CreateIndex
CREATE INDEX "memory_trace" ON "memory"("workspace_id", "trace_id");

-- CreateIndex
CREATE INDEX "memory_version_trace" ON "memory_version"("workspace_id", "trace_id");

-- CreateIndex
CREATE INDEX "memory_recall_trace" ON "memory_recall"("workspace_id", "trace_id");
