import { InvalidArgumentError } from 'commander';

const timeForm = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** JavaScript takes 30 February for 2 March, and a time without a zone for a local one. */
export const parseTime = (text: string): Date => {
  const day = timeForm.exec(text)?.[1];
  const time = new Date(text);
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (isDay && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Give a time such as 2025-11-21T09:00:00Z.');
};
