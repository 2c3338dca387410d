/** Shorter ones would be found everywhere. */
const shortest = 8;

const path = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/]/;
/** A word, a number, or one with a little of the other: `production`, `utf8`, `30s`. */
const ordinary = /^(?:[A-Za-z]{0,20}\d{0,4}|\d+[A-Za-z]{0,2})$/;
/** What stands between words in names of places, versions, models and lists; a password has more. */
const punctuation = /^[\w\s.,:;/\\~@%+=*-]*$/;

/**
 * Whether a value is plainly no secret: short, a number, words, a path, a locale, an address without credentials. What
 * is taken for one is taken out of all that is answered, so that `production` must not be.
 */
function isPlain(value: string): boolean {
  const longest = path.test(value) ? 19 : 5;
  const isOrdinary = (piece: string): boolean => piece.length <= longest || ordinary.test(piece);
  const text = URL.canParse(value) ? value.replace(/[?&#]/g, ' ') : value;
  return value.length < shortest || (punctuation.test(text) && value.split(/[^A-Za-z0-9]+/).every(isOrdinary));
}

/**
 * What of the value of a variable is secret, judged by the value and by what is named in it: all of it, unless that is
 * plainly harmless, and the password of an address or of a list like `Server=db;Password=…`.
 */
export function secretsIn(value: string, isSecretName: (name: string) => boolean): string[] {
  const named = [...value.matchAll(/([\w -]+)=([^;&\s]+)/g)].flatMap(([, name = '', own = '']) =>
    isSecretName(name.trim()) ? [own] : [],
  );
  const {username = '', password = ''} = URL.canParse(value) ? new URL(value) : {};
  // A name without a password is a token.
  const inAddress = [password === '' ? username : password].flatMap((text) => [text, decoded(text)]);
  const inside = [...named, ...inAddress].filter((text) => text !== '');
  return inside.length > 0 || !isPlain(value) ? [value, ...inside] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
