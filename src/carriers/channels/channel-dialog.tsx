import { useMemo } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { ruled } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { listCarrierAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { labelFormats } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import type { Channel } from "./channels.contract.ts";
import { channelFields, createChannel, updateChannel } from "./channels.contract.ts";
import { getCountriesRefusal } from "./channels.rules.ts";
import { CountriesField } from "#src/kit/countries/countries-field.tsx";

const { carrier_account_uuid: _parsed, ...texts } = channelFields;
const schema = ruled(z.strictObject({ ...texts, carrier_account_uuid: z.union([z.literal(""), z.uuid()]) }), getCountriesRefusal);
type FieldProps = CustomFieldProps<z.input<typeof schema>>;

function ChosenCountries({ value, values: _values, partErrors: _errors, onHold: _hold, onChange, ...field }: FieldProps) {
  const codes = Array.isArray(value) ? value.filter((code) => typeof code === "string") : [];
  return <CountriesField {...field} codes={codes} onCodes={onChange} />;
}

/** Chooses an account, or none. Until all are loaded, the current one is the only option. */
function AccountField({ value, onChange, channel, ...field }: FieldProps & { readonly channel: Channel | null }) {
  const { t } = useTranslation();
  const { data } = useCallQuery(listCarrierAccounts, { page_size: 200 });
  const current = channel === null ? [] : [{ value: channel.carrier_account_uuid ?? "", text: channel.account_label }];
  const options =
    data?.result.map(({ carrier_account_uuid, label, api_name }) => ({
      value: carrier_account_uuid,
      text: `${label} · ${t(`carrierAccounts.api.${api_name}`)}`,
    })) ?? current.filter((option) => option.value !== "");
  return (
    <Select {...field} value={typeof value === "string" ? value : ""} options={options} nothing={t("channels.manual")} onValue={onChange} />
  );
}

/** @param of the channel that is changed; null: a new one */
function channelForm(of: Channel | null) {
  return defineForm({
    name: "channels.channel",
    schema,
    submit: of === null ? "channels.form.create" : "channels.form.save",
    keepsDraft: false,
    refusalsAt: {
      "channels.nameTaken": "name",
      "channels.countryInBoth": "exclude_countries",
      "channels.labelFormatUnfit": "label_format",
    },
    fields: {
      name: { kind: "text", label: "channels.form.name", isRequired: true, maxLength: 80, autoComplete: "off" },
      carrier_account_uuid: {
        kind: "custom",
        label: "channels.form.account",
        hint: "channels.form.accountHint",
        render: (field) => <AccountField {...field} channel={of} />,
      },
      code: { kind: "text", label: "channels.form.code", hint: "channels.form.codeHint", maxLength: 60, autoComplete: "off" },
      internal_id: {
        kind: "text",
        label: "channels.form.internalId",
        hint: "channels.form.internalIdHint",
        maxLength: 60,
        autoComplete: "off",
      },
      label_format: {
        kind: "choice",
        label: "channels.form.labelFormat",
        hint: "channels.form.labelFormatHint",
        options: labelFormats.map((value) => ({ value, text: `channels.labelFormat.${value}` as const })),
      },
      include_countries: {
        kind: "custom",
        label: "channels.form.include",
        hint: "channels.form.includeHint",
        render: (field) => <ChosenCountries {...field} />,
      },
      exclude_countries: {
        kind: "custom",
        label: "channels.form.exclude",
        hint: "channels.form.excludeHint",
        render: (field) => <ChosenCountries {...field} />,
      },
    },
    send: async ({ carrier_account_uuid: account, ...values }, { client }) => {
      const input = { ...values, carrier_account_uuid: account === "" ? null : account };
      if (of === null) return (await client.call(createChannel, input)).channel_uuid;
      await client.call(updateChannel, { ...input, channel_uuid: of.channel_uuid, version: of.version });
      return of.channel_uuid;
    },
  });
}

interface ChannelDialogProps {
  /** null: a new one */
  readonly channel: Channel | null;
  /** called with the channel's uuid once it is saved */
  readonly onSaved: (channelUuid: string) => void;
  readonly onClose: () => void;
}

/** Creates a channel or changes its name, codes, account, label format and countries. */
export function ChannelDialog({ channel, onSaved, onClose }: ChannelDialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => channelForm(channel), [channel]);
  return (
    <FormDialog
      title={channel === null ? t("channels.form.titleNew") : t("channels.form.titleEdit", { name: channel.name })}
      onClose={onClose}
    >
      <Form
        key={channel?.version ?? 0}
        of={form}
        initial={{
          name: channel?.name ?? "",
          code: channel?.code ?? "",
          internal_id: channel?.internal_id ?? "",
          carrier_account_uuid: channel?.carrier_account_uuid ?? "",
          label_format: channel?.label_format ?? "pdf",
          include_countries: channel?.include_countries ?? [],
          exclude_countries: channel?.exclude_countries ?? [],
        }}
        onDone={(channelUuid, { name }) => {
          useToasts.getState().show("good", t(channel === null ? "channels.form.created" : "channels.form.saved", { name }));
          onClose();
          onSaved(channelUuid);
        }}
      />
    </FormDialog>
  );
}
