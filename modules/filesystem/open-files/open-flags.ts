/** What a flag of `open` asks for, as in fopen(3) and Node. */
export interface Access {
  readonly read: boolean;
  readonly write: boolean;
  /** Makes the file where there is none. */
  readonly create: boolean;
  /** Only a file that it makes. */
  readonly exclusive: boolean;
  /** Empties a file that is there. */
  readonly truncate: boolean;
  /** Writes go to the end, wherever the position is. */
  readonly append: boolean;
}

const access = (facts: Partial<Access>): Access => ({
  read: false,
  write: false,
  create: false,
  exclusive: false,
  truncate: false,
  append: false,
  ...facts,
});

const write = {write: true, create: true} as const;

export const openFlags = {
  r: access({read: true}),
  'r+': access({read: true, write: true}),
  w: access({...write, truncate: true}),
  'w+': access({...write, truncate: true, read: true}),
  wx: access({...write, exclusive: true}),
  'wx+': access({...write, exclusive: true, read: true}),
  a: access({...write, append: true}),
  'a+': access({...write, append: true, read: true}),
  ax: access({...write, append: true, exclusive: true}),
  'ax+': access({...write, append: true, exclusive: true, read: true}),
} as const satisfies Readonly<Record<string, Access>>;

export type OpenFlag = keyof typeof openFlags;

/** The flags, as a schema lists them. */
export const flagNames = ['r', 'r+', 'w', 'w+', 'wx', 'wx+', 'a', 'a+', 'ax', 'ax+'] as const satisfies OpenFlag[];
