/**
 * Takes the place of zod inside the contract when it is bundled for the browser (vite.config.ts). Every member and every
 * call gives the same thing back, so any schema can be described; asking it to check something is a mistake worth hearing.
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
