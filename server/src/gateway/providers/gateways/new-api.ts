import { hostedMessages } from '../anthropic/hosted-messages.ts'
import { actionRequest } from '../gemini/address.ts'
import { nativeOperation } from '../gemini/native.ts'
import { openai } from '../openai/openai.ts'
import type { NativeOperation, Provider } from '../provider.ts'
import { withNative } from '../with-native.ts'
import { newApiBalance } from './balance.ts'
import { newApiFailure } from './failure.ts'

/** Operators paste addresses from documentation: the version of OpenAI's paths is not part of Google's. */
const gatewayRoot = ({ base_url }: { base_url: string }): string => base_url.replace(/\/v1$/, '')

/** A gateway takes the formats of all clients at one address, and chooses the upstream by the model. */
export const gatewayFormats: Readonly<Record<'anthropic' | 'gemini', NativeOperation>> = {
  anthropic: hostedMessages(gatewayRoot),
  gemini: nativeOperation((target, ...action) =>
    actionRequest({ ...target, base_url: gatewayRoot(target), other: '' }, ...action),
  ),
}

const { tasks: _, native, ...shared } = openai

/** Another gateway of this family, without its tasks. */
export const newApi: Provider = withNative(
  { ...shared, balance: newApiBalance, failure: newApiFailure },
  { native: { ...native, ...gatewayFormats } },
)
