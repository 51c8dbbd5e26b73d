import type { ChannelToDryRun, DryRunResult } from '@turnpike/contract/routing/channel'
import {
  isCredentialHeader,
  isShownValue,
  keyVariable,
  maskedLiteral,
} from '@turnpike/contract/routing/override-headers'
import type { ProbedChannel } from '../../domain/routing/channels/health/channel-probe.ts'
import type { ProxyList } from '../../domain/routing/proxies/channel-proxy.ts'
import { mayHoldSecret } from '../../domain/system/config-file/channel-members.ts'
import { isForm } from '../../light/is-form.ts'
import type { Vault } from '../../secrets/vault.ts'
import { unsupportedOperation } from '../call/upstream-failures.ts'
import { systemPromptOf, withChannelPrompt, withSystemMessage } from '../chat/as-sent/system-prompt.ts'
import { converse } from '../chat/conversation.ts'
import { type IncomingChat, readIncomingChat } from '../chat/incoming-chat.ts'
import { anthropicDialect } from '../dialects/anthropic/anthropic-dialect.ts'
import { completionsDialect } from '../dialects/completions/completions-dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { responsesDialect } from '../dialects/responses/responses-dialect.ts'
import { refusalOf } from '../entry/errors/client-error.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { sanitiseMessage } from '../entry/errors/sanitise.ts'
import type { JsonObject } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { overriddenTest } from '../overrides/override-call.ts'
import type { SingleKind, UpstreamRequest } from '../providers/provider.ts'
import { loadProviders } from '../providers/registry.ts'
import { type Channel, resolveUpstream, type Upstream } from '../routing/channel.ts'
import { type IncomingSingle, readIncomingSingle } from '../single/incoming-single.ts'
import { isObject } from '../translate/json/json-values.ts'
import { channelOf } from './channel-of.ts'

const chats: Readonly<Record<string, Dialect>> = {
  '/v1/chat/completions': openaiDialect,
  '/v1/completions': completionsDialect,
  '/v1/responses': responsesDialect,
  '/v1/messages': anthropicDialect,
}
const singles: Readonly<Record<string, SingleKind>> = {
  '/v1/embeddings': 'embeddings',
  '/v1/images/generations': 'images',
  '/v1/audio/speech': 'speech',
  '/v1/moderations': 'moderations',
  '/v1/rerank': 'rerank',
}
const geminiPath = /^\/v1(?:beta)?\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

type Incoming = { chat: IncomingChat } | { single: IncomingSingle }

/** The request that a channel would send for a client's request, before and after its overrides. Nothing is sent. */
export async function dryRun(
  row: ProbedChannel,
  requested: ChannelToDryRun['request'],
  { vault, proxies }: { vault: Vault; proxies(): ProxyList },
): Promise<DryRunResult> {
  await loadProviders([row.type])
  const channel = channelOf(row, vault, proxies())
  const headers = lowerCase(requested.headers)
  const shown: DryRunResult = { method: 'POST', url: '' }
  const secrets: string[] = []
  try {
    const incoming = readIncoming(requested, headers)
    const { model, path } = 'chat' in incoming ? incoming.chat : incoming.single
    const upstream = withoutExchange(resolveUpstream(channel, model, queryOf(requested.path)))
    secrets.push(...secretsOf(channel, upstream))
    const request = requestFor(channel, upstream, incoming)
    shown.method = request.method
    shown.url = maskedUrl(request.url, row.base_url, secrets)
    shown.before = shownPart(request, channel, secrets)
    const facts = { model, upstreamModel: upstream.target.model, path, headers }
    const overridden = overriddenTest(channel, request, facts)?.request ?? request
    shown.after = shownPart(overridden, channel, secrets)
    return shown
  } catch (error) {
    return { ...shown, refusal: refusalFor(error, [...secrets, ...channel.secrets()]) }
  }
}

function readIncoming({ path, body }: ChannelToDryRun['request'], headers: Record<string, string>): Incoming {
  const { pathname } = urlOf(path)
  const [, geminiModel, action] = geminiPath.exec(pathname) ?? []
  const dialect = geminiModel === undefined ? chats[pathname] : geminiDialect
  const passing = ['anthropic-version', 'anthropic-beta'].flatMap((name) =>
    headers[name] ? [[name, headers[name]]] : [],
  )
  const facts = { headers: Object.fromEntries(passing), query: queryOf(path), ...(action && { action }) }
  if (dialect) {
    const gemini = geminiModel && {
      model: decodeURIComponent(geminiModel),
      isStream: action === 'streamGenerateContent',
    }
    return { chat: readIncomingChat(body, { dialect, path: pathname, facts, ...gemini }) }
  }
  const kind = singles[pathname]
  if (!kind) throw new Refusal('api_not_implemented')
  return { single: { ...readIncomingSingle(kind, body, pathname), query: facts.query } }
}

