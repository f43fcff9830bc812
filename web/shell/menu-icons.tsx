import AppstoreOutlined from "@ant-design/icons/es/icons/AppstoreOutlined";
import BarChartOutlined from "@ant-design/icons/es/icons/BarChartOutlined";
import HomeOutlined from "@ant-design/icons/es/icons/HomeOutlined";
import InboxOutlined from "@ant-design/icons/es/icons/InboxOutlined";
import ShopOutlined from "@ant-design/icons/es/icons/ShopOutlined";
import TagsOutlined from "@ant-design/icons/es/icons/TagsOutlined";
import TeamOutlined from "@ant-design/icons/es/icons/TeamOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import WalletOutlined from "@ant-design/icons/es/icons/WalletOutlined";
import type { ComponentType } from "react";

/** By the entry's id: each of the first level has a sign of its own. */
export const icons: Readonly<Record<string, ComponentType<{ "aria-hidden"?: boolean }>>> = {
  home: HomeOutlined,
  inventory: InboxOutlined,
  stores: ShopOutlined,
  customers: TeamOutlined,
  "rate-cards": TagsOutlined,
  wallet: WalletOutlined,
  reports: BarChartOutlined,
  account: UserOutlined,
};

/** The sign of an entry of the menu's first level. */
export function MenuIcon({ id }: { id: string }) {
  const Icon = icons[id] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
