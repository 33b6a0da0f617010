// Loaded before a program: its wall clock jumps by up to two hours, forward and back, while measured time continues as usual.
const JUMP_INTERVAL_MS = 3_000;
const MAX_JUMP_MS = 7_200_000;

const RealDate = Date;
let offset = 0;
setInterval(() => {
  offset = Math.round((Math.random() * 2 - 1) * MAX_JUMP_MS);
}, JUMP_INTERVAL_MS).unref();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + offset;
  }
};
