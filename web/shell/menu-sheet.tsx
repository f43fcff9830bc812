import "./menu-sheet.css";
import CloseOutlined from "@ant-design/icons/es/icons/CloseOutlined";
import type { ReactNode } from "react";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { IconButton } from "#src/ui/icon-button.tsx";

interface MenuSheetProps {
  /** stands at the top */
  head: ReactNode;
  children: ReactNode;
  /** stays at the foot */
  foot: ReactNode;
  onClose: () => void;
}

/** The menu on a small screen: a sheet from the side, which holds the focus until Escape, a press beside it or a choice closes it. */
export function MenuSheet({ head, children, foot, onClose }: MenuSheetProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      className="menu-sheet"
      ref={element}
      aria-label={t("ui.menu")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose();
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a") !== null) onClose();
      }}
    >
      <div className="menu-sheet-body">
        <div className="menu-sheet-head">
          {head}
          <IconButton label={t("places.shell.closeMenu")} icon={<CloseOutlined aria-hidden />} onClick={onClose} />
        </div>
        <div className="menu-sheet-list">{children}</div>
        <div className="menu-sheet-foot">{foot}</div>
      </div>
    </dialog>
  );
}
