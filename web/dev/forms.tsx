import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import { envelope } from "#src/kit/api/envelope.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import type { PasswordMeter } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

const day = ["monday", "tuesday"] as const;
const kind = ["first", "second", "third"] as const;
const options = (values: readonly ("monday" | "tuesday" | "first" | "second" | "third")[]) =>
  values.map((value) => ({ value, text: own(`text.${value}`) }));

const schema = z.object({
  name: z.string().trim().min(1).max(40),
  email: z.email(),
  tel: z.string().max(30),
  site: z.url(),
  notes: z.string().max(200),
  password: z.string().min(10),
  pieces: z.number().int().min(1).max(99),
  kind: z.enum(kind),
  look: z.enum(kind),
  days: z.array(z.enum(day)).min(1),
  open: z.boolean(),
  country: z.string().length(2),
  images: z.array(z.string()).max(3),
  drawn: z.string().optional(),
});

function meter(password: string): PasswordMeter {
  if (password.length >= 14) return { level: "strong", missing: [] };
  return { level: password.length >= 10 ? "medium" : "weak", missing: password.length >= 10 ? [] : ["form.missing.tenCharacters"] };
}

/** Declares a form with every kind of field. */
function formThat(name: string, send: () => Promise<unknown>) {
  return defineForm({
    name: `dev.${name}`,
    schema,
    keepsDraft: false,
    submit: own("text.save"),
    groups: [
      { title: own("text.contact"), fields: ["name", "email", "tel", "site", "country", "password"] },
      { title: own("text.more2"), fields: ["notes", "pieces", "kind", "look", "days", "open", "images", "drawn"] },
    ],
    fields: {
      name: { kind: "text", label: own("text.name"), hint: own("text.nameHint"), isRequired: true, autoComplete: "off" },
      email: { kind: "email", label: own("text.email"), isRequired: true, autoComplete: "off" },
      tel: { kind: "tel", label: own("text.phone"), autoComplete: "off" },
      site: { kind: "url", label: own("text.site"), autoComplete: "off" },
      notes: { kind: "lines", label: own("text.notes") },
      password: { kind: "password", label: own("text.password"), autoComplete: "new-password", meter },
      pieces: { kind: "number", label: own("text.number"), unit: own("text.unit"), isRequired: true },
      kind: { kind: "choice", label: own("text.colour"), options: options(kind) },
      look: { kind: "choice", look: "radio", label: own("text.colour"), options: options(kind) },
      days: { kind: "choices", label: own("text.choices"), options: options(day) },
      open: { kind: "switch", label: own("text.switch") },
      country: { kind: "country", label: own("text.country"), isRequired: true },
      images: { kind: "images", label: own("text.images"), most: 3 },
      drawn: { kind: "custom", label: own("text.own"), render: ({ id }) => <output id={id}>—</output> },
    },
    send,
  });
}

const filled = {
  name: "Quayside",
  email: "someone@shop.example",
  tel: "+1 555 0100",
  site: "https://shop.example",
  notes: "",
  password: "correct-horse-9",
  pieces: 12,
  kind: "second",
  look: "third",
  days: ["monday"],
  open: true,
  country: "US",
} satisfies Partial<z.input<typeof schema>>;

const never = () => new Promise<never>(() => undefined);
const refused = () => Promise.reject(new CallProblem("refusal", 200, envelope("accounts.companyTaken", null)));

const empty = formThat("empty", never);
const full = formThat("full", never);
const refusing = formThat("refusing", refused);

function press(part: HTMLElement): boolean {
  const form = part.querySelector("form");
  form?.requestSubmit();
  return form !== null;
}

/** Declared forms: every kind of field, in every state that a form can be in. */
export function Forms() {
  return (
    <Group id="forms" title="forms">
      <div className="dev-grid dev-grid-wide">
        <Shown part="Form:empty" state="state.empty">
          <Form of={empty} />
        </Shown>
        <Shown part="Form:wrong" state="state.wrong" drive={press}>
          <Form
            of={empty}
            initial={{ ...filled, name: "", email: "someone", site: "shop", password: "short", pieces: 120, days: [], country: "" }}
          />
        </Shown>
        <Shown part="Form:busy" state="state.busy" drive={press}>
          <Form of={full} initial={filled} />
        </Shown>
        <Shown part="Form:refused" state="state.refused" drive={press}>
          <Form of={refusing} initial={filled} />
        </Shown>
      </div>
    </Group>
  );
}
