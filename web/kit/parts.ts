import { Checkbox } from "#src/ui/checkbox.tsx";
import { SearchField } from "#src/ui/search-field.tsx";
import { Select } from "#src/ui/select.tsx";
import { Tabs } from "#src/ui/tabs.tsx";

/** The parts of the kit that most later screens draw with. */
export const parts = { Checkbox, SearchField, Select, Tabs };
