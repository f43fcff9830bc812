import { formatInstantBriefly, formatDay, formatInstant } from "#src/kit/lib/formats.ts";
import type { CellTools } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { listWalletEntries } from "./wallet.contract.ts";
import type { WalletEntry } from "./wallet.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** An amount with its sign; payments stand out. */
function SignedAmount({ cents, currency }: { cents: number; currency: string }) {
  const { locale } = useTranslation();
  return <span className={cents > 0 ? "number wallet-came-in" : "number"}>{formatAmount(cents, currency, locale, "always")}</span>;
}

const sources = ["charge", "charge-reversal", "top-up", "top-up-reversal"] as const;

/** Formats what an entry is: the event of a charge, the method of a payment. */
function formatWhat({ source_type, event, method }: WalletEntry, { t }: CellTools): string {
  if (source_type.startsWith("charge"))
    return event === null ? t(`wallet.source.${source_type}`) : t(`wallet.what.${source_type}`, { event: t(`wallet.event.${event}`) });
  return method === null ? t(`wallet.source.${source_type}`) : t(`wallet.what.${source_type}`, { method: t(`wallet.method.${method}`) });
}

interface EntriesOptions {
  /** null: the signed-in retailer */
  readonly retailerUuid: string | null;
  readonly show: (entry: WalletEntry) => void;
}

/** Entries of a balance, newest first, with the balance after each. */
export function entriesList({ retailerUuid, show }: EntriesOptions) {
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
        text: ({ at }, { locale }) => formatInstant(at, locale),
        brief: ({ at }, { locale }) => formatInstantBriefly(at, locale),
      },
      { id: "what", title: "wallet.column.what", text: formatWhat, maxWidthPx: 280 },
      { id: "day", title: "wallet.column.day", text: ({ day }, { locale }) => (day === "" ? "" : formatDay(day, locale)) },
      { id: "text", title: "wallet.column.text", text: ({ text }) => text, maxWidthPx: 280 },
      {
        id: "amount",
        title: "wallet.column.amount",
        align: "end",
        text: ({ amount_cents, currency }, { locale }) => formatAmount(amount_cents, currency, locale, "always"),
        render: ({ amount_cents, currency }) => <SignedAmount cents={amount_cents} currency={currency} />,
      },
      {
        id: "after",
        title: "wallet.column.after",
        align: "end",
        text: ({ balance_after_cents, currency }, { locale }) => formatAmount(balance_after_cents, currency, locale),
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
