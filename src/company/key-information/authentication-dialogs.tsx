import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Authentication } from "./key-information.contract.ts";
import { addAuthentication, authenticationTypes, deleteAuthentication } from "./key-information.contract.ts";

const mostDocuments = 9;

const authenticationForm = defineForm({
  name: "key-information.authentication",
  schema: addAuthentication.input,
  submit: "keyInformation.authentications.submit",
  fields: {
    type: {
      kind: "choice",
      label: "keyInformation.authentications.type",
      isRequired: true,
      options: authenticationTypes.map((value) => ({ value, text: `keyInformation.authenticationType.${value}` as const })),
    },
    name: { kind: "text", label: "keyInformation.authentications.name", isRequired: true, maxLength: 200, autoComplete: "off" },
    id_number: { kind: "text", label: "keyInformation.authentications.idNumber", isRequired: true, maxLength: 60, autoComplete: "off" },
    documents: {
      kind: "images",
      label: "keyInformation.authentications.documents",
      isRequired: true,
      most: mostDocuments,
    },
  },
  send: (values, { client }) => client.call(addAuthentication, values),
});

interface DialogProps {
  /** called when the authentications have changed */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Adds a document with its pictures. */
export function AddAuthenticationDialog({ onChanged, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("keyInformation.authentications.addTitle")} onClose={onClose}>
      <Form
        of={authenticationForm}
        initial={{ type: "businessLicence" }}
        onDone={() => {
          useToasts.getState().show("good", t("keyInformation.authentications.saved"));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}

/** Asks for confirmation before a document is removed with its pictures. */
export function RemoveAuthenticationDialog({ authentication, ...rest }: DialogProps & { authentication: Authentication }) {
  const { t } = useTranslation();
  const { perform } = useCallMutation(deleteAuthentication);
  const { authentication_uuid, name } = authentication;
  return (
    <RemoveDialog
      {...rest}
      title={t("keyInformation.authentications.confirmTitle")}
      text={t("keyInformation.authentications.confirm", { name })}
      submit={t("keyInformation.authentications.remove")}
      done={t("keyInformation.authentications.removed")}
      remove={() => perform({ authentication_uuid })}
    />
  );
}
