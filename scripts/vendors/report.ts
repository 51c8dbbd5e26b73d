import { codeIn, hasPrice, passes, pricedModels, sentBy } from './our-code.ts'
import { versionOf } from './scratch.ts'
import type { Sdk } from './sdks.ts'

type Values = string[] | { error: string }
export type Lookup = (expression: string) => Values

/** The type expressions that a report of this SDK needs. */
export const expressionsOf = ({ requests = {}, events, betas, models }: Sdk): string[] =>
  [...Object.values(requests), events?.there, betas?.there, models?.there].filter((each) => each !== undefined)

const listed = (names: Iterable<string>): string => {
  const sorted = [...names].sort()
  return sorted.length === 0 ? 'none' : sorted.map((name) => `\`${name}\``).join(', ')
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What one vendor's SDK has and this project does not, and the other way round, as Markdown. */
export function reportOf(sdk: Sdk, valuesOf: Lookup): string {
  const { words, texts } = codeIn(sdk.code)
  const lines = [`## ${sdk.vendor}`, '', sdk.packages.map((name) => `${name} ${versionOf(name) ?? '?'}`).join(', '), '']
  const add = (what: string, expression: string, tell: (there: string[]) => string[]) => {
    const there = valuesOf(expression)
    if (!Array.isArray(there)) lines.push(`- ${what}: cannot be read: ${there.error.slice(0, 200)}`)
    else {
      const names = sdk.isCamelCase ? there.map(snakeCase) : there
      lines.push(`- ${what}: ${names.length}`, ...tell(names).map((line) => `  - ${line}`))
    }
  }
  for (const [operation, type] of Object.entries(sdk.requests ?? {}))
    add(`fields of a request (${operation})`, type, (there) => [
      `new there: ${listed(there.filter((name) => !words.has(name) && !passes(sdk.type, name)))}`,
      ...(operation === 'chat'
        ? [`sent, but gone there: ${listed([...sentBy(sdk.type)].filter((name) => !there.includes(name)))}`]
        : []),
    ])
  const { events, betas, models } = sdk
  if (events)
    add('names in streams', events.there, (there) => [
      `new there: ${listed(there.filter((name) => name !== '$unknown' && !words.has(name)))}`,
      ...(events.ours ? [`gone there: ${listed(goneFrom(there, texts, events.ours))}`] : []),
    ])
  if (betas)
    add('beta flags', betas.there, (there) => [
      `new there: ${listed(there.filter((name) => !words.has(name)))}`,
      `gone there: ${listed(goneFrom(there, texts, betas.ours))}`,
    ])
  if (models)
    add('chat models', models.there, (there) => [
      `without a shipped price: ${listed(there.filter((name) => !hasPrice(name)))}`,
      ...(models.hasTraits
        ? [`without known traits: ${listed(there.filter((name) => !models.hasTraits?.(name)))}`]
        : []),
      ...(models.provider
        ? [`priced, but gone there: ${listed(pricedModels(models.provider).filter((name) => !there.includes(name)))}`]
        : []),
    ])
  return lines.join('\n')
}

const goneFrom = (there: readonly string[], texts: ReadonlySet<string>, ours: RegExp): string[] =>
  [...texts].filter((text) => ours.test(text) && !there.includes(text))
