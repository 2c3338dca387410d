/** A path as tools answer it: relative to basePath, `/` between names, `.` for basePath itself (docs/decisions/0010). */
export function shownPath(segments: readonly string[]): string {
  return segments.length === 0 ? '.' : segments.join('/');
}
