import { matchWords } from '../../lib/search/match-words.ts'
import type { Command, CommandGroup } from './command.ts'

const boost = 0.5

type Given = {
  /** The pages and actions. */
  commands: readonly Command[]
  /** What already matches the typed text: places of sentences, rows of the server, settings. */
  found: readonly Command[]
  typed: string
  /** The ids of what was used last, newest first. */
  recent: readonly string[]
  /** The ids that are shown while nothing is typed. */
  suggested: readonly string[]
}
type Part = { group: CommandGroup; commands: Command[] }

/** What the palette shows, in groups: what was used last and suggestions, or what matches the typed text. */
export function arrange({ commands, found, typed, recent, suggested }: Given): Part[] {
  if (typed.trim() === '') {
    const named = (ids: readonly string[]) =>
      ids.flatMap((id) => [...commands, ...found].find((command) => command.id === id) ?? [])
    return parts(['recent', 'suggested', 'examples'], {
      recent: named(recent),
      suggested: named(suggested.filter((id) => !recent.includes(id))),
      examples: found.filter(({ group }) => group === 'examples'),
    })
  }
  const scored = commands
    .map((command) => {
      const score = matchWords(typed, [command.label, ...command.also])
      return { command, score: score > 0 && recent.includes(command.id) ? score + boost : score }
    })
    .filter(({ score }) => score > 0)
    .sort((one, another) => another.score - one.score)
  const matching = [...scored.map(({ command }) => command), ...found]
  const begins = (text: string) => text.toLowerCase().startsWith(typed.trim().toLowerCase())
  const isName = scored.some(({ command }) => [command.label, ...command.also].some(begins))
  const order: CommandGroup[] = isName
    ? ['requests', 'pages', 'actions', 'sentences', ...ofServer]
    : ['requests', 'sentences', 'pages', 'actions', ...ofServer]
  return parts(
    order,
    Object.groupBy(matching, ({ group }) => group),
  )
}

const ofServer: CommandGroup[] = ['channels', 'users', 'tokens', 'models', 'settings']

const parts = (order: readonly CommandGroup[], grouped: Partial<Record<CommandGroup, Command[]>>): Part[] =>
  order.map((group) => ({ group, commands: grouped[group] ?? [] })).filter((part) => part.commands.length > 0)
