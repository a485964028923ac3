/**
 * `examples: {$ref: file#/list}` pulls in a whole list of named examples. OpenAPI refers to single examples
 * only, so the list is put in place before anything else looks, and every example meets its schema.
 */
export const namedExamples = () => ({
  MediaType: {
    enter: (mediaType, { report, resolve, location }) => {
      if (mediaType.examples?.$ref === undefined) return;
      const { node } = resolve(mediaType.examples);
      if (node !== undefined) mediaType.examples = node;
      else report({ message: 'This list of examples does not exist.', location: location.child('examples') });
    },
  },
});
