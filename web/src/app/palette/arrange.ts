import { matchWords } from './match-words.ts'
import type { Command, CommandGroup } from './use-commands.ts'

const order: CommandGroup[] = ['recent', 'pages', 'actions', 'channels', 'users', 'tokens', 'models']
const boost = 0.5

/** The commands that match, in groups; those used last come first. */
export function arrange(
  commands: readonly Command[],
  { typed, recent }: { typed: string; recent: readonly string[] },
): { group: CommandGroup; commands: Command[] }[] {
  const isTyped = typed.trim() !== ''
  const scored = commands
    .map((command) => {
      const isFound = command.group !== 'pages' && command.group !== 'actions' // matched by the server
      const score = isFound ? 1 : matchWords(typed, [command.label, ...command.also])
      return { command, score: score > 0 && recent.includes(command.id) ? score + boost : score }
    })
    .filter(({ score }) => score > 0)
    .sort((one, another) => another.score - one.score)
    .map(({ command }) => command)
  const used = isTyped ? [] : recent.flatMap((id) => scored.filter((command) => command.id === id))
  const rest = isTyped ? scored : inOrderOf(commands, scored).filter((command) => !used.includes(command))
  const grouped = [...used.map((command) => ({ ...command, group: 'recent' as const })), ...rest]
  return order
    .map((group) => ({ group, commands: grouped.filter((command) => command.group === group) }))
    .filter((part) => part.commands.length > 0)
}

/** The order while nothing is typed. */
const inOrderOf = (commands: readonly Command[], chosen: readonly Command[]) =>
  commands.filter((command) => chosen.includes(command))
