import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";
import { channelsReads } from "./channels-reads.contract.ts";
import type { ChannelsOpen } from "./channels.list.tsx";
import { channelsList, offeredChannelsList } from "./channels.list.tsx";
import type { LogisticsTab } from "./logistics-search.rules.ts";
import { logisticsTabs } from "./logistics-search.rules.ts";

const ChannelPage = lazyPart(async () => (await import("./channel-page.tsx")).ChannelPage);
const PriceCheck = lazyPart(async () => (await import("./price-check.tsx")).PriceCheck);
const CarrierAccounts = lazyPart(
  async () => (await import("#src/carriers/carrier-accounts/carrier-accounts.screen.tsx")).CarrierAccountsPanel,
);
const CarrierErrors = lazyPart(async () => (await import("#src/carriers/carrier-accounts/carrier-errors.screen.tsx")).CarrierErrorsPanel);

/** What the address shows: a channel by its uuid, otherwise a tab. */
function useAddress() {
  const { channel, tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = useCallback((uuid: string) => void navigate({ to: ".", search: { channel: uuid } }), [navigate]);
  const go = useCallback((next: LogisticsTab) => void navigate({ to: ".", search: next === "channels" ? {} : { tab: next } }), [navigate]);
  const shownTab = logisticsTabs.find((one) => one === tab) ?? "channels";
  return { channel, tab: shownTab, show, go };
}

function Waiting() {
  const { t } = useTranslation();
  return <p className="quiet">{t("ui.loading")}</p>;
}

function Channels({ show }: { readonly show: (uuid: string) => void }) {
  const { t } = useTranslation();
  const [isNew, setNew] = useState(false);
  const reload = useCallReload(channelsReads);
  const list = useMemo(() => {
    const open: ChannelsOpen = { show: ({ channel_uuid }) => show(channel_uuid), create: () => setNew(true) };
    return channelsList(open);
  }, [show]);
  return (
    <div className="stack">
      <p className="quiet">{t("channels.intro")}</p>
      <List of={list} />
      {isNew && (
        <ChannelDialog
          channel={null}
          onSaved={(uuid) => {
            reload();
            show(uuid);
          }}
          onClose={() => setNew(false)}
        />
      )}
    </div>
  );
}

/** The provider's logistics: channels, one of them (`?channel=`), the carrier accounts with the log of their failed requests, and a check of prices. */
export function LogisticsScreen() {
  const { t } = useTranslation();
  const { channel, tab, show, go } = useAddress();
  if (channel !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <ChannelPage key={channel} uuid={channel} onBack={() => go("channels")} />
      </Suspense>
    );
  return (
    <div className="stack">
      <h1>{t("navigation.logistics")}</h1>
      <Tabs
        label={t("channels.tab.label")}
        tabs={logisticsTabs.map((value) => ({ value, text: t(`channels.tab.${value}`) }))}
        value={tab}
        onValue={go}
      >
        <Suspense fallback={<Waiting />}>
          {tab === "channels" && <Channels show={show} />}
          {tab === "accounts" && <CarrierAccounts />}
          {tab === "errors" && <CarrierErrors />}
          {tab === "prices" && <PriceCheck />}
        </Suspense>
      </Tabs>
    </div>
  );
}

/** The channels of a retailer's supplier, or one of them (`?channel=`), and a check of prices. */
export function OfferedLogisticsScreen() {
  const { t } = useTranslation();
  const { channel, tab, show, go } = useAddress();
  const list = useMemo(() => offeredChannelsList(({ channel_uuid }) => show(channel_uuid)), [show]);
  if (channel !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <ChannelPage key={channel} uuid={channel} onBack={() => go("channels")} />
      </Suspense>
    );
  const shown = tab === "prices" ? tab : "channels";
  return (
    <div className="stack">
      <h1>{t("navigation.logistics")}</h1>
      <Tabs
        label={t("channels.tab.label")}
        tabs={(["channels", "prices"] as const).map((value) => ({ value, text: t(`channels.tab.${value}`) }))}
        value={shown}
        onValue={go}
      >
        {shown === "channels" ? (
          <div className="stack">
            <p className="quiet">{t("channels.introRetailer")}</p>
            <List of={list} />
          </div>
        ) : (
          <Suspense fallback={<Waiting />}>
            <PriceCheck />
          </Suspense>
        )}
      </Tabs>
    </div>
  );
}
