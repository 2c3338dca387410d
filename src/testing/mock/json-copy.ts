/** A copy of JSON data. Not structuredClone's, whose objects are strangers where a test runner gives files a world of their own. */
export const jsonCopy = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
