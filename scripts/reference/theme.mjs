// How a page of the reference looks: an export is a heading, its prose, and a list of its members with their types.
import {ReflectionKind} from 'typedoc';
import {MarkdownTheme, MarkdownThemeContext} from 'typedoc-plugin-markdown';
import {sections} from './sections.mjs';
import {topics} from './topics.mjs';

/** Characters of a type that is worth showing; a longer one was inferred and says less than its name. */
const longestType = 700;

const singular = (kind) => ReflectionKind.singularString(kind).toLowerCase();
/** Whether a member is told where it comes from: by a parent with a section of its own, or one that says so in prose. */
export const isInherited = ({inheritedFrom}) =>
  inheritedFrom !== undefined && (inheritedFrom.reflection !== undefined || inheritedFrom.name.includes('('));

/** The compiler's order of literals in a union follows from whatever it read first; the page's follows from the words. */
function inOrder(type) {
  const literals = type.types.filter((one) => one.type === 'literal').map((one) => [String(one.value), one]);
  if (literals.length < 2) return type;
  literals.sort(([a], [b]) => a.localeCompare(b, 'en', {numeric: true}));
  const types = type.types.map((one) => (one.type === 'literal' ? literals.shift()[1] : one));
  return Object.create(type, {types: {value: types}});
}

/** Numbers of requirements say something to those who work on haft, and nothing to its users. */
const number = String.raw`(?:R\d[\d.]*|C\d+|DESIGN \d+|SECURITY \d+|seed \d+)`;
const numbers = new RegExp(String.raw`\s\(${number}(?:, ${number}| to \d+)*\)`, 'g');
const withoutNumbers = (text) => text.replaceAll(numbers, '');

/** Whether a type is named after something of haft that nobody can import, and so says nothing. */
function isInner(type) {
  if (type.type === 'intersection') return isInner(type.types[0]);
  if (type.type !== 'reference' || type.reflection) return false;
  if (type.name === 'Omit' || type.name === 'Readonly') return isInner(type.typeArguments[0]);
  return type.symbolId?.packageName === 'haft' && !type.refersToTypeParameter;
}

class ReferenceContext extends MarkdownThemeContext {
  constructor(theme, page, options, exportedBy) {
    super(theme, page, options);
    this.exportedBy = exportedBy;
    this.templates = {...this.templates, reflection: ({model}) => this.topic(model)};
    const {unionType} = this.partials;
    this.partials = {...this.partials, unionType: (type, ...rest) => unionType(inOrder(type), ...rest)};
  }

  topic(module) {
    if (module.kindOf(ReflectionKind.Project)) return this.index(module);
    const {title, about} = topics.find(({page}) => page === module.name);
    const all = sections(module);
    const contents = all.map(({name}) => `[\`${name}\`](${this.urlTo(module.getChildByName([name]))})`).join(' · ');
    return [`# ${title}`, about, contents, ...all.map((one) => this.section(one))].join('\n\n') + '\n';
  }

