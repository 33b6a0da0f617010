export { addAmounts, decideReservation, NOTHING } from "./decide-reservation.ts";
