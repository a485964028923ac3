import type { RequestHandler } from 'express';

type WriteBody = (body: unknown) => string;
type Locals = { writtenBody?: string };

/** Before the validation of answers, which looks at what is given to `json`: sends the text that was written of it. */
export const writeBodies =
  (writeBody: WriteBody): RequestHandler =>
  (_request, response, next) => {
    response.json = (body: unknown) => {
      const text = (response.locals as Locals).writtenBody ?? writeBody(body);
      return response.type('application/json').send(text);
    };
    next();
  };

/** After it: writes the body first, and shows the validation what a client will read in it. */
export const readBack =
  (writeBody: WriteBody): RequestHandler =>
  (_request, response, next) => {
    const { json } = response;
    response.json = (body: unknown) => {
      const text = writeBody(body);
      (response.locals as Locals).writtenBody = text;
      return json.call(response, JSON.parse(text));
    };
    next();
  };
