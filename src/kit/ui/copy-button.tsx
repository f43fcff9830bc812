import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";
import { useToasts } from "./toast.store.ts";

/** How long the tick stays. */
const tickMs = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** what it copies, for who does not see it: "Copy the secret" */
  readonly label: string;
  /** whether the label is seen beside the icon */
  readonly isLabelled?: boolean;
}

/** Copies a text: a quiet tick when it did, the toast "Copy failed" when it did not. */
export function CopyButton({ text, label, isLabelled = false }: CopyButtonProps) {
  const { t, locale } = useTranslation();
  const show = useToasts((toasts) => toasts.show);
  const [copies, setCopies] = useState(0);
  const [hasTick, setTick] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setTick(false), tickMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    if (!(await copyText(text))) {
      show("bad", pickText(clientTexts.copyFailed, locale));
      return;
    }
    setTick(true);
    setCopies((count) => count + 1);
  };
  const icon = hasTick ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />;
  return (
    <>
      {isLabelled ? (
        <Button size="small" onClick={() => void copy()}>
          {icon}
          {label}
        </Button>
      ) : (
        <IconButton label={label} icon={icon} onClick={() => void copy()} />
      )}
      <span role="status" className="visually-hidden">
        {hasTick ? t("form.copied") : ""}
      </span>
    </>
  );
}
