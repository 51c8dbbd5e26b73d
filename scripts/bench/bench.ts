// Measures the figures that the product promises, in one run on one machine, and writes them to bench-results.
// npm run bench [-- start page playground relay organisations console logs] [-- --pg] [-- --rows 10000000]
// npm run bench -- soak [--minutes 30]: only when it is named
// npm run bench -- relay [--only streams,prompts] [--short] [--no-peer] [--against commit]: docs/benchmarks.md
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../server/test/outside/postgres.ts'
import type { Figure } from './figure.ts'
import { measureLists } from './measure-lists.ts'
import { organisations } from './organisations.ts'
import { page } from './page.ts'
import { playground } from './playground.ts'
import { relay } from './relay/relay.ts'
import { seedConsole } from './seed-console.ts'
import { startServerProcess } from './server-process.ts'
import { soak } from './soak/soak.ts'
import { startUp } from './start-up.ts'
import { createStolenShare } from './stolen-share.ts'
import { usageLog } from './usage-log.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pg: { type: 'boolean' },
    rows: { type: 'string', default: '10000000' },
    only: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    'no-peer': { type: 'boolean', default: false },
    against: { type: 'string' },
    minutes: { type: 'string', default: '30' },
  },
})
const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part)

const stolenShare = createStolenShare()
const figures: Figure[] = []
if (isWanted('start')) figures.push(...(await startUp()))
if (isWanted('page')) figures.push(...(await page()))
if (isWanted('playground')) figures.push(...(await playground()))
if (isWanted('relay'))
  figures.push(
    ...(await relay({
      only: values.only.split(',').filter(Boolean),
      isShort: values.short,
      hasPeer: !values['no-peer'],
      against: values.against,
    })),
  )
if (isWanted('organisations')) figures.push(...(await organisations()))
if (positionals.includes('soak')) figures.push(...(await soak(Number(values.minutes))))
if (isWanted('console'))
  await onDatabase(async (env, postgres) => {
    figures.push(...(await consoleLists(postgres ? 'PostgreSQL' : 'SQLite', env)))
  })
if (isWanted('logs'))
  await onDatabase(async (env, postgres) => {
    figures.push(...(await usageLog(postgres ? 'PostgreSQL' : 'SQLite', env, Number(values.rows))))
  })

/** Measures on an empty database: a new SQLite file, or a PostgreSQL server started for this. */
async function onDatabase(measure: (env: Record<string, string>, postgres: boolean) => Promise<void>) {
  // PostgreSQL as the tests start it: it does not wait for the disk, so the figures show CPU time, not commits.
  const postgres = values.pg ? await startPostgres() : undefined
  await measure(postgres ? { SQL_DSN: postgres.url } : {}, postgres !== undefined)
  await postgres?.stop()
}

// The CPU time of a thread includes part of the stolen time: a run with more than a few percent has little value.
figures.push({ name: 'taken by the host for other machines during this run', value: stolenShare(), unit: '%' })
console.table(
  figures.map(({ name, value, unit, promise, least, note = '' }) => ({
    figure: name,
    measured: `${value} ${unit}`,
    promised: promise !== undefined ? `≤ ${promise} ${unit}` : least !== undefined ? `≥ ${least} ${unit}` : '',
    kept:
      (promise ?? least) === undefined ? '' : value <= (promise ?? value) && value >= (least ?? value) ? 'yes' : 'NO',
    note,
  })),
)
const folder = join(import.meta.dirname, '..', '..', 'bench-results')
mkdirSync(folder, { recursive: true })
const file = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
writeFileSync(file, JSON.stringify(figures, null, 2))
console.log(file)

/** The lists that an administrator opens on a large installation. */
const lists: Record<string, string> = {
  'channel list': '/api/channel/?p=3&page_size=100',
  'channel list by id': '/api/channel/?p=3&page_size=100&id_sort=true',
  'channel list in tag mode': '/api/channel/?p=1&page_size=20&tag_mode=true',
  'channel search by keyword': '/api/channel/search?keyword=account%2019&page_size=100',
  'channel search by model and group': '/api/channel/search?model=gpt-4o-mini&group=vip&page_size=100',
  'channel search, every match': '/api/channel/search?model=gpt-4o-mini&group=vip',
  'channel search in tag mode': '/api/channel/search?keyword=account&tag_mode=true&page_size=20',
  'token list': '/api/token/?p=3&size=100',
  'token search by name': '/api/token/search?keyword=99&size=100',
  'token search by key': '/api/token/search?token=abc&size=100',
}
const promiseMs = 150

async function consoleLists(database: string, env: Record<string, string> = {}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  await seedConsole(folder, env)
  const server = await startServerProcess(folder, { RATE_LIMIT_FACTOR: '1000', ...env })
  try {
    return await measureLists(server.url, database, lists, promiseMs)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}
