import { StockScreen as Stock } from "#src/warehouse/stock/stock.screen.tsx";
import { WithCharges } from "./with-charges.tsx";

/** Stock, with links from movements to their charges. */
export function StockScreen() {
  return (
    <WithCharges>
      <Stock />
    </WithCharges>
  );
}
