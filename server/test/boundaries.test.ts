import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')

/** Files and folders of the server from left to right: a file imports from its own level or from one to its left, types included. */
const serverLevels = [
  ['light', 'start-error.ts', 'version.ts'],
  ['secrets'],
  ['log.ts'],
  ['store'],
  ['http'],
  ['outbound'],
  ['config.ts'],
  ['mail'],
  ['traces'],
  ['domain', 'deps.ts'], // `deps.ts`: types of what the domains are handed
  ['mcp'],
  ['gateway'],
  ['warm-up'],
  ['jobs', 'console.ts', 'app.ts'],
  ['workers'],
  ['start'],
  ['import'],
  ['operations'],
  ['main.mjs'],
]
/** The rooms of the contract and of the server's domain; in the domain, each with its folders. */
const rooms: Record<string, readonly string[]> = {
  identity: [
    'oidc',
    'one-time',
    'organisations',
    'passkeys',
    'registration',
    'second-factor',
    'self',
    'session',
    'share-links',
    'third-party',
    'tokens',
    'user-admin',
    'users',
  ],
  money: ['agents', 'payments', 'plans', 'pricing', 'redemptions', 'refunds', 'wallet'],
  routing: ['catalogue', 'channels', 'limits', 'model-lists', 'proxies', 'virtual-models'],
  usage: ['dashboard', 'live-calls', 'logs', 'prompt-records', 'tasks'],
  system: ['audit', 'config-file', 'family', 'notifications', 'options', 'overview', 'saved-views', 'setup', 'status'],
}
/** The folders of the gateway, each level after those it may import; folders of one level do not import each other. */
const gatewayLevels = [
  ['forms'],
  ['plain-events'],
  ['translate'],
  ['counting'],
  ['providers'],
  ['dialects'],
  ['overrides'],
  ['routing'],
  ['record'],
  ['entry'],
  ['call'],
  ['virtual'],
  ['chat', 'single', 'realtime', 'count-tokens', 'tasks'],
  ['probe', 'explain'],
  ['routes'],
  ['gateway.ts'],
]
const webLayers = ['languages', 'lib', 'theme', 'components', 'features', 'app']
/** More files than this in one folder hide what the folder is about. Tests, texts and styles stand beside their subject. */
const folderMax = 25

type Import = { from: string; to: string }

const isTest = (file: string) => /\.test\.tsx?$|\/testing\.ts$/.test(file)

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** Our own files that a file imports, as paths from the root; imports of types count like any other. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...found]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((target) => target.startsWith('.') || target.startsWith('@turnpike/'))
    .map((target) => ({ from: file, to: target.startsWith('.') ? join(dirname(file), target) : contractFile(target) }))
}

const contractFile = (target: string) => target.replace('@turnpike/contract/', 'contract/src/').concat('.ts')

