import { mayCall, useAnswer, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { listReceipts } from "#src/receipts/receipts.contract.ts";
import { listStock } from "#src/stock/stock.contract.ts";
import { getWallet } from "#src/wallet/wallet.contract.ts";
import { amountText } from "#src/wallet/money.rules.ts";

/** Something to do with goods, and the way to it. */
interface GoodsTask {
  readonly id: "confirm" | "inspect" | "putAway" | "low" | "owed";
  readonly title: string;
  readonly href: string;
  readonly search: Readonly<Record<string, string>>;
}

/** What waits of goods and money for whoever looks: staff with receipts to work on, everybody with what runs low, retailers with what they owe. */
export function useGoodsTasks(): { readonly tasks: readonly GoodsTask[]; readonly isPending: boolean; readonly isError: boolean } {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { area, role, permissions } = caller;
  const isRetailer = role === "dropShipper";
  const isStaff = !isRetailer && mayCall(caller, listReceipts);
  const seesStock = isRetailer || role === "provider" || permissions.includes("goods");
  const one = { page_size: 1 };
  const confirm = useAnswer(listReceipts, { ...one, status: ["submitted"] }, { enabled: isStaff });
  const inspect = useAnswer(listReceipts, { ...one, status: ["arrived", "inspecting"] }, { enabled: isStaff });
  const putAway = useAnswer(listReceipts, { ...one, status: ["putting_away"] }, { enabled: isStaff });
  const low = useAnswer(listStock, { ...one, level: "below_limit" }, { enabled: seesStock });
  const wallet = useAnswer(getWallet, {}, { enabled: isRetailer && mayCall(caller, getWallet) });
  const counted = [
    { id: "confirm", of: confirm, href: "/p/addWarehouse", search: { status: "submitted" } },
    { id: "inspect", of: inspect, href: "/p/receive", search: {} },
    { id: "putAway", of: putAway, href: "/p/put-away", search: {} },
    { id: "low", of: low, href: area === "ds" ? "/ds/warehousing" : "/p/stock", search: { level: "below_limit" } },
  ] as const;
  const tasks: GoodsTask[] = counted.flatMap(({ id, of, href, search }) => {
    const count = of.data?.total ?? 0;
    return count === 0 ? [] : [{ id, href, search, title: t(`home.todo.${id}`, { count }) }];
  });
  const { balance_cents: balance = 0, currency = "" } = wallet.data ?? {};
  if (balance < 0) {
    const title = t("home.todo.owed", { amount: amountText(-balance, currency, locale) });
    tasks.push({ id: "owed", href: "/ds/wallet", search: {}, title });
  }
  const all = [confirm, inspect, putAway, low, wallet];
  return { tasks, isPending: all.some(({ isLoading }) => isLoading), isError: all.some(({ isError }) => isError) };
}
