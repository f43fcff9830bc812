import { Link } from "@tanstack/react-router";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { getWave } from "./waves.contract.ts";

/** The wave that an order is in. */
export function OrderWave({ of: { wave } }: { of: OrderDetail }) {
  const { t } = useTranslation();
  const caller = useCaller();
  if (wave === null) return null;
  return (
    <p className="row">
      <span className="quiet">{t("waves.inWave")}</span>
      {mayCall(caller, getWave) ? (
        <Link to="/p/p-wave-order" search={{ wave: wave.wave_uuid }}>
          {wave.wave_number}
        </Link>
      ) : (
        <span>{wave.wave_number}</span>
      )}
      <span>{t(`waves.kind.${wave.kind}`)}</span>
    </p>
  );
}
