import "./toast.css";
import { useRef } from "react";
import { useToast, useToastRegion } from "react-aria/useToast";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "./button.tsx";
import type { Toast } from "./toast.store.ts";
import { useToasts } from "./toast.store.ts";

type ToastList = Parameters<typeof useToast<Toast>>[1];

/** The store's toasts for React Aria; the store keeps their times. */
function useToastList(): ToastList {
  const { toasts, dismiss, pause, resume } = useToasts();
  return {
    visibleToasts: toasts.map((toast) => ({ key: String(toast.id), content: toast })),
    add: () => "",
    close: (key) => dismiss(Number(key)),
    pauseAll: pause,
    resumeAll: resume,
  };
}

function OneToast({ toast, state }: { readonly toast: ToastList["visibleToasts"][number]; readonly state: ToastList }) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const { toastProps, contentProps, titleProps } = useToast({ toast }, state, element);
  return (
    <div {...toastProps} ref={element} className={`toast toast-${toast.content.tone}`}>
      <span {...contentProps}>
        <span {...titleProps}>{toast.content.text}</span>
      </span>
      <Button tone="plain" onPress={() => state.close(toast.key)}>
        {t("ui.close")}
      </Button>
    </div>
  );
}

function Region({ state }: { readonly state: ToastList }) {
  const element = useRef<HTMLDivElement>(null);
  const { regionProps } = useToastRegion({}, state, element);
  return (
    <div {...regionProps} ref={element} className="toasts">
      {state.visibleToasts.map((toast) => (
        <OneToast key={toast.key} toast={toast} state={state} />
      ))}
    </div>
  );
}

/** The region where toasts appear, one a page: a landmark that F6 moves to. A hovered or focused toast stays. */
export function Toasts() {
  const state = useToastList();
  return state.visibleToasts.length === 0 ? null : <Region state={state} />;
}
