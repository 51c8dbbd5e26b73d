import { defaultOptions, type OptionValues } from '@turnpike/contract/options'
import type { Config } from '../../config.ts'
import { storedOptions } from '../../domain/system/options/live-options.ts'
import { createAgents } from '../../outbound/agents.ts'
import { openVault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { findSecretKey } from '../installation.ts'
import { checkContents, checkKey, checkPrices } from './contents.ts'
import { checkDatabases } from './database.ts'
import { checkEnvironment } from './environment.ts'
import { type Finding, problem, type State } from './finding.ts'
import { checkMachine } from './machine.ts'
import { checkChannels, checkNetwork, checkTraces } from './network.ts'

export type Diagnosis = { state: State; findings: Finding[] }

/** Examines a whole installation, and changes nothing. */
export async function examine(
  env: Record<string, string | undefined>,
  { channels = false, wallMs = Date.now }: { channels?: boolean; wallMs?: () => number } = {},
): Promise<Diagnosis> {
  const { findings, config } = checkEnvironment(env)
  if (!config) return diagnosisOf(findings)
  findings.push(...(await checkMachine(config)))
  const databases = await checkDatabases(config, wallMs)
  findings.push(...databases.findings)
  const { open } = databases
  const agents = createAgents(config.egress, config.proxies)
  try {
    let options = defaultOptions()
    findings.push(await checkKey(config, databases.isCurrent ? open?.store : undefined))
    if (open && databases.isCurrent) {
      findings.push(...(await checkContents(open)))
      const stored = await readOptions(config, open.store)
      findings.push(...stored.findings)
      options = stored.options
      findings.push(await checkPrices(open.store, options))
    }
    findings.push(...(await checkNetwork({ config, options, agents })), ...(await checkTraces(config)))
    if (open && databases.isCurrent && channels)
      findings.push(...(await checkChannels(open.store, vaultOf(config), agents)))
    return diagnosisOf(findings)
  } finally {
    await agents.close()
    await open?.close()
  }
}

async function readOptions(config: Config, store: Store): Promise<{ options: OptionValues; findings: Finding[] }> {
  const vault = vaultOf(config)
  const { values, unreadable } = await storedOptions(store, vault, defaultOptions())
  if (unreadable.size === 0) return { options: values, findings: [] }
  const advice = 'Save them again under Settings, or put the secret key back that they were sealed with.'
  return { options: values, findings: [problem('options', `unreadable: ${[...unreadable].join(', ')}`, advice)] }
}

const vaultOf = (config: Config) => openVault(keyOf(config) ?? Buffer.alloc(32))

/** Another check reports problems of the key. */
function keyOf(config: Config): Buffer | undefined {
  try {
    return findSecretKey(config)
  } catch {
    return undefined
  }
}

const order: State[] = ['ok', 'warning', 'problem']

function diagnosisOf(findings: Finding[]): Diagnosis {
  const worst = Math.max(...findings.map(({ state }) => order.indexOf(state)))
  return { state: order[worst] ?? 'ok', findings }
}

export const exitCodeOf = ({ state }: Diagnosis): number => order.indexOf(state)

const marks: Record<State, string> = { ok: '✔', warning: '!', problem: '✖' }

export const diagnosisText = ({ findings }: Diagnosis): string => {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length
  const lines = findings.map(
    ({ check, state, found, advice }) => `${marks[state]} ${check}: ${found}${advice ? `\n    → ${advice}` : ''}`,
  )
  return [...lines, '', `Problems: ${count('problem')}. Warnings: ${count('warning')}.`].join('\n')
}
