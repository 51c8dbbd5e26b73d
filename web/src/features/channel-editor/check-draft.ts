import type { ErrorParams } from '@turnpike/contract/form-errors'
import { type ChannelToEdit, isChannelAddress, isErrorStatus, modelVariable } from '@turnpike/contract/routing/channel'
import { budgetsWithoutCost, wrongSetting } from '@turnpike/contract/routing/channel-setting'
import { isKeyAtHome, type KeyAddress, keyHostOf } from '@turnpike/contract/routing/key-host'
import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { isProxyAddress, isProxyName } from '@turnpike/contract/routing/proxies'
import type { Position } from '../../components/fields/json-error-position.ts'
import { isObject, objectProblem, parseJson } from '../../components/fields/json-problem.ts'
import type { ChannelFormErrorCode } from '../../lib/text/channel-refusal-text.ts'
import { type Draft, type FieldName, keyListOf } from './draft.ts'
import { bodyProblem, maskIn } from './overrides/body-problem.ts'
import { headerProblem } from './overrides/header-problem.ts'
import type { OverrideProblem } from './overrides/override-problem.ts'
import { membersOf } from './sections/setting-member.ts'
import { hasShutDown, needsModelVariable, traitsOf } from './sections/type-traits.ts'

type OwnProblem = {
  code: ChannelFormErrorCode | 'key_not_document'
  params?: ErrorParams
  place?: Position | undefined
  at?: undefined
}
export type Problem = OwnProblem | OverrideProblem
export type Problems = Partial<Record<FieldName, Problem>>

type Stored = Pick<ChannelToEdit, keyof KeyAddress>

/** What the server would refuse, by field, in the server's own words. An empty key keeps that of a stored channel and host. */
export function checkDraft(draft: Draft, stored: Stored | undefined): Problems {
  const problems: Record<string, Problem | undefined> = {
    name: draft.name.trim() ? undefined : { code: 'channel_name_missing' },
    group: draft.groups.length > 0 ? undefined : { code: 'channel_group_missing' },
    key: checkKey(draft, stored),
    base_url: checkBaseUrl(draft, stored),
    other: checkOther(draft),
    models: draft.models.length > 0 ? undefined : { code: 'channel_models_missing' },
    model_mapping: checkJson(draft.model_mapping, 'channel_mapping_invalid', isMapping),
    status_code_mapping: checkJson(draft.status_code_mapping, 'channel_status_mapping_invalid', isStatusPair),
    setting: checkJson(draft.setting, 'channel_setting_invalid') ?? checkMembers(draft.setting),
    param_override:
      bodyProblem(draft.param_override) ??
      checkHidden(draft, stored, draft.param_override.text, maskIn(draft.param_override)),
    header_override: headerProblem(draft.header_override) ?? checkHidden(draft, stored, draft.header_override),
  } satisfies Problems
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

const isMapping = (value: unknown, key: string) => typeof value === 'string' && key !== ''
const isStatusPair = (value: unknown, key: string) => isErrorStatus(key) && isErrorStatus(value)

function checkJson(text: string, code: ChannelFormErrorCode, isMember?: (value: unknown, key: string) => boolean) {
  const problem = objectProblem(text, isMember)
  return problem && { code, place: problem.position }
}

const isAtHome = (draft: Draft, stored: Stored) => isKeyAtHome(keyHostOf(stored), keyHostOf(draft))

/** A hidden text stays with the host that it was saved for, as the key does. */
function checkHidden(draft: Draft, stored: Stored | undefined, text: string, at = maskedLiteral): Problem | undefined {
  if (!text.includes(maskedLiteral)) return undefined
  if (!stored) return { code: 'override_mask', params: { place: maskedLiteral }, at }
  return isAtHome(draft, stored) ? undefined : { code: 'override_for_host', at }
}

function checkMembers(setting: string): Problem | undefined {
  const members = membersOf(setting) ?? {}
  if (hasWrongProxy(members)) return { code: 'proxy_address_invalid' }
  const wrong = wrongSetting(members)
  if (wrong !== undefined) return { code: 'invalid_field', params: { field: wrong } }
  return budgetsWithoutCost(members) === undefined ? undefined : { code: 'channel_budget_without_cost' }
}

/** Neither the name of a proxy in the list nor an address. */
function hasWrongProxy({ proxy }: Readonly<Record<string, unknown>>): boolean {
  if (typeof proxy !== 'string') return proxy !== undefined && proxy !== null
  const named = proxy.trim()
  return named !== '' && !isProxyName(named) && !isProxyAddress(named)
}

function checkKey(draft: Draft, stored: Stored | undefined): Problem | undefined {
  const { type, key } = draft
  if (key.trim() === '') {
    if (traitsOf(type).keyOptional) return undefined // the server knows whether there is a key to keep
    if (!stored) return { code: 'channel_key_missing' }
    return isAtHome(draft, stored) ? undefined : { code: 'channel_key_for_host' }
  }
  // An account of such a type may have a plain key as well.
  if (draft.multi_key_mode !== '')
    return key.trim().startsWith('[') && keyListOf(draft).length === 0 ? { code: 'channel_keys_json' } : undefined
  const problem = traitsOf(type).keyIsDocument && /[{\n]/.test(key.trim()) && objectProblem(key)
  return problem ? { code: 'key_not_document', place: problem.position } : undefined
}

function checkBaseUrl({ type, base_url }: Draft, stored: Stored | undefined): Problem | undefined {
  const traits = traitsOf(type)
  const address = base_url.trim()
  if (type !== stored?.type && hasShutDown({ type, base_url }))
    return { code: traitsOf(type).retired === 'type' ? 'channel_type_uncallable' : 'channel_type_retired' }
  if (!address) return traits.baseUrl === 'required' ? { code: 'channel_base_url_missing' } : undefined
  if (!isChannelAddress(address)) return { code: 'channel_base_url_invalid' }
  // An imported channel keeps an address without the variable until it is changed.
  const isStored = type === stored?.type && address === stored.base_url
  if (needsModelVariable(traits) && !address.includes(modelVariable) && !isStored)
    return { code: 'channel_base_url_model', params: { variable: modelVariable } }
  return undefined
}

/** A region is one name for all models, or a JSON object with one for each model and a default. */
function checkOther({ type, other }: Draft): Problem | undefined {
  const traits = traitsOf(type).other
  if (!traits) return undefined
  const isRegion = traits.meaning === 'region'
  if (!other.trim()) {
    if (!traits.required) return undefined
    return { code: isRegion ? 'channel_region_missing' : 'channel_other_missing' }
  }
  if (!isRegion || !other.trim().startsWith('{')) return undefined
  const parsed = parseJson(other)
  if ('position' in parsed) return { code: 'channel_region_default', place: parsed.position }
  const usual = isObject(parsed.value) ? parsed.value.default : undefined
  return typeof usual === 'string' && usual.trim() !== '' ? undefined : { code: 'channel_region_default' }
}
