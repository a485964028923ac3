/** A schema of `true` or `false` says all there is to say; a reference may leave the words to its target. */
const hasWords = (schema, { resolve }) =>
  typeof schema === 'boolean' ||
  Boolean(schema.description) ||
  (schema.$ref !== undefined && Boolean(resolve(schema).node?.description));

/** Every property, every named schema and every list of values is explained in words. */
export const described = () => ({
  Schema: (schema, context) => {
    const { report, location } = context;
    if (typeof schema === 'boolean') return;
    if (/\/components\/schemas\/[^/]+$/.test(location.pointer) && !schema.description)
      report({ message: 'A named schema has a description.', location });
    if ((schema.enum ?? schema['x-extensible-enum']) !== undefined && !schema.description)
      report({ message: 'A list of values explains them in its description.', location });
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!hasWords(property, context))
        report({
          message: `Property ${name} has no description.`,
          location: location.child(['properties', name]),
        });
    }
  },
});
