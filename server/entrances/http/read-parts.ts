import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { RequestError } from '#platform/errors';
import { unfitPlace } from './unfit-request.ts';

export type Part = {
  readonly name: string;
  /** Whether its sender meant a file: it has a file name, or says that it is something else than text. */
  readonly isFile: boolean;
  /** The part's bytes as they were sent. */
  readonly content: Readable;
};

type Limits = { readonly mostBodyBytes: number; readonly mostParts: number };

const malformed = (): RequestError => unfitPlace('/body', 'malformed_body', {});

/** As RFC 2046 has them, and a little more generous about their characters. */
export const boundaryOf = (contentType: string): string => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\\]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? '';
  if (!/^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary)) {
    throw malformed();
  }
  return boundary;
};

// Every part comes as a stream of bytes: the parser would decode texts by the charset that the part itself names, and
// replace what is not UTF-8.
const openParser = (boundary: string, mostParts: number): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: { parts: mostParts, headerPairs: 20, headerSize: 8 * 1024 },
    isPartAFile: () => true,
  });

/**
 * Hands over the parts of a form as they come, each until its end before the form ends. Refuses as soon as something is
 * wrong, without waiting for the rest: what was not read of the request then is left in it.
 */
export const readParts = (
  request: IncomingMessage,
  boundary: string,
  { mostBodyBytes, mostParts }: Limits,
  take: (part: Part) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const parser = openParser(boundary, mostParts);
    const taking: Promise<void>[] = [];
    let sizeBytes = 0;
    const feed = (bytes: Buffer): void => {
      sizeBytes += bytes.length;
      if (sizeBytes > mostBodyBytes) return stop(new RequestError('payload_too_large'));
      if (!parser.write(bytes)) request.pause();
    };
    const goOn = (): void => void request.resume();
    const breakOff = (): void => stop(malformed());
    const letGo = (): void => {
      request.off('data', feed).off('end', end).off('error', breakOff).off('close', breakOff);
      parser.off('drain', goOn);
    };
    const end = (): void => {
      letGo();
      parser.end();
    };
    const stop = (error: Error): void => {
      letGo();
      request.pause();
      reject(error);
    };
    parser.on('file', (name: string | undefined, content, fileName: string | undefined, _encoding, type) => {
      // A form that breaks off is told of by the parser; its streams say the same.
      content.on('error', () => undefined);
      if (name === undefined) return void content.resume();
      const isFile = fileName !== undefined || type !== 'text/plain';
      taking.push(take({ name, isFile, content }).catch(stop));
    });
    parser.on('partsLimit', () => stop(unfitPlace('/body', 'too_many_parts', { limit: String(mostParts) })));
    parser.on('error', breakOff);
    parser.on('finish', () => {
      void Promise.all(taking).then(() => resolve());
    });
    parser.on('drain', goOn);
    if (request.destroyed) return breakOff();
    request.on('data', feed).on('end', end).on('error', breakOff).on('close', breakOff);
  });
