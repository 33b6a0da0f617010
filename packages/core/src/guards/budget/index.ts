export { addAmounts, decideReservation } from "./decide-reservation.ts";
