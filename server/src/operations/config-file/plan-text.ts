import type { ConfigAction, ConfigChange, ConfigProblem } from '@turnpike/contract/system/config-file/config-file-api'
import type { FieldChange } from '@turnpike/contract/system/history'

const signs: Record<ConfigAction, string> = { create: '+', change: '~', remove: '-' }
const kinds: Record<ConfigChange['kind'], string> = {
  option: 'option',
  group: 'group',
  price: 'price of',
  channel: 'channel',
  virtual_model: 'virtual model',
}

/** The changes as lines for a terminal. */
export function planText(changes: readonly ConfigChange[]): string {
  if (changes.length === 0) return 'No changes: the installation is as the file says.'
  const count = (action: ConfigAction) => changes.filter((change) => change.action === action).length
  const sum = `${count('create')} to create, ${count('change')} to change, ${count('remove')} to remove.`
  return [...changes.flatMap(linesOf), '', sum].join('\n')
}

const linesOf = ({ kind, action, name, fields }: ConfigChange): string[] => [
  `${signs[action]} ${kinds[kind]} ${name}`,
  ...fields.map((field) => `    ${field.field}: ${valuesOf(field)}`),
]

function valuesOf({ before, after, is_hidden }: FieldChange): string {
  if (is_hidden) return 'changed (not shown)'
  const shown = (value: FieldChange['before']) =>
    value === undefined || value === null || value === '' ? '(none)' : String(value).replaceAll('\n', '⏎')
  return before === undefined ? shown(after) : `${shown(before)} → ${shown(after)}`
}

export const problemsText = (problems: readonly ConfigProblem[]): string =>
  problems.map(({ line, path, en }) => [line > 0 ? `line ${line}` : '', path, en].filter(Boolean).join(': ')).join('\n')

const unpricedMax = 10

/** The models whose calls will be refused, as a line for a terminal. */
export function unpricedText(models: readonly string[]): string {
  if (models.length === 0) return ''
  const more = models.length > unpricedMax ? ` and ${models.length - unpricedMax} more` : ''
  return `\n! No price, so that calls are refused: ${models.slice(0, unpricedMax).join(', ')}${more}. Add them to the section prices.`
}
