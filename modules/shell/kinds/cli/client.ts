import type Papa from 'papaparse';

/** What reads comma-separated values; loaded with the first of them. */
export async function loadCsv(): Promise<Pick<typeof Papa, 'parse'>> {
  return (await import('papaparse')).default;
}
