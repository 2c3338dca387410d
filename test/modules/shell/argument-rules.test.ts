import {describe, expect, test} from '@jest/globals';

import {argumentCheck} from '../../../modules/shell/commands/argument-rules.js';
import type {CommandRules} from '../../../modules/shell/options.js';
import {codeOf, errorOf} from './code-of.js';

const git: CommandRules = {
  flags: ['--no-pager', '-C <dir>'],
  subcommands: {
    log: {flags: ['--oneline', '-n <count>', '--format <text>', '-p', '-s'], clusters: true, values: '[\\w./~-]+'},
    add: {separator: true, flags: ['-A']},
    status: {},
  },
};

describe('the rules of a command', () => {
  test.each<[CommandRules, string[], string[]?]>([
    [{}, ['a', 'b', '']],
    [{flags: '*'}, ['-rf', '--x=1', '--', '-']],
    [{flags: ['-a', '-l'], clusters: true}, ['-l', '-la', 'x', '-a']],
    [{flags: ['-name <pattern>', '-l'], clusters: true}, ['-name', 'x', '-l']],
    [{flags: ['--', '-']}, ['-', '--']],
    [git, ['--no-pager', '-C', 'dir', 'log', '-n', '5', '-n5', '--format=-%h', '--format', '%h', '-ps', 'main']],
    [git, ['add', 'a', '-A', 'b'], ['add', '-A', '--', 'a', 'b']],
    [git, ['add', '--', '-A'], ['add', '--', '-A']],
    [git, ['add', '-A'], ['add', '-A']],
    [git, ['status']],
    [{flags: '*', subcommands: ['status']}, ['status', '--short', '-b']],
    [{subcommands: ['run'], flags: ['--silent']}, ['--silent', 'run', 'build', '--silent']],
  ])('%j lets %j through', (rules, args, argv = args) => {
    expect(argumentCheck('program', rules)(args)).toEqual(argv);
  });

  test.each<[CommandRules, string[], string]>([
    [{}, ['-o/tmp/m'], 'does not take the option "-o/tmp/m"'],
    [{}, ['--output=/tmp/m'], 'does not take the option'],
    [{}, ['--'], 'does not take the option "--"'],
    [{}, ['-'], 'does not take the option "-"'],
    [{}, ['x', '-rf'], 'does not take the option "-rf"'],
    [{flags: ['-a', '-l'], clusters: true}, ['-lax'], 'does not take the option "-lax"'],
    // To find, it is one option, which deletes; -exec runs; ffmpeg's -filter_script reads a file.
    [{flags: ['-d', '-e', '-l', '-t']}, ['-delete'], 'does not take the option "-delete"'],
    [{flags: ['-e <x>']}, ['-exec'], 'does not take the option "-exec"'],
    [{flags: ['-f <format>']}, ['-filter_script'], 'does not take the option "-filter_script"'],
    [{flags: ['-a', '-l']}, ['-la'], 'does not take the option "-la"'],
    [{flags: ['-n <count>']}, ['-n5'], 'does not take the option "-n5"'],
    [{subcommands: ['x'], flags: ['-a', '-l']}, ['x', '-la'], 'does not take the option "-la"'],
    [{flags: ['--output <file>']}, ['--outp=x'], 'does not take the option "--outp=x"'],
    [{flags: ['--all']}, ['--all=x'], 'does not take the option "--all=x"'],
    [{flags: ['-n <count>']}, ['-n'], 'needs a value'],
    [{flags: ['-n <count>']}, ['-n', '--exec=x'], 'does not take the option "--exec=x"'],
    [{values: '[a-z]+'}, ['abc', 'a b'], 'does not take the value "a b"'],
    [{values: 'a|b'}, ['ab'], 'does not take the value "ab"'],
    [git, ['log', '-A'], 'git log does not take the option'],
    [git, ['log', '--no-pager'], 'git log does not take the option'],
    [git, ['add', '--exec=x', 'a'], 'git add does not take the option'],
    // git would take `status` for the value of -c, and run push.
    [{flags: '*', subcommands: ['status']}, ['-c', 'status', 'push'], 'does not take the option "-c"'],
  ])('SH03: %j refuses %j', (rules, args, why) => {
    const name = rules === git ? 'git' : 'program';
    expect(codeOf(() => argumentCheck(name, rules)(args))).toEqual(['INVALID_PARAMETER', expect.stringContaining(why)]);
  });

  test.each<[string[], string]>([
    [['push'], 'may not be run with the subcommand "push"'],
    [['lo'], 'may not be run with the subcommand "lo"'],
    [[''], 'may not be run with the subcommand ""'],
    [['-C', 'log'], 'needs one of its subcommands'],
    [[], 'needs one of its subcommands'],
  ])('SH02: a subcommand that is not named is denied: %j', (args, why) => {
    expect(codeOf(() => argumentCheck('git', git)(args))).toEqual(['PERMISSION_DENIED', expect.stringContaining(why)]);
  });

  test.each<[string[], string[], string]>([
    [['-l', '-a'], ['-lh'], "['-h']"],
    [['-l', '-a'], ['-lhtah'], "['-h', '-t']"],
    [['-l'], ['-rf'], "['-rf']"],
    [['--oneline'], ['--oneline', '-n', '1'], "['-n <count>']"],
    [['--oneline'], ['-n5'], "['-n <count>']"],
    [[], ['--depth', '3'], "['--depth <count>']"],
    [[], ['--format=%h'], "['--format <value>']"],
    [[], ['-n', 'main'], "['-n']"],
    [['-l'], ['--all'], "['--all']"],
  ])('with %j, %j is answered with what is missing: %s', (flags, args, missing) => {
    const error = errorOf(() => argumentCheck('ls', {flags, clusters: true})(args));
    expect(error.suggestions).toContainEqual(expect.stringContaining(`commands.ls.flags: ${missing}, or`));
    // What is suggested is what lets it through.
    const more = missing.slice(2, -2).split("', '");
    expect(argumentCheck('ls', {flags: [...flags, ...more], clusters: true})(args)).toEqual(args);
  });

  test.each<[string[], string[], string, string]>([
    [['-l', '-a'], ['-la'], '-l -a', 'clusters: true'],
    [['-l', '-a'], ['-lah'], '-l -a -h', "flags: ['-h']"],
    [['-n <count>'], ['-n5'], '-n 5', 'clusters: true'],
  ])('with %j, %j is answered with how it is written apart: %s', (flags, args, apart, missing) => {
    const error = errorOf(() => argumentCheck('ls', {flags})(args));
    expect(error.suggestions).toContain(`Write options apart: ${apart}`);
    expect(error.suggestions).toContainEqual(expect.stringContaining(`commands.ls.${missing}`));
    expect(argumentCheck('ls', {flags: [...flags, '-h']})(apart.split(' '))).toEqual(apart.split(' '));
  });

  test.each<[CommandRules, string]>([
    [{flags: ['all']}, 'is no option'],
    [{flags: ['--a b']}, 'is no option'],
    [{flags: ['']}, 'is no option'],
    [{values: '('}, 'Invalid regular expression'],
    // Of -o out f, nobody knows which of them is a value, and belongs behind --.
    [{flags: '*', separator: true}, 'separator needs flags that are declared'],
    [{flags: '*', separator: true, subcommands: ['x']}, 'separator needs flags that are declared'],
    [{subcommands: {x: {flags: '*', separator: true}}}, 'separator needs flags that are declared'],
  ])('%j can not be read', (rules, why) => {
    expect(() => argumentCheck('x', rules)).toThrow(why);
  });
});
