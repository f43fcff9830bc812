import "./menu-sheet.css";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";

interface MenuSheetProps {
  /** shown at the top */
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** fixed at the bottom */
  readonly foot: ReactNode;
  readonly onClose: () => void;
}

/** The menu on a small screen: a sheet that traps the focus until Escape, a press outside or a choice closes it. */
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
            <IconButton label={t("navigation.shell.closeMenu")} icon={<X size={16} aria-hidden />} onClick={onClose} />
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
