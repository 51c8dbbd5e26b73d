/**
 * Replaces zod in the contract when it is bundled for the browser (vite.config.ts). Every member and every call returns
 * the same proxy, so that any schema can be declared; parsing with one is a bug and throws.
 */
const parsers = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

const schema: unknown = new Proxy(() => {}, {
  apply: () => schema,
  get(_, member) {
    if (parsers.has(member)) throw new Error('The browser carries no schemas; add the contract file to parsedInBrowser')
    return schema
  },
})

export const z = schema
