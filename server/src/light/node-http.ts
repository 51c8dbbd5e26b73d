/**
 * In place of an `import` from `node:http` (docs/decisions/0022). The import reads all exports of the module and so loads
 * Node's own fetch: 6 MB and 50 ms of every start, which nothing here uses. Types are imported as usual.
 */
export const { createServer, ServerResponse } = process.getBuiltinModule('node:http')
