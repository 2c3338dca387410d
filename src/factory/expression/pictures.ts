import {ExpressionLimit} from './limits.js';
import {assertShort} from './text.js';

/** Ways to divide a text among the parts of a picture that are tried without a watch. */
const unwatchedWays = 20_000;

/**
 * Throws for a picture of a date that is too long or asks for a width that no date has. Answers whether a text of a length
 * is read by it in no time: each part of a picture becomes a repetition, so that many can take exponential time.
 */
export function checkDatePicture(picture: string, length: number): boolean {
  assertShort('A picture', picture);
  const markers = picture.replace(/\s+/g, '').match(/\[[^\][]*\]/g) ?? [];
  for (const marker of markers) {
    const width = marker.slice(1, -1).split(',').slice(1).at(-1);
    if (width !== undefined && !/^(\*|\d{1,3})(-(\*|\d{1,3}))?$/.test(width))
      throw new ExpressionLimit(`A width of a picture has at most three digits: ${marker.slice(0, 40)}`);
  }
  // Nothing but characters that no part can take stands between two parts: there is one way.
  if (/^(?:\[[YMDdHhmsf]\d*\](?:[-/.:_ ]|$))+$/.test(picture.replace('T', '-').replace(/\[[Zz][\d:t]*\]$/, '')))
    return true;
  return length ** markers.length <= unwatchedWays;
}
