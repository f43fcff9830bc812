import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { numberFormat } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { baggingActions } from "./bagging.actions.ts";
import { queryBaggedElements, unsealBag } from "./bagging.contract.ts";
import type { BagRow } from "./bagging.contract.ts";
import { toManifestKey } from "./bagging.rules.ts";
import type { ChosenBag } from "./bagging.store.ts";
import { CutNote, Unread } from "./cut-lists.tsx";
import { saveBagList, printTag } from "./print-bags.calls.ts";

/** Writes a weight in kilograms, as scales of bags show it. */
export function toKilograms(t: Translate, grams: number, locale: string): string {
  return t("bagging.kilograms", {
    shown: numberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(grams / 1000),
  });
}

/** Returns the columns that all lists of bags have. */
export function listBagColumns(t: Translate, locale: string): ShortColumn<BagRow>[] {
  return [
    { id: "bag", title: t("bagging.column.bag"), show: ({ bag_number }) => <strong translate="no">{bag_number}</strong> },
    {
      id: "channel",
      title: t("bagging.column.channel"),
      show: ({ channel_name, account_name }) => [channel_name, account_name].filter((part) => part !== "").join(" · "),
    },
    { id: "date", title: t("bagging.column.date"), show: ({ ship_date }) => ship_date },
    { id: "parcels", title: t("bagging.column.parcels"), show: ({ parcel_count }) => parcel_count, isNumber: true },
    {
      id: "weight",
      title: t("bagging.column.weight"),
      show: ({ weight_grams, parcel_grams }) => toKilograms(t, weight_grams ?? parcel_grams, locale),
      isNumber: true,
    },
  ];
}

function PrintButtons({ bag, caller }: { readonly bag: BagRow; readonly caller: Caller }) {
  const { t } = useTranslation();
  return (
    <>
      <ActionButton of={baggingActions.tags} subject={bag} onClick={() => void printTag(caller, bag)}>
        {t("bagging.action.tag")}
      </ActionButton>
      <ActionButton of={baggingActions.list} subject={bag} onClick={() => void saveBagList(caller, bag)}>
        {t("bagging.action.list")}
      </ActionButton>
    </>
  );
}

type OnBag = (bag: BagRow) => void;

function listOpenColumns(t: Translate, locale: string, caller: Caller, onOpen: OnBag): ShortColumn<BagRow>[] {
  return [
    ...listBagColumns(t, locale),
    {
      id: "actions",
      title: t("bagging.column.actions"),
      show: (bag) => (
        <span className="row">
          <ActionButton of={baggingActions.put} subject={bag} onClick={() => onOpen(bag)}>
            {t("bagging.action.continue")}
          </ActionButton>
          <PrintButtons bag={bag} caller={caller} />
        </span>
      ),
    },
  ];
}

interface OpenProps {
  readonly rows: readonly BagRow[];
  readonly total: number;
  readonly problem: CallProblem | null;
  readonly onOpen: OnBag;
}

/** Bags that take parcels. */
export function OpenBags({ rows, total, problem, onOpen }: OpenProps) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  if (rows.length === 0 && problem !== null) return <Unread error={problem} />;
  return (
    <div className="stack">
      <ShortTable
        label={t("bagging.tabs.open")}
        columns={listOpenColumns(t, locale, caller, onOpen)}
        rows={rows}
        rowKey={({ bag_uuid }) => bag_uuid}
        empty={t("bagging.empty.open")}
      />
      <CutNote shown={rows.length} total={total} />
    </div>
  );
}

/** What is done with sealed bags, and which are chosen for a manifest. */
interface Choosing {
  readonly chosen: readonly ChosenBag[];
  readonly onToggle: OnBag;
  readonly onUnseal: OnBag;
}

function listSealedColumns(t: Translate, locale: string, caller: Caller, { chosen, onToggle, onUnseal }: Choosing): ShortColumn<BagRow>[] {
  const [first] = chosen;
  const columns = listBagColumns(t, locale).map((column): ShortColumn<BagRow> => {
    if (column.id !== "bag") return column;
    return {
      ...column,
      show: (bag) => (
        <Checkbox
          label={t("bagging.action.choose", { bag: bag.bag_number })}
          isLabelHidden
          isChecked={chosen.some(({ bag_uuid }) => bag_uuid === bag.bag_uuid)}
          // The bags of another carrier or day go on a manifest of their own.
          isDisabled={first !== undefined && toManifestKey(bag) !== toManifestKey(first)}
          onChecked={() => onToggle(bag)}
        >
          {column.show(bag)}
        </Checkbox>
      ),
    };
  });
  return [
    ...columns,
    {
      id: "actions",
      title: t("bagging.column.actions"),
      show: (bag) => (
        <span className="row">
          <PrintButtons bag={bag} caller={caller} />
          <ActionButton of={baggingActions.unseal} subject={bag} onClick={() => onUnseal(bag)}>
            {t("bagging.action.unseal")}
          </ActionButton>
        </span>
      ),
    },
  ];
}

interface SealedProps extends Pick<Choosing, "chosen" | "onToggle"> {
  readonly onMake: () => void;
  readonly onChanged: () => void;
}

/** Sealed bags: those of one carrier and day are chosen for a manifest. */
export function SealedBags({ chosen, onToggle, onMake, onChanged }: SealedProps) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { data, error } = useCallQuery(queryBaggedElements, { field: ["status"], value: ["sealed"], page_size: 100 });
  if (data === undefined) return <Unread error={error} />;
  const unseal = async (bag: BagRow) => {
    const opened = await caller.client.call(unsealBag, { bag_uuid: bag.bag_uuid }).catch(() => null);
    if (opened !== null) {
      useToasts.getState().show("good", t("bagging.unsealed", { bag: bag.bag_number }));
      if (chosen.some(({ bag_uuid }) => bag_uuid === bag.bag_uuid)) onToggle(bag);
    }
    onChanged();
  };
  return (
    <div className="stack">
      <ShortTable
        label={t("bagging.tabs.sealed")}
        columns={listSealedColumns(t, locale, caller, { chosen, onToggle, onUnseal: (bag) => void unseal(bag) })}
        rows={data.result}
        rowKey={({ bag_uuid }) => bag_uuid}
        empty={t("bagging.empty.sealed")}
      />
      <CutNote shown={data.result.length} total={data.total} />
      {chosen.length > 0 && (
        <div className="row">
          <ActionButton of={baggingActions.makeManifest} subject={null} tone="primary" onClick={onMake}>
            {t("bagging.makeManifest", { count: chosen.length })}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
