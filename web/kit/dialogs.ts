import { DialogBox } from "#src/ui/dialog-box.tsx";
import { Form } from "#src/ui/form/form.tsx";
import { OtherInput } from "#src/ui/form/other-input.tsx";
import { MenuPopover } from "#src/ui/menu-popover.tsx";

/** What opens on a screen: dialogs, the forms in them, and menus. */
export const dialogs = { DialogBox, Form, MenuPopover, OtherInput };
