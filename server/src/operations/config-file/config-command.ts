import { readFileSync, writeFileSync } from 'node:fs'
import { errorText } from '@turnpike/contract/errors'
import { configFileJsonSchema } from '@turnpike/contract/system/config-file/config-file'
import {
  type ConfigAction,
  type ConfigChange,
  type ConfigProblem,
  type ExportedSecrets,
  exportedSecrets,
} from '@turnpike/contract/system/config-file/config-file-api'
import type { FieldChange } from '@turnpike/contract/system/history'
import { readConfig, variableNames } from '../../config.ts'
import { findRoot } from '../../domain/routing/channels/health/channel-probe.queries.ts'
import type { Actor } from '../../domain/system/audit/audit.queries.ts'
import { type ApplyConfigDeps, applyFile, planFile } from '../../domain/system/config-file/apply-config.rules.ts'
import { exportConfig } from '../../domain/system/config-file/export-config.ts'
import { readState } from '../../domain/system/config-file/installation-state.ts'
import { commandVariables } from '../../domain/system/config-file/secrets.ts'
import { loadOptions } from '../../domain/system/options/live-options.ts'
import { AppError } from '../../http/app-error.ts'
import { createLog } from '../../log.ts'
import { openVault } from '../../secrets/vault.ts'
import { databaseClock } from '../../store/database-clock.ts'
import type { OpenStore } from '../../store/store.ts'
import type { Outcome } from '../command-line.ts'
import { openInstallation, requireMigrated, requireSecretKey } from '../installation.ts'
import { Refusal } from '../refusal.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Installation = ApplyConfigDeps & { actor: Actor; env: Environment }

/** Exit codes of `plan`: no changes, a file that cannot be applied, and pending changes. */
export const planExitCodes = { same: 0, failed: 1, changes: 2 }

export const printSchema = (): Outcome => {
  const schema = configFileJsonSchema()
  return { data: schema, text: JSON.stringify(schema, undefined, 2) }
}

export const exportFile = (env: Environment, { out, secrets }: { out?: string; secrets: string }): Promise<Outcome> => {
  if (!isExported(secrets)) throw new Refusal(`--secrets is ${exportedSecrets.join(' or ')}, not ${secrets}.`)
  return inInstallation(env, async ({ store, vault, options }) => {
    const text = exportConfig(await readState(store, { vault, options }), vault, secrets)
    if (out === undefined) return { data: { text }, text: text.trimEnd() }
    writeFileSync(out, text, { mode: 0o600 })
    return { data: { file: out }, text: `Written to ${out}` }
  })
}

const isExported = (text: string): text is ExportedSecrets => exportedSecrets.some((each) => each === text)

export const planCommand = (env: Environment, file: string, prune: boolean): Promise<Outcome> =>
  inInstallation(env, async (here) => {
    const wanted = { text: textOf(file), prune, ...variablesOf(here) }
    const { changes, problems, unpriced } = await planFile(here, here.actor, wanted)
    if (problems.length > 0) return { data: { problems }, text: problemsText(problems), exitCode: planExitCodes.failed }
    const exitCode = changes.length > 0 ? planExitCodes.changes : planExitCodes.same
    return { data: { changes, unpriced }, text: planText(changes) + unpricedText(unpriced), exitCode }
  })

export const applyCommand = (env: Environment, file: string, prune: boolean): Promise<Outcome> =>
  inInstallation(env, async (here) => {
    const wanted = { text: textOf(file), prune, ...variablesOf(here) }
    const { problems, unpriced } = await planFile(here, here.actor, wanted)
    if (problems.length > 0) return { data: { problems }, text: problemsText(problems), exitCode: planExitCodes.failed }
    const { changes } = await applyFile(here, here.actor, { ...wanted, language: 'en' })
    const text = changes.length > 0 ? `${planText(changes)}\nApplied.` : planText(changes)
    return { data: { changes, unpriced }, text: text + unpricedText(unpriced) }
  })

const variablesOf = ({ env }: Installation) => ({ variables: commandVariables(env, variableNames) })

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Runs work on the database that the environment names. Running servers notice its changes by themselves. */
async function inInstallation(env: Environment, work: (here: Installation) => Promise<Outcome>): Promise<Outcome> {
  const config = readConfig(env)
  const open = await openInstallation(config)
  try {
    await requireMigrated(open)
    const vault = openVault(requireSecretKey(config), config.SESSION_SECRET)
    const clock = databaseClock(open)
    await clock.sync()
    const log = createLog('error', { write: (line) => console.error(line) })
    const options = await loadOptions(open.store, vault, log)
    const actor = await findActor(open, clock.now())
    return await work({ store: open.store, vault, options, clock: clock.now, reload: async () => {}, actor, env })
  } catch (error) {
    throw error instanceof AppError ? new Refusal(errorText(error.code, 'en', error.params)) : error
  } finally {
    await open.close()
  }
}

/** The command acts in the name of the super administrator. */
async function findActor({ store }: OpenStore, at: number): Promise<Actor> {
  const root = await findRoot(store)
  if (!root) throw new Refusal('There is no super administrator: start the server once, it makes one.')
  return { id: root.id, username: root.username, address: 'command line', request_id: '', at }
}

const signs: Record<ConfigAction, string> = { create: '+', change: '~', remove: '-' }
const kinds: Record<ConfigChange['kind'], string> = {
  option: 'option',
  group: 'group',
  price: 'price of',
  price_source: 'price source',
  channel: 'channel',
  virtual_model: 'virtual model',
  faq: 'question',
}

/** The changes as lines for a terminal. */
function planText(changes: readonly ConfigChange[]): string {
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

const problemsText = (problems: readonly ConfigProblem[]): string =>
  problems.map(({ line, path, en }) => [line > 0 ? `line ${line}` : '', path, en].filter(Boolean).join(': ')).join('\n')

const unpricedMax = 10

/** The models whose calls will be refused, as a line for a terminal. */
function unpricedText(models: readonly string[]): string {
  if (models.length === 0) return ''
  const more = models.length > unpricedMax ? ` and ${models.length - unpricedMax} more` : ''
  return `\n! No price, so that calls are refused: ${models.slice(0, unpricedMax).join(', ')}${more}. Add them to the section prices.`
}
