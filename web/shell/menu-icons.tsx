import LayoutGrid from "lucide-react/icons/layout-grid";
import ChartColumn from "lucide-react/icons/chart-column";
import House from "lucide-react/icons/house";
import Package from "lucide-react/icons/package";
import Store from "lucide-react/icons/store";
import Tags from "lucide-react/icons/tags";
import Users from "lucide-react/icons/users";
import UserIcon from "lucide-react/icons/user";
import Wallet from "lucide-react/icons/wallet";
import type { ComponentType } from "react";

/** Icons of the first level by the entry's id. */
export const icons: Readonly<Record<string, ComponentType<{ "aria-hidden"?: boolean }>>> = {
  home: House,
  inventory: Package,
  stores: Store,
  customers: Users,
  "rate-cards": Tags,
  wallet: Wallet,
  reports: ChartColumn,
  account: UserIcon,
};

/** The icon of an entry of the menu's first level. */
export function MenuIcon({ id }: { id: string }) {
  const Icon = icons[id] ?? LayoutGrid;
  return <Icon aria-hidden />;
}
