import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { SearchField } from "#src/kit/ui/search-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";

/** The parts of the kit that most later screens draw with. */
export const parts = { Checkbox, SearchField, Select, Tabs };
