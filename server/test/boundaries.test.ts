import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')

/** Arrows point one way: a file imports from its own layer or from one to its left, never from its right. */
const serverLayers = ['secrets', 'store', 'http', 'outbound', 'mail', 'domain', 'gateway', 'jobs']
/** Files beside the folders: where in the order they stand. */
const serverFiles: Record<string, number> = {
  'start-error.ts': -1,
  'log.ts': 0.5,
  'version.ts': -1,
  'config.ts': 3.5,
  'deps.ts': 5, // types of what is handed in: beside the domains that are handed it
  'served.ts': 5,
  'app.ts': 8,
  'server.ts': 9,
  'run.ts': 10,
  'main.ts': 11,
}
const webLayers = ['lib', 'theme', 'components', 'features', 'app']

type Import = { from: string; to: string }

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** What a file imports of ours, as paths from the root. A type needs no arrow: it is gone before the code runs. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((target) => target.startsWith('.') || target.startsWith('@turnpike/'))
    .map((target) => ({ from: file, to: target.startsWith('.') ? join(dirname(file), target) : target }))
}

const imports = ['contract/src', 'server/src', 'web/src'].flatMap(filesBelow).flatMap(importsOf)

function wrong(isWrong: (one: Import) => boolean): string[] {
  return imports.filter(isWrong).map(({ from, to }) => `${from} → ${to}`)
}

function serverLayer(path: string): number {
  const [, , first = ''] = path.split('/')
  return serverFiles[first] ?? serverLayers.indexOf(first)
}

test('the reader of imports finds imports at all', () => {
  assert.ok(imports.length > 100)
  assert.ok(imports.some(({ from, to }) => from === 'server/src/run.ts' && to === 'server/src/server.ts'))
})

test('the contract imports nothing of ours', () => {
  assert.deepEqual(
    wrong(({ from, to }) => from.startsWith('contract/') && !to.startsWith('contract/src/')),
    [],
  )
})

test('server and web meet in the contract only', () => {
  assert.deepEqual(
    wrong(
      ({ from, to }) =>
        (from.startsWith('server/') && !/^(server\/src\/|@turnpike\/contract\/)/.test(to)) ||
        (from.startsWith('web/') && !/^(web\/src\/|@turnpike\/contract\/)/.test(to)),
    ),
    [],
  )
})

test('every folder and file of the server has its place in the order', () => {
  const places = filesBelow('server/src').filter(
    (file) => serverLayer(file) === -1 && !(file.split('/')[2] ?? '' in serverFiles),
  )
  assert.deepEqual(
    places.filter((file) => !Object.hasOwn(serverFiles, file.split('/')[2] ?? '')),
    [],
  )
})

test('in the server, arrows point to the left', () => {
  assert.deepEqual(
    wrong(
      ({ from, to }) =>
        from.startsWith('server/src/') && to.startsWith('server/src/') && serverLayer(to) > serverLayer(from),
    ),
    [],
  )
})

test('inside a domain, queries know no rules and rules no routes; no domain imports the routes of another', () => {
  assert.deepEqual(
    wrong(
      ({ from, to }) =>
        (from.endsWith('.queries.ts') && /\.(rules|routes)\.ts$/.test(to)) ||
        (from.endsWith('.rules.ts') && to.endsWith('.routes.ts')) ||
        (from.startsWith('server/src/domain/') && to.endsWith('.routes.ts')),
    ),
    [],
  )
})

test('SQL is written in queries, in the store and in the ledger, nowhere else', () => {
  const offenders = filesBelow('server/src').filter(
    (file) =>
      !/\.queries\.ts$|^server\/src\/store\/|^server\/src\/domain\/wallet\/ledger/.test(file) &&
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(offenders, [])
})

test('in the web app, arrows point to the left and features do not import each other', () => {
  const layer = (path: string) => webLayers.indexOf(path.split('/')[2] ?? '')
  const feature = (path: string) => (path.startsWith('web/src/features/') ? path.split('/')[3] : undefined)
  assert.deepEqual(
    wrong(
      ({ from, to }) =>
        from.startsWith('web/src/') &&
        to.startsWith('web/src/') &&
        (layer(to) > layer(from) ||
          (feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to))),
    ),
    [],
  )
})
