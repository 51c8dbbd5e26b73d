import { useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { ListChecks, Settings2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { SettingsEntry } from '../../features/settings/search/settings-index.ts'
import { language } from '../../lib/browser/preferences.ts'
import { session } from '../../lib/session/session.ts'
import type { Command } from './command.ts'

const besideOthersMax = 6
const aloneMax = 40

/** The settings that match, for super administrators. While nothing is typed, the tasks; `all` is what can be recalled. */
export function useSettingCommands(typed: string, isAlone: boolean): { matching: Command[]; all: Command[] } {
  const navigate = useNavigate()
  const spoken = language.use() === 'zh' ? 1 : 0
  const isRoot = session.use()?.role === role.root
  // The index has the words of every option, so it is fetched once the palette is open.
  const { data } = useQuery({
    queryKey: ['settings index'],
    queryFn: () => import('../../features/settings/search/settings-index.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isRoot,
  })
  if (!data || !isRoot) return { matching: [], all: [] }

  const commandOf = ({ id, kind, label, place, name, to }: SettingsEntry): Command => ({
    id: `setting:${id}`,
    group: 'settings',
    icon: kind === 'task' ? ListChecks : Settings2,
    label: label[spoken],
    also: [],
    hint: name ? `${place[spoken]} · ${name}` : place[spoken],
    run: () => void navigate(to),
  })
  const isEmpty = typed.trim() === ''
  const tasks = data.settingsIndex.filter(({ kind }) => kind === 'task')
  const found = isEmpty
    ? isAlone
      ? tasks
      : []
    : data.findSettings(typed).slice(0, isAlone ? aloneMax : besideOthersMax)
  return {
    matching: found.map((entry) => {
      const command = commandOf(entry)
      return isEmpty ? withHeading(command, entry.place[spoken]) : command
    }),
    all: data.settingsIndex.map(commandOf),
  }
}

/** Tasks stand below the heading of their group. */
const withHeading = ({ hint: _, ...command }: Command, heading: string): Command => ({ ...command, heading })