const everyFile = [
  'contract/src',
  'server/src',
  'server/test',
  'web/src',
  'web/journeys',
  'mock-upstream',
  'scripts',
].flatMap(filesBelow)
const sources = everyFile.filter((file) => /^(contract|server|web)\/src\//.test(file) && !isTest(file))
const imports = sources.flatMap(importsOf)

function wrong(isWrong: (one: Import) => boolean): string[] {
  return imports.filter(isWrong).map(({ from, to }) => `${from} → ${to}`)
}

const below = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined

const levelIn = (levels: readonly (readonly string[])[], folder: string) => (path: string) => {
  const first = below(folder, path)
  const level = levels.findIndex((names) => first !== undefined && names.includes(first))
  return level === -1 ? undefined : level
}

/** Undefined: the path has no place in the order. */
const serverLevel = levelIn(serverLevels, 'server/src')
const gatewayLevel = levelIn(gatewayLevels, 'server/src/gateway')

test('the reader of imports finds imports of values, of types, for their effect, and at run time', () => {
  const has = (from: string, to: string) => imports.some((one) => one.from === from && one.to === to)
  assert.ok(imports.length > 2000)
  assert.ok(has('server/src/start/run-alone.ts', 'server/src/start/server.ts'))
  assert.ok(has('server/src/gateway/chat/relay-chat.ts', 'server/src/gateway/entry/relay-deps.ts'), 'a type')
  assert.ok(has('web/src/app/routes.tsx', 'web/src/features/login/login-page.tsx'), 'a lazy page')
  assert.ok(
    has('server/src/app.ts', 'contract/src/endpoint.ts') || has('server/src/http/serve.ts', 'contract/src/endpoint.ts'),
  )
})

test('every import leads to a file', () => {
  const known = new Set(everyFile)
  assert.deepEqual(
    wrong(({ to }) => /\.tsx?$/.test(to) && !known.has(to)),
    [],
  )
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
        (from.startsWith('server/') && !/^(server|contract)\/src\//.test(to)) ||
        (from.startsWith('web/') && !/^(web|contract)\/src\//.test(to)),
    ),
    [],
  )
})

test('every folder and file of the server has its place in the order', () => {
  assert.deepEqual(
    sources.filter((file) => file.startsWith('server/src/') && serverLevel(file) === undefined),
    [],
  )
  assert.deepEqual(
    sources.filter((file) => file.startsWith('server/src/gateway/') && gatewayLevel(file) === undefined),
    [],
  )
  assert.deepEqual(
    sources.filter((file) => file.startsWith('web/src/') && !webLayers.includes(below('web/src', file) ?? '')),
    [],
  )
})

test('the domain and the contract have the same rooms, and every folder of the domain is known', () => {
  const foldersIn = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
  assert.deepEqual(foldersIn('contract/src'), [...Object.keys(rooms), 'reference'].sort())
  assert.deepEqual(foldersIn('server/src/domain'), Object.keys(rooms).sort())
  for (const [room, folders] of Object.entries(rooms))
    assert.deepEqual(foldersIn(`server/src/domain/${room}`), [...folders].sort(), room)
})

test('in the server, arrows point to the left', () => {
  assert.deepEqual(
    wrong(({ from, to }) => {
      const [own, other] = [serverLevel(from), serverLevel(to)]
      return own !== undefined && other !== undefined && other > own
    }),
    [],
  )
})

test('in the gateway, arrows point to the left, and the kinds of call do not know each other', () => {
  assert.deepEqual(
    wrong(({ from, to }) => {
      const [own, other] = [gatewayLevel(from), gatewayLevel(to)]
      if (own === undefined || other === undefined) return false
      return other > own || (other === own && below('server/src/gateway', from) !== below('server/src/gateway', to))
    }),
    [],
  )
})

test('dialects and providers are pure: of the server they import the gateway’s forms and helpers, and prices', () => {
  const allowed =
    /^server\/src\/(light|gateway\/(forms|plain-events|translate|counting|providers|dialects)|domain\/money\/pricing)\//
  assert.deepEqual(
    wrong(
      ({ from, to }) =>
        /^server\/src\/gateway\/(forms|plain-events|translate|counting|providers|dialects)\//.test(from) &&
        to.startsWith('server/src/') &&
        !allowed.test(to),
    ),
    [],
  )
})

test('code depends on what dialects and channel types can do, not on their names', () => {
  const byName =
    /\b(?:dialect(?:\.name)?|name)\s*[!=]==\s*'(?:openai|completions|anthropic|gemini|responses)'|\btype\s*[!=]==\s*\d+|\bcase '(?:anthropic|gemini)'/
  assert.deepEqual(
    sources.filter(
      (file) =>
        file.startsWith('server/src/gateway/') &&
        !/^server\/src\/gateway\/(dialects|providers)\//.test(file) &&
        byName.test(readFileSync(join(root, file), 'utf8')),
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
  const offenders = sources.filter(
    (file) =>
      file.startsWith('server/src/') &&
      !/\.queries\.ts$|^server\/src\/store\/|^server\/src\/domain\/money\/wallet\/ledger\//.test(file) &&
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(offenders, [])
})

test('in the web app, arrows point to the left and features do not import each other', () => {
  const layer = (path: string) => webLayers.indexOf(below('web/src', path) ?? '')
  const feature = (path: string) => below('web/src/features', path)
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

test('OpenTelemetry is known to the traces alone, and what imports it is loaded at run time alone', () => {
  const importing = sources.filter((file) => /from '@opentelemetry\//.test(readFileSync(join(root, file), 'utf8')))
  assert.ok(importing.length > 0)
  assert.deepEqual(
    importing.filter((file) => below('server/src', file) !== 'traces'),
    [],
  )
  const entry = 'server/src/traces/otlp-traces.ts'
  const behind = new Set([...importing, entry])
  assert.deepEqual(
    imports.filter(({ from, to }) => behind.has(to) && !behind.has(from)),
    [{ from: 'server/src/traces/load-traces.ts', to: entry }],
  )
  assert.match(
    readFileSync(join(root, 'server/src/traces/load-traces.ts'), 'utf8'),
    /await import\('\.\/otlp-traces\.ts'\)/,
  )
})

test('no file imports itself by way of others, not even a type', () => {
  const targets = Map.groupBy(everyFile.flatMap(importsOf), ({ from }) => from)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) circles.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of everyFile) visit(file, [])
  assert.deepEqual(circles, [])
})

test('no folder holds more files than a reader can take in', () => {
  const counted = everyFile.filter((file) => !isTest(file) && !/\.text\.ts$|\/fixtures\//.test(file))
  const folders = Map.groupBy(counted, dirname)
  assert.deepEqual(
    [...folders].filter(([, files]) => files.length > folderMax).map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  )
})
