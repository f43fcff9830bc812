import { DialogBox } from "#src/kit/ui/dialog-box.tsx";
import { Form } from "#src/kit/ui/form/form.tsx";
import { OtherInput } from "#src/kit/ui/form/other-input.tsx";
import { MenuPopover } from "#src/kit/ui/menu-popover.tsx";

/** Dialogs, the forms in them, and menus. */
export const dialogs = { DialogBox, Form, MenuPopover, OtherInput };
