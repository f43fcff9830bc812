import { useNavigate } from "@tanstack/react-router";
import { wireRoles } from "#src/kit/api/roles-and-permissions.ts";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toStoredSession } from "#src/kit/session/session.rules.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { customerLogin } from "./customers.contract.ts";
import type { Customer } from "./customers.contract.ts";

interface SupportDialogProps {
  readonly of: Pick<Customer, "retailer_uuid" | "name">;
  readonly onClose: () => void;
}

/** Explains the support view, opens the retailer's area in this browser and goes there. The banner there leads back. */
export function SupportDialog({ of: { retailer_uuid, name }, onClose }: SupportDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const login = useCallMutation(customerLogin);
  const before = useSessions(({ sessions }) => sessions.ds?.username ?? "");
  const open = async () => {
    try {
      const opened = await login.perform({ retailer_uuid });
      const session = toStoredSession({ ...opened, user_role: wireRoles.dropShipper, avatar_base64: "" }, Date.now());
      useSessions.getState().setSession("ds", session);
      await navigate({ to: "/ds/home" });
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
      onClose();
    }
  };
  return (
    <Dialog
      title={t("customers.support.title", { name })}
      closeText={t("customers.notNow")}
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={login.isPending} onClick={() => void open()}>
          {t("customers.action.support")}
        </Button>
      }
    >
      <p>{t("customers.support.text")}</p>
      {before !== "" && <p>{t("customers.support.replaces", { username: before })}</p>}
    </Dialog>
  );
}
