import { Suspense } from "react";
import { setFieldKinds } from "#src/kit/ui/form/field-kinds.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";

const AddressFields = lazyPart(async () => (await import("#src/kit/countries/address-fields.tsx")).AddressFields);
const CountryField = lazyPart(async () => (await import("#src/kit/countries/country-field.tsx")).CountryField);
const ImagesField = lazyPart(async () => (await import("#src/kit/files/images-field.tsx")).ImagesField);

/** The placeholder of a field that is loading. */
const waiting = <div className="form-waiting" aria-busy="true" aria-hidden="true" />;
const waitingImages = <div className="form-waiting form-waiting-images" aria-busy="true" aria-hidden="true" />;

/** Registers the field kinds that slices provide; each is loaded with the first form that uses it. */
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
