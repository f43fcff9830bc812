import Check from "lucide-react/icons/check";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { CSSProperties } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Slot, Wall } from "./sortation.contract.ts";

function SlotCell({ slot: { slot_number, state, order_number, pieces, piece_count }, isLit }: { slot: Slot; isLit: boolean }) {
  const { t } = useTranslation();
  const words = [
    t("sortation.slotNumber", { slot: slot_number }),
    t(`sortation.state.${state}`),
    ...(order_number === "" ? [] : [order_number]),
  ];
  const look = ["wall-slot", `wall-slot-${state}`, ...(isLit ? ["wall-slot-lit"] : [])].join(" ");
  return (
    <li className={look} title={words.join(" · ")}>
      <strong className="number">{slot_number}</strong>
      <span className="wall-slot-figure number">
        {state === "complete" && <Check size={16} strokeWidth={3} aria-label={t("sortation.state.complete")} />}
        {state === "left" && <RotateCcw size={16} aria-label={t("sortation.state.left")} />}
        {state === "filling" && t("sortation.of", { pieces, of: piece_count })}
      </span>
    </li>
  );
}

/** The slots of a wall as they stand: free, filling, or green when an order is complete. */
export function WallGrid({ wall: { name, column_count, slots }, lit }: { wall: Wall; lit: number | null }) {
  const { t } = useTranslation();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type knows no custom properties
  const columns = { "--wall-columns": column_count } as CSSProperties;
  return (
    <section className="wall" aria-label={t("sortation.slotsOf", { name })}>
      <ul className="wall-grid" style={columns}>
        {slots.map((slot) => (
          <SlotCell key={slot.slot_number} slot={slot} isLit={slot.slot_number === lit} />
        ))}
      </ul>
    </section>
  );
}
