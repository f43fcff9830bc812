import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { LaterCode } from "./use-later-codes.ts";

/** Names the codes that are looked up when the network is back, for a person who comes back to the screen. */
export function LaterCodes({ codes }: { readonly codes: readonly LaterCode[] }) {
  const { t } = useTranslation();
  if (codes.length === 0) return null;
  return <p className="quiet">{t("scanning.laterCodes", { codes: codes.map(({ code }) => code).join(", ") })}</p>;
}
