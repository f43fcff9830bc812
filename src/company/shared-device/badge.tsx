import "./badge.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { encodeBars, quietModules } from "./code128.rules.ts";

/** Height of the bars in modules. */
const heightModules = 60;

/** A barcode, black on white in either theme, as scanners require. */
function Barcode({ text }: { text: string }) {
  const { bars, width } = encodeBars(text);
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

/** A new badge, shown only once, to print and cut out. */
export function BadgeDialog({ badge, name, onClose }: { badge: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("sharedDevice.pin.badge.title")}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={() => print()}>
          {t("sharedDevice.pin.badge.print")}
        </Button>
      }
    >
      <p>{t("sharedDevice.pin.badge.once")}</p>
      <div className="badge">
        <strong className="badge-name">{name}</strong>
        <Barcode text={badge} />
        <span className="badge-code number">{badge}</span>
      </div>
    </Dialog>
  );
}
