import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { commandGroups } from './command-groups.ts';
import type { Uses } from './compose.ts';

type Documented = { readonly words: string; readonly options: readonly string[] };

const text = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');

/** The text about each word that may follow `turnpike`. */
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')).trim(), section] as const),
);
const introduction = text.slice(0, text.indexOf('\n## '));

// Commands are only named here, and none is called.
const uses = new Proxy({}, { get: () => () => undefined }) as Uses;

const nameOf = ({ words }: { readonly words: string }): string => words.split(' ')[0]!;

const optionsOf = (command: Command): string[] => command.options.map(({ long }) => long!);

/** A group's own commands, or the one that it is. */
const commandsOf = async (group: (typeof commandGroups)[number]): Promise<Documented[]> => {
  const command = new Command().command(group.words);
  (await group.load())(command, uses, () => undefined);
  const own = { words: nameOf(group), options: optionsOf(command) };
  const children = command.commands.map((child) => ({
    words: `${nameOf(group)} ${child.name()}`,
    options: optionsOf(child),
  }));
  return children.length === 0 ? [own] : children;
};

const real = new Map<string, readonly Documented[]>();
beforeAll(async () => {
  for (const group of commandGroups) real.set(nameOf(group), await commandsOf(group));
});

const groups = commandGroups.map(nameOf);
const mentioned = (section: string): string[] =>
  [...section.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option);

it('has a section for each command, and for nothing else', () => {
  expect([...sections.keys()].sort()).toEqual([...groups].sort());
});

describe.each(groups)('the section of %s', (group) => {
  const section = sections.get(group) ?? '';

  it('names every command and every option', () => {
    const missing = real
      .get(group)!
      .flatMap(({ words, options }) => [
        ...(new RegExp(`\\b${words.split(' ').at(-1)!}\\b`).test(section) ? [] : [words]),
        ...options
          .filter((option) => !mentioned(section + introduction).includes(option))
          .map((option) => `${words} ${option}`),
      ]);
    expect(missing).toEqual([]);
  });

  it('names no option that there is none of', () => {
    const options = real.get(group)!.flatMap((command) => command.options);
    expect(mentioned(section).filter((option) => !options.includes(option))).toEqual([]);
  });

  it('shows commands as they can be typed', () => {
    const commands = real.get(group)!;
    const typed = [...section.matchAll(/^(?:\$ )?npx turnpike (.+)$/gm)].map(([, line]) => line!);
    const wrong = typed.filter((line) => {
      const command = commands.find(({ words }) => line === words || line.startsWith(`${words} `));
      return command === undefined || mentioned(line).some((option) => !command.options.includes(option));
    });
    expect(wrong).toEqual([]);
  });
});
