/** Where a contestant lives, by its path in bench/. */
export const file = (path) => new URL(`../${path}`, import.meta.url).href;
