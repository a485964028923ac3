import { Command, CommanderError } from 'commander';
import { z } from 'zod';

/** The names and places that lead to a value. */
type Path = readonly PropertyKey[];

/** What a value consists of, without what says that it may be left out or written in another way. */
const insideOf = (schema: unknown): unknown => {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return insideOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return insideOf(schema.out);
  return schema;
};

const schemaAt = (schema: unknown, [part, ...rest]: Path): unknown => {
  const inside = insideOf(schema);
  if (part === undefined) return inside;
  if (inside instanceof z.ZodArray) return schemaAt(inside.element, rest);
  return inside instanceof z.ZodObject ? schemaAt(inside.shape[String(part)], rest) : null;
};

/** The command line's own notion of what resembles what: a setting is proposed as a command would be. */
const resembling = (word: string, known: readonly string[]): string | null => {
  const program = new Command().helpCommand(false).helpOption(false).exitOverride();
  program.configureOutput({ writeErr: () => undefined });
  for (const name of known) program.command(name);
  try {
    program.parse([word], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return /Did you mean (?:one of )?(.+)\?/.exec(error.message)?.[1] ?? null;
  }
};

/** The setting, or the settings, that a wrong word at `path` most likely means; null where none is near. */
export const suggestSetting = (schema: unknown, path: Path, word: string): string | null => {
  const place = schemaAt(schema, path);
  return place instanceof z.ZodObject ? resembling(word, Object.keys(place.shape)) : null;
};
