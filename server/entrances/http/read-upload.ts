import type { Request, RequestHandler, Response } from 'express';
import { RequestError } from '#platform/errors';
import { declaredBytesOf, dropParameters, invite, isCompressed } from './body-headers.ts';
import { boundaryOf, readParts } from './read-parts.ts';
import { openSpool, type Spool, type Spooled } from './spool.ts';
import { maxFieldsBytes, maxFileBytes, takeParts } from './take-parts.ts';
import { unfitPlace } from './unfit-request.ts';
import type { UploadForm } from './upload-form.ts';

const mediaType = 'multipart/form-data';
const mostParts = 20;
// Room for the heads of the parts and for what stands between them.
const mostBodyBytes = maxFileBytes + maxFieldsBytes + mostParts * 8 * 1024;

const isForm = (contentType: string | undefined): contentType is string =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');

const receive = async (request: Request, response: Response, form: UploadForm, spoolTo: () => Promise<Spool>) => {
  const { 'content-type': contentType } = request.headers;
  if (!isForm(contentType) || isCompressed(request)) {
    throw new RequestError('unsupported_media_type');
  }
  const boundary = boundaryOf(contentType);
  if (declaredBytesOf(request) > mostBodyBytes) throw new RequestError('payload_too_large');
  invite(request, response);
  const { found, take } = takeParts(form, spoolTo);
  await readParts(request, boundary, { mostBodyBytes, mostParts }, take);
  return found;
};

type Held = { readonly file: Spooled | null; readonly release: () => void };

export type UploadReader = {
  /** Before the validation, which sees a text in place of the file. */
  readonly read: RequestHandler;
  /** Around the answer: its request has the file, and may read it until the answer is out, even if the client is gone. */
  readonly lend: (answer: RequestHandler) => RequestHandler;
};

/** Reads a form with one file of at most 10 MiB, which waits on the disk and never as a whole in memory. */
export const createUploadReader = (form: UploadForm, directory: string): UploadReader => ({
  read: async (request, response, next) => {
    let opening: Promise<Spool> | undefined;
    const release = (): void =>
      void opening?.then(
        (spool) => spool.close(),
        () => undefined,
      );
    try {
      const { fields, file } = await receive(request, response, form, () => (opening = openSpool(directory)));
      if (response.destroyed) throw unfitPlace('/body', 'malformed_body', {});
      response.once('close', release);
      response.locals['upload'] = { file, release } satisfies Held;
      request.body = { ...Object.fromEntries(fields), ...(file !== null && { [form.file]: '' }) };
    } catch (error) {
      release();
      throw error;
    }
    dropParameters(request, mediaType);
    next();
  },
  lend: (answer) => async (request, response, next) => {
    const { file, release } = response.locals['upload'] as Held;
    response.off('close', release);
    request.body = { ...(request.body as object), ...(file !== null && { [form.file]: file }) };
    try {
      await answer(request, response, next);
    } finally {
      release();
    }
  },
});
