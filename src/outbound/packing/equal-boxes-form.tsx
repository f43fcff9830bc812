import { useState } from "react";
import { newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { addEqualBoxes, boxSides, countLeft, getGoodsKey, nameGoods, parseWhole, suggestCount } from "./box-builder.rules.ts";
import type { DraftBox } from "./box-builder.rules.ts";
import type { Packing } from "./packing.contract.ts";
import { mostParcels } from "./packing.rules.ts";

interface FormProps {
  readonly packing: Packing;
  readonly boxes: readonly DraftBox[];
  readonly onChange: (boxes: readonly DraftBox[]) => void;
}

/** Adds "n equal boxes of q pieces": without a number, as many as the pieces that are left make. */
export function EqualBoxesForm({ packing, boxes, onChange }: FormProps) {
  const { t } = useTranslation();
  const [goods, setGoods] = useState("");
  const [pieces, setPieces] = useState("");
  const [count, setCount] = useState("");
  const [box, setBox] = useState("");
  const [size, setSize] = useState({ length: "", width: "", height: "" });
  const waiting = packing.items.find((item) => countLeft(item, boxes) > 0) ?? packing.items[0];
  const item = packing.items.find((one) => getGoodsKey(one) === goods) ?? waiting;
  const each = parseWhole(pieces) ?? 0;
  const suggested = item === undefined ? 0 : suggestCount(item, boxes, each);
  const wanted = count.trim() === "" ? suggested : (parseWhole(count) ?? 0);
  const canAdd = item !== undefined && each > 0 && wanted > 0 && boxes.length + wanted <= mostParcels;
  return (
    <form
      className="box-equal"
      aria-label={t("packing.builder.equal")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canAdd) return;
        onChange(addEqualBoxes(boxes, { item, pieces: each, count: wanted, like: { box_uuid: box === "" ? null : box, ...size } }, newKey));
        setCount("");
        setGoods("");
      }}
    >
      <Select
        label={t("packing.builder.goods")}
        value={item === undefined ? "" : getGoodsKey(item)}
        options={packing.items.map((one) => ({ value: getGoodsKey(one), text: nameGoods(one), hint: one.title }))}
        onValue={setGoods}
      />
      <TextField label={t("packing.builder.each")} value={pieces} inputMode="numeric" maxLength={8} autoComplete="off" onText={setPieces} />
      <TextField
        label={t("packing.builder.count")}
        value={count}
        placeholder={suggested === 0 ? "" : String(suggested)}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        onText={setCount}
      />
      <Select
        label={t("packing.builder.box")}
        value={box}
        nothing={t("packing.ownPackaging")}
        options={packing.boxes.filter(({ kind }) => kind === "box").map(({ box_uuid, name }) => ({ value: box_uuid, text: name }))}
        onValue={setBox}
      />
      {boxSides.map((side) => (
        <TextField
          key={side}
          label={t(`packing.builder.${side}`)}
          value={size[side]}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          onText={(text) => setSize({ ...size, [side]: text })}
        />
      ))}
      <Button type="submit" isDisabled={!canAdd}>
        {t("packing.builder.addEqual", { count: wanted })}
      </Button>
    </form>
  );
}
