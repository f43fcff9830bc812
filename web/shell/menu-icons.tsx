import AppstoreOutlined from "@ant-design/icons/es/icons/AppstoreOutlined";
import HomeOutlined from "@ant-design/icons/es/icons/HomeOutlined";
import InboxOutlined from "@ant-design/icons/es/icons/InboxOutlined";
import ShopOutlined from "@ant-design/icons/es/icons/ShopOutlined";
import TeamOutlined from "@ant-design/icons/es/icons/TeamOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import type { ComponentType } from "react";

const icons: Readonly<Record<string, ComponentType<{ "aria-hidden"?: boolean }>>> = {
  home: HomeOutlined,
  inventory: InboxOutlined,
  stores: ShopOutlined,
  customers: TeamOutlined,
  account: UserOutlined,
};

/** The sign of an entry of the menu's first level. */
export function MenuIcon({ id }: { id: string }) {
  const Icon = icons[id] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
