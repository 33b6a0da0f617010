-- AlterTable
ALTER TABLE "trace" ADD COLUMN     "key_id" TEXT;
