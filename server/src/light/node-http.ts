/**
 * Node's HTTP module. An `import` of it reads all that it exports, and so loads Node's own fetch: 6 MB and 50 ms of every
 * start, for nothing that is used here. Types are imported as usual.
 */
export const { createServer, ServerResponse } = process.getBuiltinModule('node:http')
