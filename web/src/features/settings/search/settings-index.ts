import { type OptionKey, options } from '@turnpike/contract/options'
import { containsWords, matchWords } from '../../../lib/search/match-words.ts'
import type { Words } from '../../../lib/text/words.ts'
import { idOf, rowsOf, type SectionRow } from '../form/section-table.ts'
import { costGuard, failover } from '../operation/failover-parts.ts'
import { operationSections } from '../operation/operation-sections.ts'
import { otherSections } from '../other/other-sections.ts'
import { systemSections } from '../system/system-sections.ts'
import { settingsTasks } from './settings-tasks.ts'

/** A place of the settings: an option with its field, a section, or a task with the place where it is done. */
export type SettingsEntry = {
  id: string
  kind: 'option' | 'section' | 'task'
  label: Words
  /** The tab and section, or the group of the task. */
  place: Words
  /** The name of the option, as other servers of the family have it. */
  name?: OptionKey
  /** Further words that lead here: the help, the part, the unit. */
  also: readonly string[]
  to: string
}

const tabNames: Readonly<Record<string, Words>> = {
  operation: ['Operation', '运营'],
  system: ['System', '系统'],
  other: ['Other', '其他'],
}

const sections: readonly SectionRow[] = [...operationSections, ...systemSections, ...otherSections]
/** The help of the options whose section fetches it later. */
const laterHelp = new Map(
  [...failover, ...costGuard]
    .flatMap(({ title, text = title, fields }) => fields.flat().map((field) => ({ field, words: [...title, ...text] })))
    .flatMap(({ field, words }): [OptionKey, readonly string[]][] =>
      typeof field === 'string' ? [] : [[field.name, [...words, ...(field.help ?? [])]]],
    ),
)

/** The address of a section, and of one option in it. */
function addressOf(row: SectionRow, name?: OptionKey): string {
  const [tab = ''] = row.section.split('/')
  return `/setting?${new URLSearchParams({ tab, section: idOf(row), ...(name && { option: name }) })}`
}

const placeOf = (row: SectionRow): Words => {
  const [en, zh] = tabNames[row.section.split('/')[0] ?? ''] ?? row.title
  return [`${en} › ${row.title[0]}`, `${zh} › ${row.title[1]}`]
}

const sectionEntry = (row: SectionRow): SettingsEntry => ({
  id: `section:${row.section}`,
  kind: 'section',
  label: row.title,
  place: placeOf(row),
  also: row.parts.flatMap((part) => (typeof part === 'string' ? [] : [...part.title, ...(part.text ?? [])])),
  to: addressOf(row),
})

function optionEntries(row: SectionRow): SettingsEntry[] {
  const wordsOfParts = new Map(
    row.parts.flatMap((part) =>
      typeof part === 'string'
        ? []
        : part.fields
            .flat()
            .flatMap((field): [OptionKey, readonly string[]][] =>
              typeof field === 'string' ? [] : [[field.name, [...part.title, ...(part.text ?? [])]]],
            ),
    ),
  )
  return rowsOf(row)
    .filter(({ name }) => options[name].section === row.section) // the table of prices edits options of another section
    .map(({ name, label, help = [] }) => ({
      id: `option:${name}`,
      kind: 'option',
      label,
      place: placeOf(row),
      name,
      also: [...help, ...(wordsOfParts.get(name) ?? []), ...(laterHelp.get(name) ?? [])],
      to: addressOf(row, name),
    }))
}

const taskEntries: SettingsEntry[] = settingsTasks.map(({ id, label, also, group, to }) => ({
  id: `task:${id}`,
  kind: 'task',
  label,
  place: group,
  also: also ?? [],
  to,
}))

/** Every task, section and option of the settings. */
export const settingsIndex: readonly SettingsEntry[] = [
  ...taskEntries,
  ...sections.flatMap(optionEntries),
  ...sections.map(sectionEntry),
]

/** How well an entry matches: by its own names, or else by all words about it. A task comes before an equal option. */
function scoreOf(typed: string, { kind, label, name, place, also }: SettingsEntry): number {
  const names = [...label, ...(name ? [name] : []), ...(kind === 'task' ? also : [])]
  if (names.some((each) => each.toLowerCase() === typed.trim().toLowerCase())) return 10
  const own = matchWords(typed, names)
  if (own > 1) return own + (kind === 'task' ? 2 : 1) // letters in order alone say little
  return containsWords(typed, [...names, ...place, ...also].join(' ')) ? 1 : 0
}

/** The entries that match, the best first. */
export const findSettings = (typed: string): SettingsEntry[] =>
  settingsIndex
    .map((entry) => ({ entry, score: scoreOf(typed, entry) }))
    .filter(({ score }) => score > 0)
    .sort((one, another) => another.score - one.score)
    .map(({ entry }) => entry)
