import { useState } from "react";
import { useCallMutation, useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { UnsavedArea } from "#src/kit/ui/unsaved-area.tsx";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { ChannelDialog } from "./channel-dialog.tsx";
import { channelsActions } from "./channels.actions.ts";
import { channelsReads } from "./channels-reads.contract.ts";
import type { PricedChannel } from "./channels.contract.ts";
import { deleteChannel, getSpecifiedChannels, setChannelsEnabled } from "./channels.contract.ts";
import { getChannelState } from "./channels.list.tsx";
import { CutOffsPanel } from "./cut-offs-panel.tsx";
import { PriceEditor } from "./price-editor.tsx";
import { PriceView } from "./price-view.tsx";

interface PageProps {
  readonly uuid: string;
  readonly onBack: () => void;
}

function Actions({ channel, onBack }: { readonly channel: PricedChannel; readonly onBack: () => void }) {
  const { t } = useTranslation();
  const reload = useCallReload(channelsReads);
  const enable = useCallMutation(setChannelsEnabled);
  const removal = useCallMutation(deleteChannel);
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const { channel_uuid, version, name } = channel;
  const setEnabled = async (is_enabled: boolean) => {
    try {
      await enable.perform({ channel_uuids: [channel_uuid], is_enabled });
      useToasts.getState().show("good", t(is_enabled ? "channels.done.enabled" : "channels.done.disabled", { name }));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      reload();
    }
  };
  return (
    <div className="row">
      <ActionButton of={channelsActions.edit} subject={channel} onClick={() => setOpen("edit")}>
        {t("channels.action.edit")}
      </ActionButton>
      <ActionButton of={channelsActions.enable} subject={channel} isDisabled={enable.isPending} onClick={() => void setEnabled(true)}>
        {t("channels.action.enable")}
      </ActionButton>
      <ActionButton of={channelsActions.disable} subject={channel} isDisabled={enable.isPending} onClick={() => void setEnabled(false)}>
        {t("channels.action.disable")}
      </ActionButton>
      <ActionButton of={channelsActions.remove} subject={channel} onClick={() => setOpen("remove")}>
        {t("channels.action.remove")}
      </ActionButton>
      {open === "edit" && <ChannelDialog channel={channel} onSaved={reload} onClose={() => setOpen(null)} />}
      {open === "remove" && (
        <RemoveDialog
          title={t("channels.remove.title", { name })}
          text={t("channels.remove.text")}
          submit={t("channels.action.remove")}
          done={t("channels.remove.done", { name })}
          remove={() => removal.perform({ channel_uuid, version })}
          onChanged={() => {
            onBack();
            reload();
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function About({ channel }: { readonly channel: PricedChannel }) {
  const { t, locale } = useTranslation();
  const getName = useCountryName();
  const names = (codes: readonly string[]) => listText(codes.map(getName), locale);
  const { code, internal_id, carrier_account_uuid, account_label, api_name, label_format, include_countries, exclude_countries } = channel;
  const account =
    carrier_account_uuid === null ? "" : `${account_label} · ${api_name === null ? "" : t(`carrierAccounts.api.${api_name}`)}`;
  return (
    <Facts
      of={[
        [t("channels.column.account"), account],
        [t("channels.column.code"), code],
        [t("channels.form.internalId"), internal_id],
        // Without an account we draw the labels.
        [t("channels.form.labelFormat"), carrier_account_uuid === null ? "" : t(`channels.labelFormat.${label_format}`)],
        [t("channels.form.include"), include_countries.length === 0 ? t("channels.countries.all") : names(include_countries)],
        [t("channels.form.exclude"), names(exclude_countries)],
      ]}
    />
  );
}

function Prices({ channel }: { readonly channel: PricedChannel }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const edit = (text: "channels.action.changePrices" | "channels.action.addPrices") => (
    <ActionButton of={channelsActions.prices} subject={channel} onClick={() => setEditing(true)}>
      {t(text)}
    </ActionButton>
  );
  const isEmpty = channel.zones.length === 0;
  return (
    <section className="panel stack" aria-labelledby="channel-prices">
      <div className="row row-apart">
        <h2 id="channel-prices">{t("channels.price.title")}</h2>
        {!isEditing && !isEmpty && edit("channels.action.changePrices")}
      </div>
      {isEditing ? (
        <PriceEditor channel={channel} onClose={() => setEditing(false)} />
      ) : isEmpty ? (
        <EmptyState line={t("channels.price.none")} action={edit("channels.action.addPrices")} />
      ) : (
        <PriceView channel={channel} />
      )}
    </section>
  );
}

function Shown({ channel, onBack }: { readonly channel: PricedChannel; readonly onBack: () => void }) {
  const { t } = useTranslation();
  const { tone, key } = getChannelState(channel);
  return (
    <UnsavedArea parameter="channel">
      <div className="stack">
        <div className="row">
          <Button onClick={onBack}>{t("channels.page.back")}</Button>
        </div>
        <div className="row row-apart">
          <div className="row">
            <h1>{channel.name}</h1>
            <StatusTag tone={tone} text={t(`channels.status.${key}`)} />
          </div>
          <Actions channel={channel} onBack={onBack} />
        </div>
        <section className="panel">
          <About channel={channel} />
        </section>
        <Prices channel={channel} />
        <CutOffsPanel channel={channel} />
      </div>
    </UnsavedArea>
  );
}

/** One channel: its details, prices and cut-offs, each editable by users who may change it. */
export function ChannelPage({ uuid, onBack }: PageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getSpecifiedChannels, { channel_uuids: [uuid] });
  const channel = data?.result[0];
  if (channel !== undefined) return <Shown channel={channel} onBack={onBack} />;
  return (
    <div className="stack">
      <h1>{t("navigation.logistics")}</h1>
      {error?.codeName === "notFound" ? (
        <Notice tone="bad" title={t("channels.page.notFound")}>
          <div className="row">
            <Button onClick={onBack}>{t("channels.page.back")}</Button>
          </div>
        </Notice>
      ) : (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
