import "./keypad.css";
import CornerDownLeft from "lucide-react/icons/corner-down-left";
import Delete from "lucide-react/icons/delete";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

interface KeypadProps {
  /** the name of the number to enter */
  readonly label: string;
  /** a digit, `Backspace` or `Enter` */
  readonly onKey: (key: string) => void;
}

/** A numeric keypad for touch screens; hidden if there is a keyboard. The scan box keeps the focus. */
export function Keypad({ label, onKey }: KeypadProps) {
  const { t } = useTranslation();
  const digit = (name: string) => (
    <button key={name} type="button" className="keypad-key number" onClick={() => onKey(name)}>
      {name}
    </button>
  );
  return (
    <div className="keypad" role="group" aria-label={label}>
      {digits.map(digit)}
      <button type="button" className="keypad-key" aria-label={t("scan.keypad.delete")} onClick={() => onKey("Backspace")}>
        <Delete size={20} aria-hidden="true" />
      </button>
      {digit("0")}
      <button type="button" className="keypad-key keypad-enter" aria-label={t("scan.keypad.enter")} onClick={() => onKey("Enter")}>
        <CornerDownLeft size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
