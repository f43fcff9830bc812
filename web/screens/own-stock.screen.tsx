import { OwnStockScreen as OwnStock } from "#src/warehouse/stock/own-stock.screen.tsx";
import { WithCharges } from "./with-charges.tsx";

/** A retailer's stock, with links from movements to their charges. */
export function OwnStockScreen() {
  return (
    <WithCharges>
      <OwnStock />
    </WithCharges>
  );
}
