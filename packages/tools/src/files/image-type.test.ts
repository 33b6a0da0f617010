import { expect, it } from "vitest";
import { imageType } from "./image-type.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

it.each([
  ["image/png", Buffer.from([...PNG, 0, 0])],
  ["image/png", Buffer.from(PNG)],
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ["image/gif", Buffer.from("GIF87a…")],
  ["image/gif", Buffer.from("GIF89a…")],
  ["image/webp", Buffer.from("RIFF1234WEBPVP8")],
  [undefined, Buffer.from(PNG.slice(0, 7))],
  [undefined, Buffer.from([0xff, 0xd8])],
  [undefined, Buffer.from("GIF88a")],
  [undefined, Buffer.from("RIFF1234WAVE")],
  [undefined, Buffer.from("FORM1234WEBP")],
  [undefined, Buffer.from(" RIFF123WEBP")],
  [undefined, Buffer.alloc(0)],
])("detects %s from the first bytes", (type, head) => {
  expect(imageType(head)).toBe(type);
});
