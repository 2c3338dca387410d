import type {Candidate} from './candidates.js';
import type {ProjectNames, ToolNames} from './names.js';

type Wanted = 'handles' | 'modules' | 'packages' | 'parameters' | 'providers' | 'settings' | 'tags' | 'tools';

const lists: Readonly<Record<Exclude<Wanted, 'parameters'>, (names: ProjectNames) => readonly Candidate[]>> = {
  handles: ({handles}) => handles.map((text) => ({text})),
  modules: ({modules}) => modules.map((text) => ({text})),
  packages: ({packages}) => packages.map((text) => ({text})),
  providers: ({providers}) => providers.map((text) => ({text})),
  settings: ({settings}) => settings.map((name) => ({text: `${name}=`, isOpen: true})),
  tags: ({tags}) => tags.map((text) => ({text})),
  tools: ({tools}) => tools.map(({name, description}) => ({text: name, description})),
};

/** Names of the project as candidates; parameters are those of a tool, and after `name=` the values it may have. */
export function wordsOf(
  wanted: Wanted,
  tool: string | undefined,
  start: string,
  names: ProjectNames,
): readonly Candidate[] {
  if (wanted !== 'parameters') return lists[wanted](names);
  const found = names.tools.find(({name, aliases}) => name === tool || (tool !== undefined && aliases.includes(tool)));
  return found ? parameterWords(found, start) : [];
}

function parameterWords({parameters}: ToolNames, start: string): readonly Candidate[] {
  const name = start.split('=')[0] ?? '';
  if (!start.includes('=')) {
    return parameters.map((parameter) => ({
      text: `${parameter.name}=`,
      description: parameter.description,
      isOpen: true,
    }));
  }
  const values = parameters.find((parameter) => parameter.name === name)?.values ?? [];
  return values.map((value) => ({text: `${name}=${value}`}));
}
