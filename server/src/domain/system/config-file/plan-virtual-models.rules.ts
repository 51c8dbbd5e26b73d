import { isErrorCode } from '@turnpike/contract/errors'
import { type NewVirtualModel, virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import type { ConfigFile, FileVirtualModel } from '@turnpike/contract/system/config-file/config-file'
import type { KeptVirtualModel, VirtualFields } from '../../routing/virtual-models/virtual-models.queries.ts'
import type { InstallationState } from './installation-state.ts'
import { changeOf, fieldOf, type SectionPlan } from './plan.ts'
import type { Path } from './problems.ts'

export type VirtualModelStep =
  | { kind: 'create'; path: Path; wanted: NewVirtualModel }
  | { kind: 'change'; path: Path; id: number; wanted: Partial<NewVirtualModel> }
  | { kind: 'remove'; path: Path; id: number }

const members = ['description', 'mode', 'groups', 'is_enabled', 'members', 'fallback_on'] as const
type Member = (typeof members)[number]

/** The defaults of a new virtual model. */
const usual: Partial<Record<Member, unknown>> = { description: '', groups: [] }

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The virtual models that the file describes. With `prune`, those that it does not name are removed, before all else. */
export function planVirtualModels(
  { virtual_models: wanted }: ConfigFile,
  { virtualModels: stored }: Pick<InstallationState, 'virtualModels'>,
  prune: boolean,
): SectionPlan<VirtualModelStep> {
  const plan: SectionPlan<VirtualModelStep> = { changes: [], steps: [], problems: [] }
  if (!wanted) return plan
  const names = new Set(wanted.map(({ name }) => name))
  for (const { id, name } of prune ? stored.filter((each) => !names.has(each.name)) : []) {
    plan.changes.push(changeOf('virtual_model', 'remove', name))
    plan.steps.push({ kind: 'remove', path: ['virtual_models'], id })
  }
  for (const [index, model] of wanted.entries())
    addOne(
      plan,
      ['virtual_models', index],
      model,
      stored.find(({ name }) => name === model.name),
    )
  return plan
}

function addOne(
  plan: SectionPlan<VirtualModelStep>,
  path: Path,
  model: FileVirtualModel,
  before: KeptVirtualModel | undefined,
): void {
  const parsed = virtualModelApi.create.body.safeParse(model)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const code = issue && isErrorCode(issue.message) ? issue.message : 'config_wrong_value'
    plan.problems.push({ path: [...path, ...((issue?.path ?? []) as (string | number)[])], code })
    return
  }
  const wanted: VirtualFields = parsed.data
  const changed = members.filter((member) => shown(wanted[member]) !== shown(before ? before[member] : usual[member]))
  if (before && changed.length === 0) return
  plan.changes.push(
    changeOf(
      'virtual_model',
      before ? 'change' : 'create',
      wanted.name,
      changed.map((member) => fieldOf(member, before && shown(before[member]), shown(wanted[member]))),
    ),
  )
  if (!before) plan.steps.push({ kind: 'create', path, wanted: parsed.data })
  else {
    const change = Object.fromEntries(changed.map((member) => [member, parsed.data[member]]))
    plan.steps.push({ kind: 'change', path, id: before.id, wanted: change })
  }
}
