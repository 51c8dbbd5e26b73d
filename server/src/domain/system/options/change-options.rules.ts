import { isSecretOption, type OptionValues, optionText } from '@turnpike/contract/options'
import { isHiddenOption, type OptionChange } from '@turnpike/contract/system/option-api'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { announcedChange } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, logAdminAction, writeAudit } from '../audit/audit.queries.ts'
import { checkSeen } from '../audit/row-revision.ts'
import { recordedFields } from './history/option-changes.ts'
import { storedOptions } from './live-options.ts'
import { checkRequirements } from './option-requirements.ts'
import { optionRevision, type ParsedChange, readChange } from './option-texts.ts'
import { writeOption } from './options.queries.ts'
import { sealed } from './options.rules.ts'

type ChangeOptionsDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload'>

/** Changes options, all or none, once every value and their combination is valid. In force here when it returns. */
export const changeOptions = (deps: ChangeOptionsDeps, actor: Actor, changes: OptionChange[]): Promise<void> =>
  announcedChange(deps, (transaction) => writeOptionChanges(deps, transaction, actor, changes))

/** The same in a transaction that has raised the revision, and is followed by a reload. */
export async function writeOptionChanges(
  { vault, options }: Pick<ChangeOptionsDeps, 'vault' | 'options'>,
  transaction: Store,
  actor: Actor,
  changes: OptionChange[],
): Promise<void> {
  const parsed = changes.map(readChange).filter((change) => change !== undefined)
  if (new Set(parsed.map(({ key }) => key)).size < parsed.length) throw new AppError('invalid_parameter')
  const { values, unreadable } = await storedOptions(transaction, vault, options.current())
  await checkSeenOptions(transaction, parsed, values)
  const changed = parsed.filter(({ key, text }) => unreadable.has(key) || optionText(key, values[key]) !== text)
  checkRequirements(values, withChanges(values, changed))
  for (const change of changed) {
    const { key, text } = change
    await writeOption(transaction, key, sealed(vault, key, text))
    await writeAudit(transaction, actor, {
      action: 'option.update',
      target: key,
      detail: detailOf(change, values),
      changes: [{ kind: 'option', subject: key, fields: recordedFields(change, values) }],
    })
  }
  const keys = changed.map(({ key }) => key).join(', ')
  if (keys) await logAdminAction(transaction, actor, { user: actor, event: 'option_changed', params: { key: keys } })
}

async function checkSeenOptions(transaction: Store, changes: ParsedChange[], values: OptionValues): Promise<void> {
  for (const { key, seen_revision: seen } of changes)
    if (!isHiddenOption(key))
      await checkSeen(transaction, { kind: 'option', subject: key, seen, stored: optionRevision(key, values) })
}

const withChanges = (values: OptionValues, changes: ParsedChange[]): OptionValues => ({
  ...values,
  ...Object.fromEntries(changes.map(({ key, value }) => [key, value])),
})

/** The audit detail of a change. A secret is only reported as set or cleared. */
function detailOf({ key, value, text }: ParsedChange, values: OptionValues): Record<string, string> {
  if (isSecretOption(key)) return { secret: text === '' ? 'cleared' : 'set' }
  return differenceOf({ value: values[key], text: optionText(key, values[key]) }, { value, text })
}

const textMax = 10_000

type ValueAndText = { value: unknown; text: string }

/** The old and new value of an option for the audit log; of two maps only the entries that differ. */
function differenceOf(before: ValueAndText, after: ValueAndText): { before: string; after: string } {
  const [old, now] = [entriesOf(before.value), entriesOf(after.value)]
  return old && now
    ? { before: cut(entriesThatDiffer(old, now)), after: cut(entriesThatDiffer(now, old)) }
    : { before: cut(before.text), after: cut(after.text) }
}

type Entries = Map<string, unknown>

const entriesOf = (value: unknown): Entries | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined

const entriesThatDiffer = (entries: Entries, other: Entries) =>
  JSON.stringify(
    Object.fromEntries([...entries].filter(([name, value]) => !other.has(name) || other.get(name) !== value)),
  )

const cut = (text: string) => (text.length > textMax ? `${text.slice(0, textMax)}…` : text)
