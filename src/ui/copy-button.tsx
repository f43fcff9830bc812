import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { ownTexts } from "#src/api/own-texts.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { copyText } from "./copy-text.ts";
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
      show("bad", locale.startsWith("zh") ? ownTexts.copyFailed.zh_cn : ownTexts.copyFailed.en_us);
      return;
    }
    setTick(true);
    setCopies((count) => count + 1);
  };
  return (
    <>
      <Button
        size="small"
        icon={hasTick ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
        onClick={() => void copy()}
        {...(isLabelled ? {} : { "aria-label": label, title: label })}
      >
        {isLabelled ? label : null}
      </Button>
      <span role="status" className="heard">
        {hasTick ? t("form.copied") : ""}
      </span>
    </>
  );
}
