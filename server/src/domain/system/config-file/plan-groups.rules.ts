import { parseOption } from '@turnpike/contract/options'
import type { ConfigFile, FileGroup } from '@turnpike/contract/system/config-file/config-file'
import type { OptionChange } from '@turnpike/contract/system/option-api'
import { AppError } from '../../../http/app-error.ts'
import type { InstallationState } from './installation-state.ts'
import { changeOf, fieldOf, own, type SectionPlan } from './plan.ts'
import { noting } from './problems.ts'

/** The members of a group, and the options that hold them by group. */
const maps = { ratio: 'GroupRatio', description: 'UserUsableGroups', topup_ratio: 'TopupGroupRatio' } as const
type Member = keyof typeof maps
const members = Object.keys(maps) as Member[] // the table is closed

type Entries = Map<string, string | number>

/** The groups that the file describes. With `prune`, groups that it does not name are removed. */
export function planGroups(
  { groups }: ConfigFile,
  { options }: InstallationState,
  prune: boolean,
): SectionPlan<OptionChange> {
  const plan: SectionPlan<OptionChange> = { changes: [], steps: [], problems: [] }
  if (!groups) return plan
  const names = new Set([...members.flatMap((member) => Object.keys(options[maps[member]])), ...Object.keys(groups)])
  const stored = (member: Member, name: string) => own<string | number>(options[maps[member]], name)
  const wanted = (member: Member, name: string) => {
    const group: FileGroup | undefined = own(groups, name)
    return group ? group[member] : prune ? undefined : stored(member, name)
  }
  for (const name of names) {
    const fields = members
      .filter((member) => stored(member, name) !== wanted(member, name))
      .map((member) => fieldOf(member, stored(member, name), wanted(member, name)))
    if (fields.length === 0) continue
    const isNew = members.every((member) => stored(member, name) === undefined)
    const isGone = members.every((member) => wanted(member, name) === undefined)
    plan.changes.push(changeOf('group', isNew ? 'create' : isGone ? 'remove' : 'change', name, isGone ? [] : fields))
  }
  for (const member of members) {
    const next: Entries = new Map()
    for (const name of names) {
      const value = wanted(member, name)
      if (value !== undefined) next.set(name, value)
    }
    if ([...names].every((name) => stored(member, name) === wanted(member, name))) continue
    const value = JSON.stringify(Object.fromEntries(next))
    noting(plan.problems, ['groups'], () => checkText(maps[member], value))
    plan.steps.push({ key: maps[member], value, seen_revision: undefined })
  }
  return plan
}

function checkText(key: (typeof maps)[Member], text: string): void {
  const parsed = parseOption(key, text)
  if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
}
