import { HomeParts } from "#src/company/home/home-parts.ts";
import { HomeScreen as Home } from "#src/company/home/home.screen.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { loadRest } from "../texts/warehouse.ts";

// Comes after the to-dos, which people look for first, with the texts that the first screens do without.
const OrdersToday = lazyPart(async () => {
  const [{ OrdersToday: Part }] = await Promise.all([import("#src/outbound/orders/orders-today.tsx"), loadRest()]);
  return Part;
});
const parts = [OrdersToday] as const;

/** The home page, with the orders of the day. */
export function HomeScreen() {
  return (
    <HomeParts value={parts}>
      <Home />
    </HomeParts>
  );
}
