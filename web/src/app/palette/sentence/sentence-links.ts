import dayjs from 'dayjs'
import { writeAskedAction } from '../../../lib/address/asked-action.ts'
import { routeLink } from '../../../lib/address/route-link.ts'
import type { Day, Sentence } from './parse-sentence.ts'

/** What the server knows under the name of a sentence. */
export type Known = {
  users: readonly { id: number; name: string }[]
  channels: readonly { id: number; name: string }[]
  models: readonly string[]
}
type Reader = { isAdmin: boolean; isRoot: boolean }

/** The texts of the links, by what they name. */
export type SentenceLinkKey =
  | 'errorsAll'
  | 'errorsOfModel'
  | 'errorsOfChannel'
  | 'errorsOfUser'
  | 'logAll'
  | 'logOfUser'
  | 'logOfToken'
  | 'logOfModel'
  | 'logOfChannel'
  | 'refund'
  | 'addBalance'
  | 'topUp'
  | 'disableChannel'
  | 'disableUser'
  | 'setPrice'
  | 'showPrice'
  | 'checkRoute'
export type SentenceLink = { text: SentenceLinkKey; name: string; id?: number; amount?: string; to: string }

const namedMax = 3
const failure = '5' // the log's type of a failed request

const address = (path: string, params: Record<string, string>) => {
  const given = Object.entries(params).filter(([, value]) => value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** The window of the log; yesterday is a span of its own. */
function windowOf(day: Day | undefined, nowSeconds: number): Record<string, string> {
  if (day === undefined) return {}
  if (day === 'today') return { window: 'today' }
  const midnight = dayjs.unix(nowSeconds).startOf('day')
  return {
    start_timestamp: String(midnight.subtract(1, 'day').unix()),
    end_timestamp: String(midnight.unix() - 1),
  }
}

/** The known models, the exact one alone; the name as it was typed while none is known. */
function modelsOf(name: string, models: readonly string[]): readonly string[] {
  const exact = models.find((model) => model.toLowerCase() === name.toLowerCase())
  if (exact) return [exact]
  return models.length > 0 ? models.slice(0, namedMax) : [name]
}

/** Where a sentence leads, the likeliest first. That page asks before it changes anything. */
export function sentenceLinks(sentence: Sentence, known: Known, reader: Reader, nowSeconds: number): SentenceLink[] {
  const { verb, name, amount = '', day } = sentence
  const users = reader.isAdmin ? known.users.slice(0, namedMax) : []
  const channels = reader.isAdmin ? known.channels.slice(0, namedMax) : []
  const models = modelsOf(name, known.models)
  const isKnown = users.length + channels.length + known.models.length > 0
  const log = (params: Record<string, string>) => address('/log', { ...params, ...windowOf(day, nowSeconds) })
  const userNames = isKnown ? users.map((user) => user.name) : [name]
  const link = (text: SentenceLinkKey, named: string, to: string): SentenceLink => ({ text, name: named, to })
  const actLink = (
    text: SentenceLinkKey,
    { id, name: named }: Known['users'][number],
    path: string,
    action: string,
  ) => ({
    ...link(text, named, address(path, { keyword: named, drawer: action })),
    id,
  })
  const isModel = known.models.length > 0 || !isKnown

  switch (verb) {
    case 'errors':
      if (name === '') return [link('errorsAll', name, log({ type: failure }))]
      return [
        ...(isModel ? models : []).map((model) =>
          link('errorsOfModel', model, log({ type: failure, model_name: model })),
        ),
        ...channels.map((channel) =>
          link('errorsOfChannel', channel.name, log({ type: failure, channel: String(channel.id) })),
        ),
        ...users.map((user) => link('errorsOfUser', user.name, log({ type: failure, username: user.name }))),
      ]
    case 'log':
      if (name === '') return [link('logAll', name, log({}))]
      if (!reader.isAdmin) return [link('logOfToken', name, log({ token_name: name }))]
      return [
        ...userNames.map((user) => link('logOfUser', user, log({ username: user }))),
        ...channels.map((channel) => link('logOfChannel', channel.name, log({ channel: String(channel.id) }))),
        ...(known.models.length > 0 ? models : []).map((model) =>
          link('logOfModel', model, log({ model_name: model })),
        ),
      ]
    case 'refund':
    case 'topUp':
      if (name === '') return [link('topUp', name, '/topup')]
      if (!reader.isAdmin) return []
      return users.map((user) => ({
        ...actLink(
          verb === 'refund' ? 'refund' : 'addBalance',
          user,
          '/user',
          writeAskedAction({ verb: 'balance', id: user.id, amount }),
        ),
        amount,
      }))
    case 'disable':
      if (!reader.isAdmin) return []
      return [
        ...channels.map((channel) =>
          actLink('disableChannel', channel, '/channel', writeAskedAction({ verb: 'disable', id: channel.id })),
        ),
        ...users.map((user) =>
          actLink('disableUser', user, '/user', writeAskedAction({ verb: 'disable', id: user.id })),
        ),
      ]
    case 'price':
      return models.map((model) => {
        if (!reader.isRoot) return link('showPrice', model, address('/pricing', { model }))
        const opened = `${known.models.includes(model) ? 'price' : 'new'}:${model}`
        return link('setPrice', model, address('/prices', { open: opened }))
      })
    case 'route':
      return models.map((model) => link('checkRoute', model, routeLink({ model })))
  }
}
