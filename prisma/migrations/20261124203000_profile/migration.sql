-- CreateTable
CREATE TABLE "profile_version" (
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "trimmed" TEXT NOT NULL,
    "written_by" TEXT NOT NULL,
    "by_agent" BOOLEAN NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_version_pkey" PRIMARY KEY ("workspace_id","person_id","file","day","version")
);

-- CreateTable
CREATE TABLE "soul_lock" (
    "workspace_id" TEXT NOT NULL,

    CONSTRAINT "soul_lock_pkey" PRIMARY KEY ("workspace_id")
);
