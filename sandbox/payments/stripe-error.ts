/** A refusal in Stripe's own shape; the server turns it into `{error: {...}}` with its status. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;

  constructor(status: number, given: { type?: string; code?: string; message: string; param?: string }) {
    super(given.message);
    this.status = status;
    this.type = given.type ?? "invalid_request_error";
    this.code = given.code ?? null;
    this.param = given.param ?? null;
  }

  /** The body of the answer. */
  body(): Record<string, unknown> {
    return {
      error: {
        ...(this.code !== null && { code: this.code, doc_url: `https://stripe.com/docs/error-codes/${this.code.replaceAll("_", "-")}` }),
        message: this.message,
        ...(this.param !== null && { param: this.param }),
        type: this.type,
      },
    };
  }
}

/** 400: a parameter with a value that the API does not take. */
export function badParam(param: string, message: string, code = "parameter_invalid_string"): StripeError {
  return new StripeError(400, { message, param, code });
}

/** 404 for an id in the path, 400 for one in a parameter, as Stripe has it. */
export function missing(kind: string, id: string, param = "id"): StripeError {
  const status = param === "id" ? 404 : 400;
  return new StripeError(status, { code: "resource_missing", message: `No such ${kind}: '${id.slice(0, 100)}'`, param });
}
