import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChannelType, channelTypeOrder, channelTypes, isChannelType } from '@turnpike/contract/channel-types'

// Fixtures and error responses of providers each name a source, which begins with the word for its origin: a published
// recording of the real upstream, a document of the vendor, or an assumption.
const origins = ['recorded', 'documented', 'assumed'] as const
type Origin = (typeof origins)[number]
const sourcePattern = /^(recorded|documented|assumed): .+\d{4}-\d\d-\d\d/s

type Kind = 'fixtures' | 'errors'
type Example = { place: string; kind: Kind; type: unknown; source: unknown }

const providers = join(import.meta.dirname, '..', '..', 'server', 'src', 'gateway', 'providers')
const parse = (file: string) => JSON.parse(readFileSync(join(providers, file), 'utf8'))

function fixtureIn(place: string): Example {
  const call = existsSync(join(providers, place, 'call.json')) ? parse(join(place, 'call.json')) : {}
  return { place, kind: 'fixtures', type: call.type, source: call.source }
}

/** Every fixture, and every row of a `failures.json`. */
export function examples(): Example[] {
  const fixtures = globSync('*/fixtures/*', { cwd: providers }).map((place) => fixtureIn(place.replaceAll('\\', '/')))
  const errors = globSync('*/failures.json', { cwd: providers }).flatMap((file) =>
    parse(file).map(
      ({ type, source }: Pick<Example, 'type' | 'source'>, row: number): Example => ({
        place: `${file.replaceAll('\\', '/')}, row ${row + 1}`,
        kind: 'errors',
        type,
        source,
      }),
    ),
  )
  return [...fixtures, ...errors]
}

function originOf({ source }: Example): Origin | undefined {
  const word = typeof source === 'string' ? sourcePattern.exec(source)?.[1] : undefined
  return origins.find((origin) => origin === word)
}

/** Examples without a source, a day or a channel type. */
export const withoutSource = (all: readonly Example[]): string[] =>
  all.filter((each) => originOf(each) === undefined || !isChannelType(each.type)).map(({ place }) => place)

/** The table of the documentation: how many examples of each origin a channel type has. */
export function sourceTable(all: readonly Example[]): string {
  const counts = (type: ChannelType, kind: Kind) =>
    origins.map((origin) => all.filter((e) => e.type === type && e.kind === kind && originOf(e) === origin).length)
  const cells = (numbers: readonly number[]) => numbers.map((count) => (count === 0 ? '' : String(count))).join(' | ')
  const rows = channelTypeOrder.map((type) => {
    const numbers = [...counts(type, 'fixtures'), ...counts(type, 'errors')]
    return `| ${type} | ${channelTypes[type].label} | ${cells(numbers)} |`
  })
  const total = (kind: Kind) =>
    origins.map((origin) => all.filter((each) => each.kind === kind && originOf(each) === origin).length)
  return [
    `| Type | Name | ${origins.join(' | ')} | ${origins.map((origin) => `errors ${origin}`).join(' | ')} |`,
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    `| | all | ${cells([...total('fixtures'), ...total('errors')])} |`,
  ].join('\n')
}

const page = join(import.meta.dirname, '..', '..', 'docs', 'channel-types.md')
const tablePattern = /\| Type \| Name \| recorded [\s\S]*?\n\| \| all \|[^\n]*/

export const tableOnPage = (): string | undefined => tablePattern.exec(readFileSync(page, 'utf8'))?.[0]
export const pageWith = (table: string): string => readFileSync(page, 'utf8').replace(tablePattern, () => table)
export { page }
