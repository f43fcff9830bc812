import { briefInstantText, dayText, instantText } from "#src/lib/wording.ts";
import type { CellTools } from "#src/ui/list/list-definition.ts";
import { defineList } from "#src/ui/list/list-definition.ts";
import { amountText } from "./money.rules.ts";
import { SignedAmount } from "./signed-amount.tsx";
import { listWalletEntries } from "./wallet.contract.ts";
import type { WalletEntry } from "./wallet.contract.ts";

const sources = ["charge", "charge-reversal", "top-up", "top-up-reversal"] as const;

/** What an entry is: the charge's event, the way in which a payment came. */
function whatText({ source_type, event, method }: WalletEntry, { t }: CellTools): string {
  if (source_type.startsWith("charge"))
    return event === null ? t(`wallet.source.${source_type}`) : t(`wallet.what.${source_type}`, { event: t(`wallet.event.${event}`) });
  return method === null ? t(`wallet.source.${source_type}`) : t(`wallet.what.${source_type}`, { method: t(`wallet.method.${method}`) });
}

interface EntriesWays {
  /** null: the retailer that asks */
  readonly retailerUuid: string | null;
  readonly show: (entry: WalletEntry) => void;
}

/** What moved a balance, the newest first, with the balance after each. */
export function entriesList({ retailerUuid, show }: EntriesWays) {
  return defineList({
    name: "wallet.entries",
    call: listWalletEntries,
    title: "wallet.show.entries",
    rowKey: ({ transaction_uuid }) => transaction_uuid,
    cardTitle: "what",
    secondLine: ["at", "after", "text"],
    columns: [
      {
        id: "at",
        title: "wallet.column.at",
        text: ({ at }, { locale }) => instantText(at, locale),
        brief: ({ at }, { locale }) => briefInstantText(at, locale),
      },
      { id: "what", title: "wallet.column.what", text: whatText, maxWidthPx: 280 },
      { id: "day", title: "wallet.column.day", text: ({ day }, { locale }) => (day === "" ? "" : dayText(day, locale)) },
      { id: "text", title: "wallet.column.text", text: ({ text }) => text, maxWidthPx: 280 },
      {
        id: "amount",
        title: "wallet.column.amount",
        align: "end",
        text: ({ amount_cents, currency }, { locale }) => amountText(amount_cents, currency, locale, "always"),
        render: ({ amount_cents, currency }) => <SignedAmount cents={amount_cents} currency={currency} />,
      },
      {
        id: "after",
        title: "wallet.column.after",
        align: "end",
        text: ({ balance_after_cents, currency }, { locale }) => amountText(balance_after_cents, currency, locale),
      },
    ],
    filters: [
      {
        field: "source_type",
        label: "wallet.column.what",
        kind: "choice",
        options: sources.map((value) => ({ value, text: `wallet.source.${value}` as const })),
      },
      { field: "from", label: "wallet.filter.from", kind: "day", edge: "start" },
      { field: "until", label: "wallet.filter.until", kind: "day", edge: "end" },
    ],
    onOpen: show,
    empty: { text: retailerUuid === null ? "wallet.empty.ownEntries" : "wallet.empty.entries" },
    input: retailerUuid === null ? {} : { retailer_uuid: retailerUuid },
  });
}
