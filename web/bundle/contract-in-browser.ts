import { type Plugin, parseSync } from 'vite'

/** Members of an endpoint that the server and the API reference read; the browser only asks whether `beside` is there. */
const serversMembers = new Set(['summary', 'params', 'query', 'body', 'data'])

type Node = { type: string; start: number; end: number }
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see)
}

type Property = Node & { key?: { name?: string }; value?: Node }
type Call = Node & { callee: { name?: string }; arguments: (Node & { properties?: Property[] })[] }

/** Leaves of an endpoint what the browser needs to call it. */
function editsOfEndpoint({ callee, arguments: given }: Call, code: string): Edit[] {
  if (callee.name !== 'endpoint') return []
  return (given[2]?.properties ?? []).flatMap(({ start, end, key, value }) => {
    const name = key?.name ?? ''
    const comma = /^\s*,/.exec(code.slice(end))?.[0] ?? ''
    if (serversMembers.has(name)) return [{ start, end: end + comma.length, text: '' }]
    return name === 'beside' && value ? [{ start: value.start, end: value.end, text: 'true' }] : []
  })
}

type Declarator = Node & { init?: Node | null }
type Statement = Node & { declaration?: Statement | null; declarations?: Declarator[] }

/** Says of every value that a contract file computes that nobody misses it if it is not used: so it is left out then. */
function editsOfStatement(statement: Statement): Edit[] {
  const { declarations = [] } = statement.declaration ?? statement
  return declarations.flatMap(({ init }) =>
    init?.type === 'CallExpression'
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' },
          { start: init.end, end: init.end, text: ')()' },
        ]
      : [],
  )
}

/** The source of a contract file as the browser gets it: without schemas, and without texts of the API reference. */
export function contractInBrowser(code: string, id: string): string {
  const { program } = parseSync(id, code)
  const edits: Edit[] = (program.body as Statement[]).flatMap(editsOfStatement)
  visit(program as Node, (node) => {
    if (node.type === 'CallExpression') edits.push(...editsOfEndpoint(node as Call, code))
  })
  // From the end, so that positions stay true; an edit inside another one never happens: endpoints are members of objects.
  edits.sort((one, other) => other.start - one.start || other.end - one.end)
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}

export function contractWithoutServersParts(): Plugin {
  return {
    name: 'contract-without-servers-parts',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/.+\.ts$/ },
      handler: (code, id) => ({ code: contractInBrowser(code, id), map: null }),
    },
  }
}
