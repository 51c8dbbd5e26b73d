import type { ConfigChange, ConfigPlan, ConfigProblem } from '@turnpike/contract/system/config-file/config-file-api'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { joining } from '../../../store/joining.ts'
import { bumpRevision } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { changeSource, createSource, removeSource } from '../../money/pricing/sources/price-sources.rules.ts'
import { lockChannels } from '../../routing/channels/channel-locks.queries.ts'
import { createChannels, updateChannel } from '../../routing/channels/channels.rules.ts'
import { type OverrideColumn, openedText } from '../../routing/channels/edit/header-literals.ts'
import { removeChannels } from '../../routing/channels/edit/remove-channels.rules.ts'
import { addKeys, removeKeys, setKeyMode } from '../../routing/channels/keys/channel-keys.rules.ts'
import {
  changeVirtualModel,
  createVirtualModel,
  removeVirtualModel,
} from '../../routing/virtual-models/virtual-models.rules.ts'
import { type Actor, writeAudit } from '../audit/audit.queries.ts'
import { saveFaq } from '../faq/faq.rules.ts'
import { writeOptionChanges } from '../options/change-options.rules.ts'
import { storedOptions } from '../options/live-options.ts'
import { readState } from './installation-state.ts'
import type { ChannelStep } from './plan-channels.rules.ts'
import { type Plan, planConfig } from './plan-config.rules.ts'
import type { PriceSourceStep } from './plan-price-sources.rules.ts'
import type { VirtualModelStep } from './plan-virtual-models.rules.ts'
import { at, type Problem, StepRefused, wireProblem } from './problems.ts'
import { type ReadFile, readConfigFile } from './read-config-file.ts'
import { openSecret, type Variables } from './secrets.ts'

export type ApplyConfigDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'clock' | 'reload'>
export type Wanted = { text: string; prune: boolean; variables: Variables; seen_digest?: string | undefined }

/** Thrown to roll back the transaction of a plan, or of a file that changes nothing. */
class TakenBack extends Error {}

/**
 * The changes that a file would make, or why it cannot be applied. Everything runs in a transaction that is rolled
 * back, so that the rules of the console itself apply.
 */
export const planFile = async (deps: ApplyConfigDeps, actor: Actor, wanted: Wanted): Promise<ConfigPlan> => {
  const read = readConfigFile(wanted.text)
  const { changes, problems, unpriced, digest } = await carryOut(deps, actor, read, wanted, { isRehearsal: true })
  return { changes, unpriced, digest, problems: inOrder(problems, read) }
}

/** Applies a file, all of it or nothing. In force here when it returns, on other instances within 2 s. */
export async function applyFile(
  deps: ApplyConfigDeps,
  actor: Actor,
  wanted: Wanted & { language: 'en' | 'zh' },
): Promise<{ changes: ConfigChange[] }> {
  const read = readConfigFile(wanted.text)
  const { changes, problems } = await carryOut(deps, actor, read, wanted, { isRehearsal: false })
  const [first] = inOrder(problems, read)
  if (first) {
    const place = [first.line > 0 ? `${first.line}` : '', first.path].filter(Boolean).join(': ') || '1'
    const params = { count: problems.length, place, reason: first[wanted.language] }
    throw new AppError('config_refused', { params })
  }
  if (changes.length > 0) await deps.reload()
  return { changes }
}

/** No more problems than these are listed. */
const problemsMax = 100

/** In the order of the file. */
const inOrder = (problems: readonly Problem[], { lineOf }: ReadFile): ConfigProblem[] =>
  problems
    .slice(0, problemsMax)
    .map((problem) => wireProblem(problem, lineOf))
    .sort((one, other) => one.line - other.line)

const nothing: Plan = {
  changes: [],
  problems: [],
  unpriced: [],
  steps: { options: [], channels: [], virtualModels: [], priceSources: [], faq: [] },
  digest: '',
}

