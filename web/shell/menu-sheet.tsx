import "./menu-sheet.css";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { IconButton } from "#src/ui/icon-button.tsx";

interface MenuSheetProps {
  /** stands at the top */
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** stays at the foot */
  readonly foot: ReactNode;
  readonly onClose: () => void;
}

/** The menu on a small screen: a sheet from the side, which holds the focus until Escape, a press beside it or a choice closes it. */
export function MenuSheet({ head, children, foot, onClose }: MenuSheetProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="menu-sheet-ground"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="menu-sheet">
        <Dialog className="menu-sheet-body" aria-label={t("ui.menu")}>
          <div className="menu-sheet-head">
            {head}
            <IconButton label={t("places.shell.closeMenu")} icon={<X size={16} aria-hidden />} onClick={onClose} />
          </div>
          <div
            className="menu-sheet-list"
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest("a") !== null) onClose();
            }}
          >
            {children}
          </div>
          <div className="menu-sheet-foot">{foot}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
