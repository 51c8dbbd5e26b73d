import { isErrorCode } from '@turnpike/contract/errors'
import type { ConfigKind } from '@turnpike/contract/system/config-file/config-file-api'
import type { z } from 'zod'
import { changeOf, fieldOf, hiddenField, type SectionPlan } from './plan.ts'
import { noting, type Path } from './problems.ts'

type Named = { name: string }
export type NamedStep<Wanted> =
  | { kind: 'create'; path: Path; wanted: Wanted }
  | { kind: 'change'; path: Path; id: number; wanted: Wanted; changed: readonly (keyof Wanted)[] }
  | { kind: 'remove'; path: Path; id: number }

/** A section whose entries are found by their names. */
export type NamedSection<Entry extends Named, Wanted extends Named> = {
  section: string
  kind: ConfigKind
  /** The schema of the console's endpoint. */
  schema: z.ZodType<Wanted>
  /** The members besides the name, in the order in which a plan shows them. */
  members: readonly (keyof Wanted & string)[]
  /** The defaults of a new entry, which a plan does not show. */
  usual: Partial<Wanted>
  /** The entry in the form of the console's endpoint. */
  read?: (entry: Entry) => unknown
  mayHoldSecret?: (member: string, value: unknown) => boolean
}

type Stored<Wanted extends Named> = Named & { id: number } & Readonly<Record<keyof Wanted, unknown>>

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The entries that the file describes. With `prune`, those that it does not name are removed, before all else. */
export function planNamed<Entry extends Named, Wanted extends Named>(
  of: NamedSection<Entry, Wanted>,
  wanted: readonly Entry[] | undefined,
  stored: readonly Stored<Wanted>[],
  prune: boolean,
): SectionPlan<NamedStep<Wanted>> {
  const plan: SectionPlan<NamedStep<Wanted>> = { changes: [], steps: [], problems: [] }
  if (!wanted) return plan
  const names = new Set(wanted.map(({ name }) => name))
  for (const { id, name } of prune ? stored.filter((each) => !names.has(each.name)) : []) {
    plan.changes.push(changeOf(of.kind, 'remove', name))
    plan.steps.push({ kind: 'remove', path: [of.section], id })
  }
  for (const [index, entry] of wanted.entries()) {
    const path = [of.section, index]
    const [current, ...others] = stored.filter(({ name }) => name === entry.name)
    if (others.length === 0) addOne(plan, of, { entry, path }, current)
    else plan.problems.push({ path: [...path, 'name'], code: 'config_name_ambiguous', params: { name: entry.name } })
  }
  return plan
}

function addOne<Entry extends Named, Wanted extends Named>(
  plan: SectionPlan<NamedStep<Wanted>>,
  { kind, schema, members, usual, read, mayHoldSecret }: NamedSection<Entry, Wanted>,
  { entry, path }: { entry: Entry; path: Path },
  before: Stored<Wanted> | undefined,
): void {
  const given = noting(plan.problems, path, () => (read ? read(entry) : entry))
  if (given === undefined) return
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const code = issue && isErrorCode(issue.message) ? issue.message : 'config_wrong_value'
    plan.problems.push({ path: [...path, ...((issue?.path ?? []) as (string | number)[])], code })
    return
  }
  const wanted = parsed.data
  const old: Partial<Record<keyof Wanted, unknown>> = before ?? usual
  const changed = members.filter((member) => shown(wanted[member]) !== shown(old[member]))
  if (before && changed.length === 0) return
  const fields = changed.map((member) =>
    mayHoldSecret?.(member, wanted[member]) || mayHoldSecret?.(member, before?.[member])
      ? hiddenField(member)
      : fieldOf(member, before && shown(before[member]), shown(wanted[member])),
  )
  plan.changes.push(changeOf(kind, before ? 'change' : 'create', wanted.name, fields))
  plan.steps.push(before ? { kind: 'change', path, id: before.id, wanted, changed } : { kind: 'create', path, wanted })
}
