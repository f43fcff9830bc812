import { describe, expect, test } from "vitest";
import type { SignedRequest } from "./signature.ts";
import { checkSignature } from "./signature.ts";

// The worked example "GET Object" of Amazon's page on signing, with its example account: the one truth here that is not ours.
const account = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const signedAt = Date.UTC(2013, 4, 24);

function example(headers: Record<string, string> = {}, some: Partial<SignedRequest> = {}): SignedRequest {
  const credential = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
  const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
  return {
    method: "GET",
    target: "/test.txt",
    headers: {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "x-amz-date": "20130524T000000Z",
      authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
      ...headers,
    },
    ...some,
  };
}

describe("a signature", () => {
  test("of Amazon's own example is accepted", () => {
    expect(checkSignature(example(), account, signedAt)).toBeNull();
  });

  test("covers the sorted query", () => {
    // "GET Bucket (List Objects)" of the same page
    const signature = "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7";
    const authorization = `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=${signature}`;
    expect(checkSignature(example({ authorization }, { target: "/?prefix=J&max-keys=2" }), account, signedAt)).toBeNull();
  });

  test.each([
    ["another secret", example(), { ...account, secretAccessKey: "another" }, "SignatureDoesNotMatch"],
    ["another method", example({}, { method: "PUT" }), account, "SignatureDoesNotMatch"],
    ["another path", example({}, { target: "/other.txt" }), account, "SignatureDoesNotMatch"],
    ["a signed header that was changed", example({ range: "bytes=0-99" }), account, "SignatureDoesNotMatch"],
    ["another body's hash", example({ "x-amz-content-sha256": "0".repeat(64) }), account, "SignatureDoesNotMatch"],
    ["an account that is not known", example(), { ...account, accessKeyId: "other" }, "InvalidAccessKeyId"],
    ["another region", example(), { ...account, region: "eu-central-1" }, "AuthorizationHeaderMalformed"],
    ["another scheme", example({ authorization: "Bearer x" }), account, "AuthorizationHeaderMalformed"],
  ] as const)("with %s is refused", (_what, request, known, problem) => {
    expect(checkSignature(request, known, signedAt)).toBe(problem);
  });

  test("is refused if it is missing or more than 15 minutes off", () => {
    expect(checkSignature(example(), account, signedAt + 15 * 60_000)).toBeNull();
    expect(checkSignature(example(), account, signedAt + 15 * 60_000 + 1)).toBe("RequestTimeTooSkewed");
    expect(checkSignature({ method: "GET", target: "/test.txt", headers: {} }, account, signedAt)).toBe("AccessDenied");
  });
});
