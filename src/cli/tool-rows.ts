import type {ToolMetadata} from '../contract/metadata.js';
import type {Column} from './table.js';

/** How a list of tools is shown. */
export const toolColumns: readonly Column[] = [
  {title: 'TOOL'},
  {title: 'CHANGES'},
  {title: 'TIER'},
  {title: 'WHAT IT DOES'},
];

const changes = ({planning: {sideEffects, reversible}}: ToolMetadata): string => {
  if (sideEffects === false) return '';
  const may = typeof sideEffects === 'function' ? 'may' : 'yes';
  return reversible === false ? may : `${may}, undo`;
};

export const toolRow = (record: ToolMetadata): readonly string[] => [
  record.name,
  changes(record),
  String(record.securityTier),
  record.description,
];

/** The part of a record that a program needs to choose a tool; `haft describe` has the rest. */
export const toolSummary = ({
  name,
  description,
  category,
  tags,
  securityTier,
  planning,
  inputSchema,
}: ToolMetadata) => ({
  name,
  description,
  category,
  tags,
  securityTier,
  planning,
  inputSchema,
});
