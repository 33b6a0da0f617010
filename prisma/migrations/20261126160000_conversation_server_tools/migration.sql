-- AlterTable
ALTER TABLE "conversation" ADD COLUMN "server_tools" TEXT;
