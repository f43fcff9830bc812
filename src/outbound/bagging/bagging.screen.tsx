import "./bagging.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId } from "react";
import type { ReactNode } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { LaterCodes } from "#src/warehouse/scanning/later-codes.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { OpenBags, SealedBags, toKilograms } from "./bag-lists.tsx";
import { baggingActions } from "./bagging.actions.ts";
import { baggingTabs } from "./bagging-search.rules.ts";
import { baggingPermission, getBag } from "./bagging.contract.ts";
import type { Bag, BagParcel } from "./bagging.contract.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { handedOverList } from "./handed-over.list.tsx";
import { saveBagList, printTag } from "./print-bags.calls.ts";
import { Unread } from "./cut-lists.tsx";
import { WaitingManifests } from "./waiting-manifests.tsx";
import { useBagging } from "./use-bagging.ts";

type Bags = ReturnType<typeof useBagging>;

type OnParcel = (parcel: BagParcel) => void;

function listParcelColumns(t: Translate, locale: string, onTakeOut: OnParcel | undefined): readonly ShortColumn<BagParcel>[] {
  return [
    { id: "parcel", title: t("bagging.column.parcel"), show: ({ parcel_number }) => <strong translate="no">{parcel_number}</strong> },
    { id: "waybill", title: t("bagging.column.waybill"), show: ({ waybill_number }) => <span translate="no">{waybill_number}</span> },
    { id: "order", title: t("bagging.column.order"), show: ({ order_number }) => order_number },
    {
      id: "weight",
      title: t("bagging.column.weight"),
      show: ({ measured_grams }) => t("packing.grams", { grams: formatNumber(measured_grams ?? 0, locale) }),
      isNumber: true,
    },
    {
      id: "state",
      title: t("bagging.column.state"),
      show: ({ blocked_by }) => (blocked_by === "" ? null : <StatusTag tone="bad" text={t(`bagging.block.${blocked_by}`)} />),
    },
    ...(onTakeOut === undefined
      ? []
      : [
          {
            id: "actions",
            title: t("bagging.column.actions"),
            show: (parcel: BagParcel) => (
              <ActionButton of={baggingActions.put} subject={parcel} onClick={() => onTakeOut(parcel)}>
                {t("bagging.action.takeOut")}
              </ActionButton>
            ),
          },
        ]),
  ];
}

const bagTones = { open: "quiet", sealed: "warn", manifested: "warn", handed_over: "good" } as const;

interface ContentsProps {
  readonly bag: Bag;
  /** what is said beside the number */
  readonly tag?: ReactNode;
  /** absent where the bag is only looked at */
  readonly onTakeOut?: OnParcel;
}

/** What is in the open bag: its number and count large enough for a look from the side. */
function BagContents({ bag, tag, onTakeOut }: ContentsProps) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const id = useId();
  const about = [bag.channel_name, bag.account_name, bag.warehouse_name, bag.ship_date].filter((part) => part !== "");
  return (
    <section className="bagging-part" aria-labelledby={id}>
      <div className="row">
        <h2 id={id} translate="no">
          {bag.bag_number}
        </h2>
        {tag}
      </div>
      <p className="bagging-count">
        {t("bagging.parcels", { count: bag.parcel_count })} · {toKilograms(t, bag.parcel_grams, locale)}
      </p>
      <p className="quiet">{about.join(" · ")}</p>
      <div className="row">
        <ActionButton of={baggingActions.tags} subject={bag} onClick={() => void printTag(caller, bag)}>
          {t("bagging.action.tag")}
        </ActionButton>
        <ActionButton of={baggingActions.list} subject={bag} onClick={() => void saveBagList(caller, bag)}>
          {t("bagging.action.list")}
        </ActionButton>
      </div>
      <ShortTable
        label={bag.bag_number}
        columns={listParcelColumns(t, locale, onTakeOut)}
        rows={bag.parcels}
        rowKey={({ parcel_uuid }) => parcel_uuid}
        empty={t("bagging.empty.parcels")}
      />
    </section>
  );
}

/** The bag of the page's address, however far it is: the palette leads here. */
function FoundBag({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getBag, { bag_uuid: uuid });
  if (data === undefined) return <Unread error={error} />;
  return (
    <div className="bagging-part">
      <p className="quiet">{t("bagging.found")}</p>
      <BagContents bag={data} tag={<StatusTag tone={bagTones[data.status]} text={t(`bagging.status.${data.status}`)} />} />
    </div>
  );
}

/** All bags and manifests, by how far they are. */
function BagTabs({ bags }: { readonly bags: Bags }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const tab = baggingTabs.find((one) => one === search.tab) ?? "open";
  const { openBags, openCount, openProblem, goOnWith, chosen, toggle, makeManifest, reload } = bags;
  const setTab = (value: string) =>
    void navigate({
      to: ".",
      search: ({ page: _page, ...others }: Record<string, unknown>) => ({ ...others, tab: value }),
      resetScroll: false,
    });
  return (
    <div className="bagging-part">
      <Tabs
        label={t("bagging.tabs.label")}
        tabs={baggingTabs.map((value) => ({ value, text: t(`bagging.tabs.${value}`) }))}
        value={tab}
        onValue={setTab}
      >
        {tab === "open" && <OpenBags rows={openBags} total={openCount} problem={openProblem} onOpen={goOnWith} />}
        {tab === "sealed" && <SealedBags chosen={chosen} onToggle={toggle} onMake={makeManifest} onChanged={reload} />}
        {tab === "manifests" && <WaitingManifests onChanged={reload} />}
        {tab === "handed_over" && <List of={handedOverList} />}
      </Tabs>
    </div>
  );
}