function requestFor(channel: Channel, upstream: Upstream, incoming: Incoming): UpstreamRequest {
  if ('single' in incoming) {
    const { single } = incoming
    const operation = upstream.provider.single?.[single.kind]
    if (!operation) throw unsupportedOperation('this kind of request')
    return operation.request(single.body, upstream.target)
  }
  const chat = withChannelPrompt(incoming.chat, channel, upstream.provider)
  const system = systemPromptOf(channel)
  const ours = () => {
    const request = chat.dialect.request({ ...chat.body }, chat.model)
    return system ? withSystemMessage(request, system) : request
  }
  return converse(chat, upstream, ours).request
}

/** A key is not exchanged for a token: that would be a request. */
const withoutExchange = (upstream: Upstream): Upstream =>
  upstream.provider.access ? { ...upstream, target: { ...upstream.target, token: maskedLiteral } } : upstream

function secretsOf(channel: Channel, { provider, target }: Upstream): string[] {
  const key = channel.key()
  const ofHeaders = typeof channel.overrides === 'object' ? channel.overrides.secrets : []
  const all = [key, ...key.split(/[|\n]/), ...(provider.secrets?.(target) ?? []), ...ofHeaders]
  return [...new Set(all.map((each) => each.trim()))].filter(Boolean).sort((one, other) => other.length - one.length)
}

const masked = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (shown, secret) =>
      secret.length < secretLengthMin
        ? shown
        : shown.replaceAll(secret, maskedLiteral).replaceAll(encodeURIComponent(secret), maskedLiteral),
    text,
  )
/** Shorter ones would hide ordinary words; the headers that hold them are masked as a whole. */
const secretLengthMin = 4

/** The query of the channel's address may hold a key of its own. */
function maskedUrl(url: string, base_url: string, secrets: readonly string[]): string {
  const own = mayHoldSecret('base_url', base_url) ? [...new URL(base_url).searchParams.values()] : []
  return masked(url, [...secrets, ...own])
}

function shownPart({ headers, body }: UpstreamRequest, channel: Channel, secrets: readonly string[]) {
  const literals = literalsOf(channel)
  const shownHeaders = Object.entries(headers).map(([name, value]) => {
    if (literals.has(value)) return [name, maskedLiteral]
    if (!isCredentialHeader(name)) return [name, masked(value, secrets)]
    const [, scheme = ''] = /^([A-Za-z]{1,12} )?/.exec(value) ?? []
    return [name, `${scheme}${maskedLiteral}`]
  })
  const isJson = isObject(body) && !isForm(body) && !(body instanceof Uint8Array) && !(body instanceof URLSearchParams)
  return { headers: Object.fromEntries(shownHeaders), body: isJson ? maskedJson(body, secrets) : null }
}

/** The values of headers that are masked as a whole wherever they are read, with the key in its place. */
function literalsOf(channel: Channel): Set<string> {
  const { overrides } = channel
  if (typeof overrides !== 'object') return new Set()
  const values = [...overrides.headers.values()].flatMap((value) => ('text' in value ? [value.text] : []))
  const set = overrides.operations.flatMap(({ operation }) =>
    operation.mode === 'set_header' ? [operation.value.trim()] : [],
  )
  const hidden = [...values, ...set].filter((text) => !isShownValue(text))
  return new Set(hidden.map((text) => text.replaceAll(keyVariable, () => channel.key())))
}

const maskedJson = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return masked(value, secrets)
  if (Array.isArray(value)) return value.map((each) => maskedJson(each, secrets))
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, maskedJson(member, secrets)])) as JsonObject
}

function refusalFor(error: unknown, secrets: readonly string[]): NonNullable<DryRunResult['refusal']> {
  const refusal = refusalOf(error)
  if (refusal) {
    const { status, code, about } = refusal
    return { status, code: about.dialectCode ?? code, message: sanitiseMessage(refusal.text('en'), secrets) }
  }
  if (!(error instanceof UpstreamFailure)) throw error
  return { status: error.status, code: error.code ?? error.kind, message: sanitiseMessage(error.message, secrets) }
}

function urlOf(path: string): URL {
  const url = URL.parse(path, 'http://client')
  if (!url || /%(?![0-9a-f]{2})/i.test(url.pathname)) throw new Refusal('api_not_implemented')
  return url
}
const queryOf = (path: string): Record<string, string> => Object.fromEntries(urlOf(path).searchParams)
const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
