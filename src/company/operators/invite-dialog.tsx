import { toLanguage } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { bindingSchema } from "./binding.rules.ts";
import { inviteOperator } from "./operators.contract.ts";
import { RightsField } from "./rights-field.tsx";
import { WarehousesField } from "./warehouses-field.tsx";

const inviteForm = defineForm({
  name: "operators.invite",
  schema: inviteOperator.input.extend({ warehouse_uuids: bindingSchema }),
  submit: "operators.invite.submit",
  refusalsAt: { "operators.alreadyThere": "email" },
  fields: {
    email: {
      kind: "email",
      label: "operators.invite.email",
      hint: "operators.invite.emailHint",
      isRequired: true,
      maxLength: 254,
      autoComplete: "off",
    },
    display_name: { kind: "text", label: "operators.invite.name", maxLength: 100, autoComplete: "off" },
    language: {
      kind: "choice",
      look: "radio",
      label: "operators.invite.language",
      options: [
        { value: "en_us", text: "operators.invite.english" },
        { value: "zh_cn", text: "operators.invite.chinese" },
      ],
    },
    warehouse_uuids: {
      kind: "custom",
      label: "operators.warehouses.label",
      render: (props) => <WarehousesField {...props} />,
    },
    permissions: {
      kind: "custom",
      label: "operators.invite.rights",
      render: (props) => <RightsField {...props} />,
    },
  },
  send: ({ warehouse_uuids, ...values }, { client }) => client.call(inviteOperator, { ...values, warehouse_uuids: warehouse_uuids ?? [] }),
});

/**
 * Invites an operator by a mailed link.
 * @param onDone called after it was sent
 */
export function InviteDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const language = toLanguage(locale);
  return (
    <FormDialog title={t("operators.invite.title")} onClose={onClose}>
      <Form
        of={inviteForm}
        initial={{ permissions: [], warehouse_uuids: null, language }}
        onDone={({ is_again }, { email }) => {
          useToasts.getState().show("good", t(is_again ? "operators.done.invitedAgain" : "operators.done.invited", { email }));
          onDone();
        }}
      />
    </FormDialog>
  );
}