  /** README.md: every export by name, with the entry points it comes from. */
  index(project) {
    const rows = project.children
      .flatMap((module) => sections(module))
      .flatMap((one) => this.namesOf(one).map((name) => ({name, one})))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({name, one}) => {
        const kind = name === one.name ? singular(one.kind) : `another name of \`${one.name}\``;
        return `| [\`${name}\`](${this.urlTo(one)}) | ${kind} | ${this.importedFrom(one, name)} |`;
      });
    const pages = project.children.map((module) => {
      const {title, about} = topics.find(({page}) => page === module.name);
      return `| [${title}](${this.urlTo(module)}) | ${about} |`;
    });
    return (
      [
        '# API reference',
        'Every public export, made from the docstrings of the sources by `npm run docs`. What the tools of the built-in modules\ntake and answer is in [filesystem](../modules/filesystem.md) and [git](../modules/git.md). The seeds that some pages\nname are the documents haft grew out of: their spellings work as well.',
        ['| page | about |', '| --- | --- |', ...pages].join('\n'),
        '## Every export',
        ['| name | kind | import from |', '| --- | --- | --- |', ...rows].join('\n'),
      ].join('\n\n') + '\n'
    );
  }

  /** Every name that an export has in some entry point. */
  namesOf(one) {
    return [...new Set([one.name, ...(this.exportedBy.get(one) ?? []).map((name) => name.as)])];
  }

  importedFrom(one, name = one.name) {
    const entries = (this.exportedBy.get(one) ?? []).filter((entry) => entry.as === name);
    return [...new Set(entries.map(({from}) => `\`${from}\``))].join(', ');
  }

  section(one) {
    return [
      `## ${one.name}`,
      `*${singular(one.kind)} of ${this.importedFrom(one)}*`,
      ...this.prose(one.comment),
      ...this.heritage(one),
      ...this.shape(one),
    ].join('\n\n');
  }

  prose(comment) {
    if (!comment) return [];
    const tags = comment.blockTags.map(
      ({tag, content}) => `**${tag.slice(1)}** ${this.helpers.getCommentParts(content)}`,
    );
    return [this.helpers.getCommentParts(comment.summary), ...tags]
      .map(withoutNumbers)
      .filter((text) => text.trim() !== '');
  }

  heritage(one) {
    const named = (word, types) =>
      types?.length ? [`${word} ${types.map((type) => this.type(type)).join(', ')}.`] : [];
    const parents = one.extendedTypes?.filter(({name, reflection}) => reflection !== undefined || name === 'Error');
    return [...named('Extends', parents), ...named('Implements', one.implementedTypes)];
  }

  /** What is in it: signatures of a function, the type of an alias, members of the rest. */
  shape(one) {
    if (one.signatures) return this.overloads(one);
    const literal = one.type?.type === 'reflection' ? one.type.declaration : undefined;
    if (one.children === undefined && literal?.children === undefined)
      return one.type && !isInner(one.type) ? this.alias(one.type) : [];
    const members = (one.children ?? literal.children).filter(
      (member) => !isInherited(member) && !member.name.startsWith('['),
    );
    const calls =
      (one.type ? literal.signatures : one.signatures)?.map((signature) => `- ${this.call('', signature)}`) ?? [];
    const index = (one.indexSignatures ?? literal?.indexSignatures ?? []).map(
      (signature) => `- \`[${signature.parameters[0].name}]\`: ${this.type(signature.type)}`,
    );
    const lines = [...calls, ...members.flatMap((member) => this.member(member)), ...index];
    return lines.length === 0 ? [] : [lines.join('\n')];
  }

  /** The type that a name stands for, where it says something. */
  alias(type) {
    const text = this.type(type);
    return ['`object`', '`Readonly`'].includes(text) ? [] : [`> ${text}`];
  }

  /** All signatures of a function, with the prose that they share told once. */
  overloads({name, signatures}) {
    const told = signatures.map((signature) => this.told(signature).join('\n\n'));
    return signatures.flatMap((signature, index) => [
      `> ${this.call(name, signature)}`,
      ...(told[index] === told[index + 1] || told[index] === '' ? [] : [told[index]]),
    ]);
  }

  /** Prose of a signature, and what it says of its parameters. */
  told(signature, comment = signature.comment) {
    const parameters = (signature.parameters ?? []).filter(({comment: own}) => own !== undefined);
    return [
      ...this.prose(comment),
      ...parameters.map(({name, comment: own}) => `\`${name}\`: ${this.prose(own).join(' ')}`),
    ];
  }

  member(member) {
    const prefix = member.flags.isStatic ? 'static ' : '';
    const signatures = member.signatures ?? member.type?.declaration?.signatures;
    if (signatures) {
      const name = member.kindOf(ReflectionKind.Constructor) ? `new ${member.parent.name}` : `${prefix}${member.name}`;
      return signatures
        .filter(
          (signature) =>
            !(member.kindOf(ReflectionKind.Constructor) && !signature.parameters?.length && !signature.comment),
        )
        .map((signature) =>
          this.item(
            this.call(name, signature, member.flags.isOptional),
            this.told(signature, signature.comment ?? member.comment),
          ),
        );
    }
    const signature = member.getSignature ?? member.setSignature;
    const type = this.type(signature?.type ?? member.type);
    const optional = member.flags.isOptional ? '?' : '';
    const told = this.prose(signature?.comment ?? member.comment);
    return [this.item(`**${prefix}${member.name}**${optional}: ${type}`, told)];
  }

  /** A line of a list, with the rest of its prose indented below. */
  item(head, told) {
    const text = told.join('\n\n');
    return text === '' ? `- ${head}` : `- ${head}<br>\n  ${text.replaceAll('\n', '\n  ').replaceAll(/^ +$/gm, '')}`;
  }

  call(name, signature, optional = false) {
    const generics = signature.typeParameters?.length
      ? `\\<${signature.typeParameters.map((parameter) => parameter.name).join(', ')}\\>`
      : '';
    const parameters = (signature.parameters ?? []).map((parameter) => {
      const rest = parameter.flags.isRest ? '...' : '';
      const mark = parameter.flags.isOptional || parameter.defaultValue !== undefined ? '?' : '';
      const shown = parameter.name.startsWith('__') ? 'options' : parameter.name.replace(/^_/, '');
      return `${rest}${shown}${mark}: ${this.type(parameter.type)}`;
    });
    return `**${name}**${optional ? '?' : ''}${generics}(${parameters.join(', ')}): ${this.type(signature.type)}`;
  }

  /** A type with links; of one that is too long the name alone, or the parts of a union each by itself. */
  type(type) {
    if (!type) return '`unknown`';
    const isLong = type.toString().length > longestType;
    if (isLong && type.type === 'union') return type.types.map((one) => this.type(one)).join(' \\| ');
    if (isLong && type.type !== 'reference') return '`object`';
    const shown = isLong ? Object.create(type, {typeArguments: {value: undefined}}) : type;
    return this.partials.someType(shown).replaceAll('\n', ' ').replaceAll(/ {2,}/g, ' ');
  }
}

/** The theme of one conversion, whose entry points by export are in `known` when pages are made. */
export function themeOf(known) {
  return class extends MarkdownTheme {
    getRenderContext(page) {
      return new ReferenceContext(this, page, this.application.options, known.exportedBy);
    }
  };
}