async function carryOut(
  deps: ApplyConfigDeps,
  actor: Actor,
  { file, problems }: ReadFile,
  { prune, variables, seen_digest }: Wanted,
  { isRehearsal }: { isRehearsal: boolean },
): Promise<Plan> {
  if (!file || problems.length > 0) return { ...nothing, problems }
  let plan = nothing
  const means = {
    open: (reference: Parameters<typeof openSecret>[1], use: string) =>
      openSecret({ vault: deps.vault, variables }, reference, use),
    openText: (column: OverrideColumn, text: string) => openedText(deps.vault, column, text),
    hashOf: (key: string) => deps.vault.hash(key, 'channel key'),
  }
  try {
    await deps.store.transaction().execute(async (transaction) => {
      // The order in which changes of channels lock, so that two changes cannot deadlock.
      await lockChannels(transaction)
      await bumpRevision(transaction)
      plan = planConfig(file, await readState(transaction, deps), prune, means)
      if (plan.problems.length > 0 || plan.changes.length === 0) throw new TakenBack()
      if (seen_digest !== undefined && seen_digest !== plan.digest) throw new AppError('config_changed')
      await runSteps(deps, transaction, actor, plan)
      if (isRehearsal) throw new TakenBack()
    })
  } catch (error) {
    if (error instanceof StepRefused) return { ...plan, problems: [error.problem] }
    if (!(error instanceof TakenBack)) throw error
  }
  return plan
}

/** Options come first: virtual models name groups that the file may add. */
async function runSteps(
  deps: ApplyConfigDeps,
  transaction: Store,
  actor: Actor,
  { steps, changes }: Plan,
): Promise<void> {
  await at(['options'], () => writeOptionChanges(deps, transaction, actor, steps.options))
  const { values } = await storedOptions(transaction, deps.vault, deps.options.current())
  const within: ApplyConfigDeps = {
    ...deps,
    store: joining(transaction),
    options: { current: () => values },
    reload: async () => {},
  }
  for (const step of steps.priceSources) await at(step.path, () => changePriceSource(within, actor, step))
  for (const step of steps.channels) await at(step.path, () => changeChannel(within, actor, step))
  for (const step of steps.virtualModels) await at(step.path, () => changeVirtual(within, actor, step))
  for (const entries of steps.faq) await at(['faq'], () => saveFaq(within, actor, { entries: [...entries] }))
  const count = (action: ConfigChange['action']) => changes.filter((change) => change.action === action).length
  const detail = { created: count('create'), changed: count('change'), removed: count('remove') }
  await writeAudit(transaction, actor, { action: 'config.apply', detail })
}

async function changeChannel(deps: ApplyConfigDeps, actor: Actor, step: ChannelStep): Promise<void> {
  if (step.kind === 'remove') await removeChannels(deps, actor, { ids: step.ids })
  else if (step.kind === 'create') await createChannels(deps, actor, step.wanted)
  else {
    const { id: channel } = step.change
    const { add, remove, mode } = step.keys
    await updateChannel(deps, actor, step.change)
    if (add) await addKeys(deps, actor, { channel, key: add.key, multi_key_mode: add.multi_key_mode })
    if (remove) await removeKeys(deps, actor, { channel, ids: remove })
    if (mode) await setKeyMode(deps, actor, { channel, multi_key_mode: mode })
  }
}

async function changeVirtual(deps: ApplyConfigDeps, actor: Actor, step: VirtualModelStep): Promise<void> {
  if (step.kind === 'remove') await removeVirtualModel(deps, actor, step.id)
  else if (step.kind === 'create') await createVirtualModel(deps, actor, step.wanted)
  else {
    const change = Object.fromEntries(step.changed.map((member) => [member, step.wanted[member]]))
    await changeVirtualModel(deps, actor, { id: step.id, ...change })
  }
}

async function changePriceSource(deps: ApplyConfigDeps, actor: Actor, step: PriceSourceStep): Promise<void> {
  if (step.kind === 'remove') await removeSource(deps, actor, step.id)
  else if (step.kind === 'create') await createSource(deps, actor, step.wanted)
  else await changeSource(deps, actor, { id: step.id, ...step.wanted })
}
