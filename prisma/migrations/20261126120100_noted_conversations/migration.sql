-- AlterTable
ALTER TABLE "conversation" ADD COLUMN "noted_at" TIMESTAMPTZ(3);

-- What ended before is no news.
UPDATE "conversation" SET "noted_at" = CURRENT_TIMESTAMP;
