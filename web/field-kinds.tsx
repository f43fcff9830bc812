import { Suspense } from "react";
import { setFieldKinds } from "#src/ui/form/field-kinds.ts";
import { lazyPart } from "#src/ui/lazy-part.ts";

const AddressFields = lazyPart(async () => (await import("#src/countries/address-fields.tsx")).AddressFields);
const CountryField = lazyPart(async () => (await import("#src/countries/country-field.tsx")).CountryField);
const ImagesField = lazyPart(async () => (await import("#src/files/images-field.tsx")).ImagesField);

/** Holds the place of a field that is being loaded. */
const waiting = <div className="form-waiting" aria-busy="true" aria-hidden="true" />;
const waitingImages = <div className="form-waiting form-waiting-images" aria-busy="true" aria-hidden="true" />;

/** Tells the forms what draws the fields that belong to slices; each comes with the first form that has one. */
export function registerFieldKinds(): void {
  setFieldKinds({
    address: (props) => (
      <Suspense fallback={waiting}>
        <AddressFields {...props} />
      </Suspense>
    ),
    country: (props) => (
      <Suspense fallback={waiting}>
        <CountryField {...props} />
      </Suspense>
    ),
    images: (props) => (
      <Suspense fallback={waitingImages}>
        <ImagesField {...props} />
      </Suspense>
    ),
  });
}
