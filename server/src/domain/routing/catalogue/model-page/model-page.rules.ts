import { role } from '@turnpike/contract/identity/user'
import type { PricedModel } from '@turnpike/contract/money/pricing'
import {
  type ModelPage,
  type ModelSpan,
  modelSampleMax,
  type ServingChannel,
} from '@turnpike/contract/routing/model-page'
import { logType } from '@turnpike/contract/usage/log'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Caller } from '../../../../http/caller.ts'
import { listRows } from '../../../usage/logs/list-logs.ts'
import { hoursAround } from '../../../usage/logs/log-span.ts'
import { readFailingByCalls, recentRequests } from '../../channels/attempts/attempts.rules.ts'
import { shownRecent } from '../../channels/attempts/failing.rules.ts'
import { readChannelsById } from '../../channels/channels.queries.ts'
import { commaList } from '../../channels/comma-list.ts'
import { isObject, parsedJson } from '../../channels/edit/json-text.ts'
import { wireChannel } from '../../channels/wire-channel.ts'
import { readVirtualModels } from '../../virtual-models/virtual-models.queries.ts'
import { ownModels } from '../catalogue.rules.ts'
import { groupsOfCaller } from '../usable-groups.ts'
import { failureKindsOf, timesOf } from './model-figures.ts'
import { type ModelTraffic, readIdsServing, readModelTraffic } from './model-page.queries.ts'

export type ModelPageDeps = Pick<Deps, 'store' | 'logStore' | 'options' | 'clock'> & {
  /** Every model that can be called, with its price. */
  priceList: () => readonly PricedModel[]
}
type Requested = { name: string; hours: ModelSpan }

const channelsShownMax = 200

/** Everything about one model. Users get it for the models of their groups, without channels and numbers of requests. */
export async function modelPage(deps: ModelPageDeps, caller: Caller, { name, hours }: Requested): Promise<ModelPage> {
  const { store, options, clock } = deps
  const isAdmin = caller.role >= role.admin
  const usable = groupsOfCaller(options.current(), caller)
  const own = isAdmin ? undefined : await ownModels(deps, caller, undefined)
  if (own && !own.includes(name)) throw new AppError('model_unknown')
  const groups = isAdmin ? undefined : Object.keys(usable)
  const now = clock()
  const span = { start: now - Number(hours) * 3600, end: now }

  const [ids, traffic, virtual, served, failed] = await Promise.all([
    isAdmin ? readIdsServing(store, name) : [],
    readModelTraffic(store, name, hoursAround(span), groups),
    readVirtualModels(store),
    sample(deps, name, logType.consumption, span),
    isAdmin ? sample(deps, name, logType.failure, span) : [],
  ])
  const listed = deps.priceList().find(({ model_name }) => model_name === name)
  const isKnown = ids.length > 0 || traffic.length > 0 || listed || virtual.some((each) => each.name === name)
  if (isAdmin && !isKnown) throw new AppError('model_unknown')

  const channels = isAdmin ? await servingChannels(deps, name, ids, traffic) : undefined
  const { requests, failures, refused, quota } = sumOf(traffic)
  const times = timesOf(served.filter(({ group }) => groups === undefined || groups.includes(group)))
  return {
    name,
    price: listed
      ? { ...listed, enable_groups: listed.enable_groups.filter((group) => isAdmin || Object.hasOwn(usable, group)) }
      : null,
    // Built from entries, so that a group named `__proto__` is an ordinary key.
    group_ratio: Object.fromEntries(Object.entries(usable).map(([group, { ratio }]) => [group, ratio])),
    virtual_models: virtual
      .filter(({ members }) => members.some(({ model }) => model === name))
      .map((each) => each.name)
      .filter((each) => !own || own.includes(each)),
    success_rate: requests > 0 ? Math.round((1000 * (requests - failures)) / requests) / 10 : null,
    ...times,
    traffic: isAdmin ? { requests, failed: failures, refused, quota } : null,
    failures: isAdmin ? failureKindsOf(failed.map(failureOf)) : null,
    channels: channels?.slice(0, channelsShownMax) ?? null,
    left_out: Math.max(0, (channels?.length ?? 0) - channelsShownMax),
  }
}

/** The newest rows of a type. */
const sample = async (
  { store, logStore }: ModelPageDeps,
  model_name: string,
  type: number,
  span: { start: number; end: number },
) =>
  (await listRows({ store, logStore }, { model_name, type }, span, { limit: modelSampleMax, offset: 0 }, span.end)).rows

/** Refusals before a channel was chosen are no failures of the model. */
function sumOf(traffic: readonly ModelTraffic[]) {
  const sum = { requests: 0, failures: 0, refused: 0, quota: 0 }
  for (const { channel_id, calls, failures, quota } of traffic) {
    sum.quota += quota
    sum.requests += calls
    if (channel_id === 0) sum.refused += failures
    else {
      sum.requests += failures
      sum.failures += failures
    }
  }
  return sum
}

type FailedRow = { created_at: number; channel: number; other: string }

/** The upstream's kind of failure, where a channel was tried, and else the code of the refusal. */
function failureOf({ created_at, channel, other }: FailedRow) {
  const parsed = parsedJson(other)
  const facts = isObject(parsed) ? parsed : {}
  const admin = isObject(facts.admin_info) ? facts.admin_info : {}
  return {
    at: created_at,
    code: String(admin.failure ?? facts.error_code ?? ''),
    status: Number(facts.status_code) || 0,
    is_refusal: channel === 0,
  }
}

async function servingChannels(
  { store, clock }: ModelPageDeps,
  model: string,
  ids: readonly number[],
  traffic: readonly ModelTraffic[],
): Promise<ServingChannel[]> {
  if (ids.length === 0) return []
  const [rows, failing, requests] = await Promise.all([
    readChannelsById(store, ids),
    readFailingByCalls(store, clock()),
    recentRequests(store, ids, model, clock()),
  ])
  return rows
    .map((row): ServingChannel => {
      const { id, name, type, status, health, group, priority, weight } = wireChannel(row, failing)
      const mapping = parsedJson(row.model_mapping)
      const mapped = isObject(mapping) ? mapping[model] : undefined
      const { calls, failures, quota } = ofChannel(traffic, id)
      return {
        ...{ id, name, type, status, health, priority, weight, quota },
        groups: commaList(group),
        upstream_model: typeof mapped === 'string' ? mapped : '',
        recent: shownRecent([requests.get(id)], true),
        requests: calls + failures,
        failed: failures,
      }
    })
    .sort((one, other) => other.priority - one.priority || other.weight - one.weight || one.id - other.id)
}

function ofChannel(traffic: readonly ModelTraffic[], id: number) {
  const sum = { calls: 0, failures: 0, quota: 0 }
  for (const { channel_id, calls, failures, quota } of traffic)
    if (channel_id === id) {
      sum.calls += calls
      sum.failures += failures
      sum.quota += quota
    }
  return sum
}
