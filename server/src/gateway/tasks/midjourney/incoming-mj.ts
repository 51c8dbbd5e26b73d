import { type Price, priceOf } from '../../../domain/money/pricing/price-book.ts'
import { propertiesOf } from '../../../domain/usage/tasks/shown-task.ts'
import type { TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import { notSent } from '../../call/upstream-failures.ts'
import { Refusal } from '../../entry/errors/refusals.ts'
import type { JsonObject } from '../../forms/chat.ts'
import type { Target } from '../../providers/provider.ts'
import type { Channel } from '../../routing/channel.ts'
import type { Snapshot } from '../../routing/snapshot.ts'
import { definedOf, textOf } from '../../translate/json/json-values.ts'
import type { IncomingTask } from '../task-kind.ts'
import { type MjAction, type MjMode, mjModes, modelOf, opensWindow, priceNamesOf } from './actions.ts'
import { callbackAddress } from './callback-address.ts'
import { filteredBody, isMjKind, type MjKind, type MjWish, readWish } from './mj-body.ts'
import { type Prefix, upstreamPath } from './mj-paths.ts'
import { readSubmitted } from './mj-submitted.ts'

export const mjHeaders = ({ key }: Target) => ({ 'mj-api-secret': key, accept: 'application/json' })

export type MjCall = {
  kind: MjKind
  prefix: Prefix
  query: string
}

/** The task that a submission continues. */
export type Origin = { channel: Channel; prompt: string }

type MjSubmission = MjCall & {
  wish: MjWish
  body: JsonObject
  origin: Origin | undefined
  snapshot: Snapshot
}

/** Larger requests, which contain pictures, are not kept and cannot be submitted again. */
const keptMax = 64 * 1024
const promptMax = 16 * 1024

export function incomingMj(requested: MjSubmission): IncomingTask {
  const { kind, prefix, query, wish, body, origin, snapshot } = requested
  const { action } = wish
  const { mode } = prefix
  const sent = filteredBody(body, snapshot.options)
  let now = 0 // of the row, which is made after this
  const last = kind.includes('/') ? kind : `submit/${kind}`
  return {
    platform: 'mj',
    action,
    model: modelOf(action),
    price: findPrice(snapshot, action, mode),
    isFree: opensWindow(action),
    prompt: { prompt: [body.prompt] },
    properties: propertiesFor(requested, sent),
    path: `/mj/${last}`,
    ...(origin && { origin: origin.channel }),
    remarks: (task_id) => (task_id === '' ? [] : [`ID ${task_id}`]),
    ...(mode && { other: { mode } }),
    request(target, row, channel) {
      now = row.submit_time
      const path = `${upstreamPath(prefix, target.setting.mj_mode_path)}/${last}`
      const notifyHook = sent.notifyHook === undefined && callbackAddress(row, channel, snapshot.options)
      return {
        method: 'POST',
        url: `${target.base_url}${path}${query && `?${query}`}`,
        headers: mjHeaders(target),
        body: notifyHook ? { ...sent, notifyHook } : sent,
      }
    },
    read: (response, channel) => readSubmitted(response, { action, isFresh: !origin, now }, channel),
    // A second submission could draw twice, so another channel is tried only if nothing was sent.
    mayRetry: (_, { code }) => code === notSent,
  }
}

function propertiesFor({ kind, prefix, query, wish, body, origin }: MjSubmission, sent: JsonObject): JsonObject {
  const isKept = JSON.stringify(sent).length <= keptMax
  return definedOf({
    input: (wish.prompt || (origin?.prompt ?? '')).slice(0, promptMax),
    mode: prefix.mode || undefined,
    prefix: prefix.prefix || undefined,
    query: query || undefined,
    kind,
    state: textOf(body.state),
    bot_type: textOf(body.botType),
    origin: origin ? true : undefined,
    request: isKept ? sent : undefined,
  })
}

/** The price of the mode if there is one, else of the action. Without a price, the submission is refused. */
function findPrice({ prices }: Snapshot, action: MjAction, mode: MjMode): Price {
  const price = priceNamesOf(action, mode)
    .map((name) => priceOf(prices, name))
    .find((found) => found !== undefined)
  if (!price) throw new Refusal('model_price_error', { params: { model: modelOf(action) } })
  return price
}

/** The submission of a row; undefined if the row does not keep it, or its channel is gone. */
export function incomingMjAgain(
  row: TaskRow,
  channel: Channel | undefined,
  snapshot: Snapshot,
): IncomingTask | undefined {
  const { kind, mode, prefix, query, request, input, origin } = propertiesOf(row)
  if (!isMjKind(kind) || request === undefined || (origin && !channel)) return undefined
  return incomingMj({
    kind,
    prefix: { prefix: textOf(prefix) ?? '', mode: mjModes.find((each) => each === mode) ?? '' },
    query: textOf(query) ?? '',
    ...readWish(kind, request),
    origin: origin && channel ? { channel, prompt: textOf(input) ?? '' } : undefined,
    snapshot,
  })
}
