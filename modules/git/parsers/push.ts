/** What happened to one reference of the remote. */
export interface PushedRef {
  from: string;
  to: string;
  status: 'pushed' | 'created' | 'forced' | 'deleted' | 'up_to_date' | 'rejected';
  summary: string;
}

const statuses: Readonly<Record<string, PushedRef['status']>> = {
  ' ': 'pushed',
  '*': 'created',
  '+': 'forced',
  '-': 'deleted',
  '=': 'up_to_date',
  '!': 'rejected',
};

/** Reads `git push --porcelain`: `<flag>⇥<from>:<to>⇥<summary>`. */
export function parsePush(output: string): PushedRef[] {
  const refs: PushedRef[] = [];
  for (const line of output.split('\n')) {
    const [flag = '', way = '', summary = ''] = line.split('\t');
    const status = statuses[flag];
    const colon = way.indexOf(':');
    if (status === undefined || colon === -1) continue;
    refs.push({from: way.slice(0, colon), to: way.slice(colon + 1), status, summary});
  }
  return refs;
}