/** The sealed bags that were scanned for the next manifest. */
function ChosenBags({ chosen }: Pick<Bags, "chosen">) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="bagging-part" aria-labelledby={id}>
      <h2 id={id}>{t("bagging.chosenBags")}</h2>
      <ul className="bagging-chosen" translate="no">
        {chosen.map(({ bag_uuid, bag_number }) => (
          <li key={bag_uuid}>{bag_number}</li>
        ))}
      </ul>
    </section>
  );
}

/** Returns what the person does next. */
function useNextStep({ shown, isWeighing, doubtedGrams, channels, openBags, scale, chosen }: Bags) {
  const { t, locale } = useTranslation();
  if (shown === null && chosen.length > 0) return { instruction: t("bagging.step.manifest"), label: t("bagging.scan.bag") };
  if (shown === null)
    return {
      instruction: t(channels.length + openBags.length === 0 ? "bagging.step.none" : "bagging.step.bag"),
      label: t("bagging.scan.bag"),
    };
  if (!isWeighing) return { instruction: t("bagging.step.parcel"), label: t("bagging.scan.parcel") };
  if (doubtedGrams !== null)
    return {
      instruction: t("bagging.step.doubtful", { grams: doubtedGrams }),
      label: t("bagging.scan.weight"),
      hint: t("bagging.expected", { grams: formatNumber(shown.parcel_grams, locale) }),
    };
  const hint = scale.isSettled ? t("packing.scale.settled") : t("bagging.expected", { grams: formatNumber(shown.parcel_grams, locale) });
  return { instruction: t("bagging.step.weigh"), label: t("bagging.scan.weight"), hint };
}

function useKeys({
  shown,
  isWeighing,
  doubtedGrams,
  sealDoubted,
  weigh,
  stopWeighing,
  leave,
  chosen,
  makeManifest,
  clearChosen,
}: Bags): readonly FrameAction[] {
  const { t } = useTranslation();
  if (shown === null && chosen.length > 0)
    return [
      { kind: "next", label: t("bagging.key.manifest"), onPress: makeManifest },
      { kind: "aside", label: t("bagging.key.clear"), onPress: clearChosen },
    ];
  if (shown === null) return [];
  if (isWeighing && doubtedGrams !== null) return [{ kind: "next", label: t("bagging.key.sealAnyway"), onPress: sealDoubted }];
  if (isWeighing) return [{ kind: "aside", label: t("bagging.key.stop"), onPress: stopWeighing }];
  const full: FrameAction = { kind: "next", label: t("bagging.key.seal"), onPress: weigh };
  return [...(shown.parcel_count > 0 ? [full] : []), { kind: "aside", label: t("bagging.key.leave"), onPress: leave }];
}

/** Returns what there is to choose before a bag is open: bags to go on with, and channels to open one for. */
function useChoices({ shown, channels, openBags, choose, chosen, isLoading }: Bags) {
  const { t } = useTranslation();
  const waiting = channels.filter(({ waiting_parcels }) => waiting_parcels > 0);
  const options = [
    ...openBags.map((bag) => ({
      id: bag.bag_uuid,
      title: bag.bag_number,
      detail: [bag.channel_name, t("bagging.parcels", { count: bag.parcel_count })].join(" · "),
    })),
    // A channel whose parcels are all in its open bag needs no other one.
    ...waiting.map((channel) => ({
      id: `${channel.warehouse_uuid} ${channel.channel_uuid}`,
      title: t("bagging.newBag", { channel: channel.channel_name }),
      detail: [channel.warehouse_name, t("bagging.waiting", { count: channel.waiting_parcels })].join(" · "),
    })),
  ];
  // Channels may be known before the bags: these would push them away.
  return isLoading || shown !== null || chosen.length > 0 || options.length === 0
    ? {}
    : { choices: { label: t("bagging.choose"), options, onChoose: choose } };
}

/** Bagging: parcels of one channel go into a bag, which is sealed, listed on a manifest and handed over. */
export function BaggingScreen() {
  const { t } = useTranslation();
  const bags = useBagging();
  const { bag: found } = useSearch({ strict: false });
  const { shown, isWeighing, session, scan, scale, remove, laterCodes, chosen, leaving, stay, reload } = bags;
  const { instruction, label, hint } = useNextStep(bags);
  const rules = useScannerRules(shown?.warehouse_uuid ?? bags.channels[0]?.warehouse_uuid ?? null);
  return (
    <div className="bagging">
      <HandHeldFrame
        title={t("navigation.bagging")}
        instruction={instruction}
        hint={hint}
        session={session}
        permission={baggingPermission}
        scan={{ label, asksNumber: isWeighing, onScan: scan, ...rules }}
        actions={useKeys(bags)}
        onLeaveStep={isWeighing && bags.doubtedGrams === null ? bags.stopWeighing : undefined}
        isLoading={bags.isLoading}
        {...useChoices(bags)}
      >
        <LaterCodes codes={laterCodes} />
        {shown === null && chosen.length > 0 && <ChosenBags chosen={chosen} />}
        {/* Above the contents: below them, the keypad would be in front of it. */}
        {isWeighing && scale.isSupported && !scale.isConnected && (
          <div>
            <Button onClick={() => void scale.connect()}>{t("packing.scale.connect")}</Button>
          </div>
        )}
        {isWeighing && scale.isConnected && <p className="quiet">{t("packing.scale.connected")}</p>}
        {shown !== null && <BagContents bag={shown} onTakeOut={(parcel) => remove(parcel)} />}
      </HandHeldFrame>
      <div className="bagging-part">
        {found !== undefined && found !== shown?.bag_uuid && <FoundBag uuid={found} />}
        <BagTabs bags={bags} />
      </div>
      {leaving !== null && <HandOverDialog manifest={leaving} onChanged={reload} onClose={stay} />}
    </div>
  );
}
