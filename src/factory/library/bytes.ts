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

/** The bytes that a text stands for, in memory of their own; undefined where it is not written so. */
export function readBytesText(text: string, encoding: unknown): Buffer | undefined {
  if (!isByteEncoding(encoding) || !alphabets[encoding].test(text.trimEnd())) return undefined;
  // Buffer.from may take a part of the pool, and a library can look at the whole: inspect with getters does.
  const bytes = Buffer.alloc(Buffer.byteLength(text, encoding));
  return bytes.subarray(0, bytes.write(text, encoding));
}
