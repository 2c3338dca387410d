/** How a session writes values as text: what sessions are set up with, and what a text that is kept must be written in. */
export const valueFormats = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  bytea_output: 'hex',
} as const;

/** The parameters that decide it, for messages. */
export const formatNames = Object.keys(valueFormats).join(', ');

/** An expression: whether the session writes values as it was set up to. A statement in a transaction can change that. */
export const plainFormats = Object.entries(valueFormats)
  .map(([name, value]) => `current_setting('${name}') = '${value}'`)
  .join(' and ');
