import type { OutputOf } from "#src/api/define-call.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { Form } from "#src/ui/form/lazy-form.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { inviteOperator } from "./operators.contract.ts";
import { RightsField } from "./rights-field.tsx";

const inviteForm = defineForm({
  name: "operators.invite",
  schema: inviteOperator.input,
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
    permissions: {
      kind: "custom",
      label: "operators.invite.rights",
      render: (props) => <RightsField {...props} />,
    },
  },
  send: (values, { client }) => client.call(inviteOperator, values),
});

/** Invites somebody: a link is mailed. @param onDone told after it was sent */
export function InviteDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const language = locale === "zh-CN" ? "zh_cn" : "en_us";
  return (
    <FormDialog title={t("operators.invite.title")} onClose={onClose}>
      <Form
        of={inviteForm}
        initial={{ permissions: [], language }}
        onDone={(answer, { email }) => {
          const { is_again } = answer as OutputOf<typeof inviteOperator>;
          useToasts.getState().show("good", t(is_again ? "operators.done.invitedAgain" : "operators.done.invited", { email }));
          onDone();
        }}
      />
    </FormDialog>
  );
}
