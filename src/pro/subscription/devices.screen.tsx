import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { entitlementCalls } from "#src/pro/entitlement/entitlement.calls.ts";
import type { Device } from "#src/pro/entitlement/entitlement.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { RemoveDialog } from "#src/kit/ui/light/remove-dialog.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";

/** The devices of the account, each with a button to remove it; `onRemoved` is called after one is removed. */
export function Devices({ onRemoved }: { onRemoved?: () => void }) {
  const { t } = useTranslation();
  const { scope } = useCaller();
  const queries = useQueryClient();
  const answer = useCallQuery(entitlementCalls.listDevices, {});
  const { perform } = useCallMutation(entitlementCalls.removeDevice);
  const [asked, setAsked] = useState<Device | null>(null);
  if (answer.isPending) return <SubLoading />;
  if (answer.data === undefined) return answer.error && <CallFailed problem={answer.error} retry={() => void answer.refetch()} />;
  const { result, most } = answer.data;
  if (result.length === 0) return <p className="quiet">{t("subscription.devices.none")}</p>;
  const remove = async ({ device_uuid }: Device) => {
    await perform({ device_uuid });
    onRemoved?.();
  };
  return (
    <div className="stack">
      <p className="quiet number">{t("subscription.devices.text", { count: result.length, most })}</p>
      <ul className="sub-devices">
        {result.map((device) => (
          <DeviceRow key={device.device_uuid} device={device} onAsk={() => setAsked(device)} />
        ))}
      </ul>
      {asked !== null && (
        <RemoveDialog
          title={t("subscription.devices.askTitle", { name: asked.name })}
          text={t("subscription.devices.askText")}
          submit={t("subscription.devices.remove")}
          done={t("subscription.devices.removed", { name: asked.name })}
          remove={() => remove(asked)}
          onChanged={() => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, entitlementCalls.listDevices) })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function DeviceRow({ device, onAsk }: { device: Device; onAsk: () => void }) {
  const { t, locale } = useTranslation();
  const { name, linked_at, last_renewed_at } = device;
  return (
    <li className="sub-device">
      <div className="stack-tight">
        <strong className="sub-wrap" translate="no">
          {name}
        </strong>
        <span className="quiet small number">
          {t("subscription.devices.linked", { date: formatDay(linked_at, locale) })}
          {last_renewed_at !== null && <br />}
          {last_renewed_at !== null && t("subscription.devices.seen", { date: formatDay(last_renewed_at, locale) })}
        </span>
      </div>
      <Button aria-label={t("subscription.devices.removeNamed", { name })} onClick={onAsk}>
        {t("subscription.devices.remove")}
      </Button>
    </li>
  );
}
