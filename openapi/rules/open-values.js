/** Every list of values says whether it may grow, in the same words, and what a client does with a value it does not know. */
const open = 'Values may be added: treat one you do not know ';
/** Of an API with a version in its paths, or of one without. */
const closed = /No value is added within (`\/v\d+`|this API)\./;
/** A value that clients send: they meet no new ones. */
const sent = 'another value is refused with 400';

const oneLine = (text) => String(text ?? '').replaceAll(/\s+/g, ' ');

export const openValues = () => ({
  Schema: (schema, { report, location }) => {
    const description = oneLine(schema.description);
    if (schema.enum !== undefined && !closed.test(description) && !description.includes(sent))
      report({ message: `A closed list of values says so: "No value is added within …"`, location });
    if (schema['x-extensible-enum'] === undefined) return;
    if (schema.enum !== undefined) report({ message: 'A list of values is either open or closed.', location });
    if (!description.includes(open)) report({ message: `An open list of values says so: "${open}…"`, location });
  },
});
