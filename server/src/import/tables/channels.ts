import { channelTypes, isRetired } from '@turnpike/contract/channel-types'
import { errors } from '@turnpike/contract/errors'
import { channelBounds, channelStatus } from '@turnpike/contract/routing/channel'
import { hiddenPassword } from '@turnpike/contract/routing/proxies'
import { unpricedOf } from '../../domain/money/pricing/unpriced.ts'
import { addOpeningFigure } from '../../domain/money/wallet/ledger/opening.ts'
import { indexChannels } from '../../domain/routing/channels/abilities/abilities.rules.ts'
import { lockChannels } from '../../domain/routing/channels/channel-locks.queries.ts'
import { insertChannels, readChannelsById } from '../../domain/routing/channels/channels.queries.ts'
import { commaList } from '../../domain/routing/channels/comma-list.ts'
import { checkedColumns, type GivenFields } from '../../domain/routing/channels/edit/check-channel.ts'
import { isObject } from '../../domain/routing/channels/edit/json-text.ts'
import { insertKeys } from '../../domain/routing/channels/keys/channel-keys.queries.ts'
import { keysFor, newRows } from '../../domain/routing/channels/keys/new-rows.ts'
import { namedProxy } from '../../domain/routing/proxies/channel-proxy.ts'
import { AppError } from '../../http/app-error.ts'
import { parseProxy } from '../../outbound/proxy.ts'
import { assignIds } from '../assign-ids.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import type { TableNotes, TableReport } from '../report.ts'
import { amountIn, countIn, jsonIn, nameIn, type Row, textIn } from '../row.ts'
import { noteAbilities } from './abilities.ts'
import { withRoutes } from './advanced-custom.ts'
import { keyListOf } from './channel-key-list.ts'
import { mappingTo, overridesOf, withSystemPrompt } from './channel-overrides.ts'
import { equivalentType } from './channel-types.ts'

type NewChannel = ReturnType<typeof newRows>[number]
export type ChannelPlan = Planned & { channel: NewChannel }

export function importChannels(context: ImportContext): Promise<TableReport> {
  return importRows<ChannelPlan>(context, {
    table: 'channels',
    kind: 'channels',
    async plan(rows, notes) {
      const plans = rows.flatMap((row) => {
        const channel = planChannel(context, row, notes)
        return channel ? [{ sourceId: textIn(row, 'id'), row, channel }] : []
      })
      await noteAbilities(context, plans, notes)
      noteUnpriced(context, plans, notes)
      return plans
    },
    async write(transaction, plans) {
      await lockChannels(transaction)
      const ids = await assignIds(transaction, 'channels', plans)
      const rows = plans.map(({ channel }, index) => ({ ...channel.row, id: ids[index] ?? 0 }))
      for (const row of rows) await insertChannels(transaction, [row]) // one by one: their columns differ
      await insertKeys(
        transaction,
        plans.flatMap(({ channel }, index) => keysFor(ids[index], channel.keys)),
      )
      if (ids.length > 0) await indexChannels(transaction, await readChannelsById(transaction, ids))
      for (const { id, used_quota = 0 } of rows) await addOpeningFigure(transaction, 'channel', id, used_quota)
      return ids
    },
  })
}

/** Calls of a model without a price are refused, where other gateways may sell them for nothing. */
function noteUnpriced({ options }: ImportContext, plans: readonly ChannelPlan[], notes: TableNotes): void {
  const models = plans.flatMap(({ channel }) => commaList(channel.row.models ?? ''))
  for (const model of unpricedOf(options, models))
    notes.remark('models without a price: calls of them are refused until one is set under Settings → Operation', model)
}

/** Undefined for a channel that cannot be imported. */
function planChannel({ family, vault, now }: ImportContext, found: Row, notes: TableNotes): NewChannel | undefined {
  const isRouted = family.name === 'new-api' && amountIn(found, 'type') === advancedCustom
  const { row, problem: routeProblem } = isRouted ? withRoutes(found) : { row: found }
  const name = nameIn(row, 'name', channelBounds.name.charactersMax) || `channel ${textIn(row, 'id')}`
  const who = `${textIn(row, 'id')} ${name}`
  const problem = textIn(row, 'problem')
  const number = amountIn(row, 'type')
  const equivalent = equivalentType(family, number)
  if (problem !== '' || !equivalent) {
    notes.cannot(problem || `channel type ${number} does not exist here`, who)
    return undefined
  }
  const { type, base_url = '' } = equivalent
  const { key, other } = credentialsOf(row, type)
  const { mustRest, ...checked } = checkedTexts(withSystemPrompt(row, notes, who), notes, who)
  const address = textIn(row, 'base_url').trim() || base_url
  const isElsewhere = family.name === 'one-api' && number === oneApiCompatible && !endsWithVersion.test(address)
  if (routeProblem) notes.changed(routeProblem, who)
  if (isElsewhere) notes.changed('its address does not end with /v1, which is added here: it comes disabled', who)
  try {
    const [made] = newRows(
      { vault, clock: () => now },
      {
        ...keyListOf(row, type, key),
        ...checked,
        type,
        name,
        // The address of a custom channel is the whole URL.
        base_url: (type === custom ? address : address.replace(endsWithVersion, '')).replace(/\/+$/, ''),
        other,
        priority: Math.max(amountIn(row, 'priority'), channelBounds.priority.min),
        weight: countIn(row, 'weight'),
        auto_ban: row.auto_ban === undefined || row.auto_ban === '1' ? 1 : 0,
        max_input_tokens: undefined,
        status: undefined,
      },
      { isImported: true },
    )
    if (!made) return undefined
    const isUncallable = isRetired(type, address)
    if (isUncallable) notes.changed(`${channelTypes[type].label} cannot be called from here: it comes disabled`, who)
    if (type !== number) notes.changed(`channel type ${number} is type ${type} here`, who)
    return {
      ...made,
      row: {
        ...made.row,
        ...figuresOf(row, now),
        status:
          mustRest || isElsewhere || isUncallable || routeProblem ? channelStatus.disabled : statusOf(row, notes, who),
      },
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    notes.cannot(reasonOf(error), who)
    return undefined
  }
}

const reasonOf = ({ code, params }: AppError) =>
  errors[code].en.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? name))

