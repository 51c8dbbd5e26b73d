import type { UpstreamRequest } from '../providers/provider.ts'
import type { ClientHeaders } from './apply-headers.ts'
import { unreadableOverrides } from './override-failure.ts'
import { type Overridden, type OverrideFacts, overrideHeaders, overrideRequest } from './override-request.ts'
import type { Overrides } from './read-overrides.ts'

type OverridingChannel = { readonly overrides: Overrides | 'unreadable' | undefined; key(): string }

/** The call that a request is made for, and its attempts so far, the present one included. */
type Overridable = {
  call: Pick<OverrideFacts, 'model' | 'caller'> & { clientHeaders: ClientHeaders | undefined }
  attempts: { readonly tried: readonly number[]; readonly failures: readonly OverrideFacts['lastFailure'][] }
  path: string
  upstreamModel: string
}

/** The request of a call as its channel changes it; undefined for a channel without overrides. */
export function overriddenFor(
  channel: OverridingChannel,
  request: UpstreamRequest,
  { call, attempts, path, upstreamModel }: Overridable,
): Overridden | undefined {
  const overrides = readable(channel)
  if (!overrides) return undefined
  return overrideRequest(overrides, request, {
    key: () => channel.key(),
    model: call.model,
    upstreamModel,
    path,
    headers: call.clientHeaders ?? {},
    caller: call.caller,
    retries: Math.max(0, attempts.tried.length - 1),
    lastFailure: attempts.failures.at(-1),
    isTest: false,
  })
}

/** The same for a request of the server itself. */
export function overriddenTest(
  channel: OverridingChannel,
  request: UpstreamRequest,
  facts: Pick<OverrideFacts, 'model' | 'upstreamModel' | 'path'> & { headers?: ClientHeaders },
): Overridden | undefined {
  const overrides = readable(channel)
  if (!overrides) return undefined
  return overrideRequest(overrides, request, {
    headers: {},
    ...facts,
    key: () => channel.key(),
    retries: 0,
    isTest: true,
  })
}

/** A request about an account or a task: its headers alone are overridden. */
export function withHeadersOf(
  channel: OverridingChannel,
  request: UpstreamRequest,
  clientHeaders: ClientHeaders = {},
): UpstreamRequest {
  const overrides = readable(channel)
  if (!overrides) return request
  return overrideHeaders(overrides, request, { key: () => channel.key(), headers: clientHeaders })
}

function readable({ overrides }: OverridingChannel): Overrides | undefined {
  if (overrides === 'unreadable') throw unreadableOverrides()
  return overrides
}
