-- CreateTable
CREATE TABLE "file_version" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_version_pkey" PRIMARY KEY ("workspace_id","trace_id","sha256")
);

-- CreateTable
CREATE TABLE "file_undo" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reverted" INTEGER NOT NULL,
    "kept" TEXT NOT NULL,

    CONSTRAINT "file_undo_pkey" PRIMARY KEY ("workspace_id","trace_id","id")
);
