import {createHash} from 'node:crypto';

/** What function-calling APIs allow as a name. */
const maxLength = 64;
const hashLength = 12;

const plainName = /^[A-Za-z][A-Za-z0-9-]*(?:_[A-Za-z0-9-]+)*(?:\.[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)*$/;
const hashedName = new RegExp(`_[0-9a-f]{${String(hashLength)}}$`);

/** Whether `__` for `.` makes a function name that leads back to this name and to no other. */
function isPlain(fullName: string): boolean {
  const functionName = fullName.replaceAll('.', '__');
  return plainName.test(fullName) && functionName.length <= maxLength && !hashedName.test(functionName);
}

/**
 * A tool's full name as function-calling APIs take it: `git.commit` is `git__commit`. At most 64 characters of A-Z, a-z, 0-9,
 * `_` and `-`. A name that does not fit is shortened and ends in a hash of the whole, so that different tools never share one.
 */
export function toFunctionName(fullName: string): string {
  if (isPlain(fullName)) return fullName.replaceAll('.', '__');
  const hash = createHash('sha256').update(fullName).digest('hex').slice(0, hashLength);
  const readable = fullName
    .replaceAll('.', '__')
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .replace(/^[^A-Za-z]+/, '');
  return `${readable.slice(0, maxLength - hashLength - 1) || 'tool'}_${hash}`;
}

/**
 * The full name that a function name stands for: one of `fullNames`, or undefined. Without names only those can be read that
 * were not shortened.
 */
export function fromFunctionName(functionName: string, fullNames?: Iterable<string>): string | undefined {
  const plain = functionName.replaceAll('__', '.');
  if (!fullNames) return isPlain(plain) && toFunctionName(plain) === functionName ? plain : undefined;
  for (const fullName of fullNames) {
    if (toFunctionName(fullName) === functionName) return fullName;
  }
  return undefined;
}
