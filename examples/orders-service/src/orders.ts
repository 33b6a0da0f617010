export type Order = { readonly id: number; readonly customer: string; readonly amount: number };

/** Reads one line of the data file: id,customer,amount. */
export function parseOrder(line: string): Order {
  const [id, customer, amount] = line.split(",");
  return { id: Number(id), customer: customer ?? "", amount: Number(amount) };
}

/** Ten percent off above one hundred. The limit should come from configuration. */
export function discounted(order: Order): number {
  return order.amount > 100 ? order.amount * 0.9 : order.amount;
}
