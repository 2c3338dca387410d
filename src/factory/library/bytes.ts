/** How bytes are written in JSON. */
export const byteEncodings = ['base64', 'base64url', 'hex', 'utf8'] as const;
export type ByteEncoding = (typeof byteEncodings)[number];

export const isByteEncoding = (value: unknown): value is ByteEncoding =>
  (byteEncodings as readonly unknown[]).includes(value);

const alphabets: Readonly<Record<ByteEncoding, RegExp>> = {
  base64: /^[A-Za-z0-9+/\s]*={0,2}$/,
  base64url: /^[A-Za-z0-9_-]*={0,2}$/,
  hex: /^(?:[0-9a-fA-F]{2})*$/,
  utf8: /^/,
};

/** The bytes that a text stands for; undefined where it is not written so. */
export function readBytesText(text: string, encoding: unknown): Buffer | undefined {
  return isByteEncoding(encoding) && alphabets[encoding].test(text.trimEnd()) ? Buffer.from(text, encoding) : undefined;
}