/** Some addresses are written with the version; here it is part of the path. */
const endsWithVersion = /\/v1\/?$/
/** The type of one-api whose address is followed by no version. */
const oneApiCompatible = 50

type OptionalText = 'setting' | 'status_code_mapping' | 'openai_organization' | 'test_model' | 'tag'
type StoredText = OptionalText | 'model_mapping' | 'param_override' | 'header_override'
type Texts = { [Field in StoredText]: string | undefined } & { models: string; group: string }

/**
 * The texts that can be stored. Without its model mapping or an override a channel would send other requests, and
 * without its proxy it would call from another address: so it is imported as disabled.
 */
function checkedTexts(row: Row, notes: TableNotes, who: string): Texts & { mustRest: boolean } {
  const accepted = (given: GivenFields) => {
    try {
      checkedColumns(given)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }
  const textOf = (field: OptionalText, given = textIn(row, field)) => {
    const text = given.trim()
    if (text === '' || accepted({ [field]: text })) return text || undefined
    notes.changed(`its ${field.replaceAll('_', ' ')} cannot be read and is left out`, who)
    return undefined
  }
  const mapping = textIn(row, 'model_mapping').trim()
  const isBroken = mapping !== '' && !accepted({ model_mapping: mapping })
  if (isBroken) notes.changed('its model mapping cannot be read: it comes disabled', who)
  const proxy = proxyIn(row)
  if (proxy === 'usable') notes.remark('sends through its own proxy here too', who)
  if (proxy === 'unreadable')
    notes.changed('the address of its proxy cannot be read: it comes disabled, without it', who)
  const listOf = (column: 'models' | 'group', names: string[]) => {
    const kept = names.filter((name) => accepted({ [column]: name }))
    if (kept.length < names.length) notes.changed(`names in its ${column} that cannot be stored are left out`, who)
    return kept.join(',')
  }
  const models = listOf('models', commaList(textIn(row, 'models')))
  const { param_override, header_override, model, mustRest } = overridesOf(row, notes, who)
  const ownMapping = mapping === '' || isBroken ? undefined : mapping
  return {
    setting: textOf('setting', proxy === 'unreadable' ? settingWithoutProxy(row) : undefined),
    status_code_mapping: textOf('status_code_mapping'),
    openai_organization: textOf('openai_organization'),
    test_model: textOf('test_model'),
    tag: textOf('tag'),
    param_override,
    header_override,
    model_mapping: model === undefined ? ownMapping : mappingTo(model, commaList(models)),
    models,
    group: listOf('group', commaList(textIn(row, 'group') || 'default')),
    mustRest: isBroken || proxy === 'unreadable' || mustRest,
  }
}

/** Names of a list of proxies exist here only, so that any other text than an address is unreadable. */
function proxyIn(row: Row): 'none' | 'usable' | 'unreadable' {
  const setting = jsonIn(row, 'setting')
  const named = isObject(setting) ? namedProxy(setting) : undefined
  if (named === undefined) return 'none'
  const proxy = parseProxy(named)
  return proxy && proxy.password !== hiddenPassword ? 'usable' : 'unreadable'
}

function settingWithoutProxy(row: Row): string {
  const { proxy: _, ...others } = jsonIn(row, 'setting') as Record<string, unknown> // an object, or it had no proxy
  return Object.keys(others).length === 0 ? '' : JSON.stringify(others)
}

function statusOf(row: Row, notes: TableNotes, who: string): number {
  const status = Number(row.status ?? channelStatus.enabled)
  if (status >= 1 && status <= 3) return status
  notes.changed('an unknown status becomes disabled', who)
  return channelStatus.disabled
}

const figuresOf = (row: Row, now: number) => ({
  created_time: countIn(row, 'created_time') || now,
  test_time: countIn(row, 'test_time'),
  response_time: countIn(row, 'response_time'),
  balance: Number(row.balance ?? 0) || 0,
  balance_updated_time: countIn(row, 'balance_updated_time'),
  used_quota: countIn(row, 'used_quota'),
})

const [custom, aws, vertex, advancedCustom] = [8, 33, 41, 58]

/** The key, and the extra value that some types need. one-api has some of both in a JSON text beside the key. */
function credentialsOf(row: Row, type: number): { key: string; other: string } {
  const config = jsonIn(row, 'config')
  const member = (name: string) => (isObject(config) && typeof config[name] === 'string' ? config[name].trim() : '')
  const [key, other] = [textIn(row, 'key').trim(), textIn(row, 'other').trim()]
  if (type === aws && member('ak')) return { key: [member('ak'), member('sk'), member('region')].join('|'), other }
  if (type === vertex && member('vertex_ai_adc'))
    return { key: member('vertex_ai_adc'), other: other || member('region') }
  const extra = ['api_version', 'user_id', 'library_id', 'plugin', 'region'].map(member).find(Boolean)
  return { key, other: other || extra || '' }
}
