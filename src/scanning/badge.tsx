import "./badge.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { barsOf, quietModules } from "./code128.rules.ts";

/** Height of the bars in modules. */
const heightModules = 60;

/** A code as bars: black on white in either theme, as a reader wants it. */
function Barcode({ text }: { text: string }) {
  const { bars, width } = barsOf(text);
  return (
    <svg
      className="badge-bars"
      viewBox={`${-quietModules} 0 ${width + 2 * quietModules} ${heightModules}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {bars.map(({ from, width: wide }) => (
        <rect key={from} x={from} y={0} width={wide} height={heightModules} />
      ))}
    </svg>
  );
}

/** A new badge, shown this once: to be printed, cut out and worn. */
export function BadgeDialog({ badge, name, onClose }: { badge: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("scanning.pin.badge.title")}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={() => print()}>
          {t("scanning.pin.badge.print")}
        </Button>
      }
    >
      <p>{t("scanning.pin.badge.once")}</p>
      <div className="badge">
        <strong className="badge-name">{name}</strong>
        <Barcode text={badge} />
        <span className="badge-code number">{badge}</span>
      </div>
    </Dialog>
  );
}
