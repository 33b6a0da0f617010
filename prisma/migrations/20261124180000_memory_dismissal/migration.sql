-- CreateTable
CREATE TABLE "memory_dismissal" (
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_dismissal_pkey" PRIMARY KEY ("workspace_id","person_id","key")
);
