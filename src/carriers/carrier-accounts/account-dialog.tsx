import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { Field } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { CarrierAccount } from "./carrier-accounts.contract.ts";
import { createCarrierAccount, updateCarrierAccount } from "./carrier-accounts.contract.ts";
import type { AccountParameter, CarrierApiName } from "./carrier-accounts.rules.ts";
import { carrierApiNames, parametersByApi } from "./carrier-accounts.rules.ts";

const { api_name, label, client_id, account, api_token, password } = createCarrierAccount.input.shape;
const parameters = { client_id, api_token, account, password };
const refusalsAt = { "carrierAccounts.labelTaken": "label" } as const;

const labelField = {
  kind: "text",
  label: "carrierAccounts.form.label",
  hint: "carrierAccounts.form.labelHint",
  isRequired: true,
  maxLength: 80,
  autoComplete: "off",
} as const satisfies Field<object>;

type Asks<V> = (values: V, parameter: AccountParameter) => boolean;

/** The fields of the parameters, each shown if the carrier asks for it. */
function parameterFields<V extends object>(asks: Asks<V>, stored: CarrierAccount["parameters"]) {
  const when = (parameter: AccountParameter) => (values: V) => asks(values, parameter);
  const kept = (isStored: boolean | undefined) => (isStored === true ? { hint: "carrierAccounts.form.keeps" as const } : {});
  return {
    client_id: {
      kind: "text",
      label: "carrierAccounts.form.client_id",
      maxLength: 200,
      autoComplete: "off",
      when: when("client_id"),
    },
    api_token: {
      kind: "password",
      label: "carrierAccounts.form.api_token",
      autoComplete: "new-password",
      when: when("api_token"),
      ...kept(stored?.has_api_token),
    },
    account: { kind: "text", label: "carrierAccounts.form.account", maxLength: 200, autoComplete: "off", when: when("account") },
    password: {
      kind: "password",
      label: "carrierAccounts.form.password",
      autoComplete: "new-password",
      when: when("password"),
      ...kept(stored?.has_password),
    },
  } as const;
}

const newForm = defineForm({
  name: "carrierAccounts.new",
  schema: z.strictObject({ api_name, label, ...parameters }),
  submit: "carrierAccounts.form.create",
  keepsDraft: false,
  refusalsAt,
  fields: {
    api_name: {
      kind: "choice",
      label: "carrierAccounts.form.api",
      isRequired: true,
      options: carrierApiNames.map((value) => ({ value, text: `carrierAccounts.api.${value}` as const })),
    },
    label: labelField,
    ...parameterFields(
      (values: { readonly api_name: CarrierApiName }, parameter) => parametersByApi[values.api_name].includes(parameter),
      null,
    ),
  },
  send: (values, { client }) => client.call(createCarrierAccount, values),
});

function editForm(of: CarrierAccount) {
  return defineForm({
    name: "carrierAccounts.edit",
    schema: z.strictObject({ label, ...parameters }),
    submit: "carrierAccounts.form.save",
    keepsDraft: false,
    refusalsAt,
    fields: {
      label: labelField,
      ...parameterFields((_values: object, parameter) => parametersByApi[of.api_name].includes(parameter), of.parameters),
    },
    send: (values, { client }) =>
      client.call(updateCarrierAccount, { ...values, carrier_account_uuid: of.carrier_account_uuid, version: of.version }),
  });
}

interface AccountDialogProps {
  /** null: a new one */
  readonly account: CarrierAccount | null;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Creates a carrier account or changes one. Stored secrets are not shown: an empty field keeps them. */
export function AccountDialog({ account: of, onChanged, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => (of === null ? null : editForm(of)), [of]);
  const done = (_answer: unknown, values: { readonly label: string }) => {
    const text = of === null ? "carrierAccounts.form.created" : "carrierAccounts.form.saved";
    useToasts.getState().show("good", t(text, { label: values.label }));
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={of === null ? t("carrierAccounts.form.titleNew") : t("carrierAccounts.form.titleEdit", { label: of.label })}
      onClose={onClose}
    >
      <p className="quiet small">{t("carrierAccounts.form.sealed")}</p>
      {of === null || form === null ? (
        <Form of={newForm} initial={{ api_name: "4px" }} onDone={done} />
      ) : (
        <Form
          key={of.version}
          of={form}
          initial={{ label: of.label, client_id: of.parameters?.client_id ?? "", account: of.parameters?.account ?? "" }}
          onDone={done}
        />
      )}
    </FormDialog>
  );
}
