import { type ChannelKey, keyStatus } from '@turnpike/contract/routing/channel-keys'
import type { StatusKind } from '../../../components/tags/status-tag.tsx'

/** The state of a key. A key whose cooldown is over waits for a call that tries it. */
export type KeyState = 'enabled' | 'disabled' | 'autoDisabled' | 'cooling' | 'waiting'

export const stateKinds: Record<KeyState, StatusKind> = {
  enabled: 'on',
  disabled: 'off',
  autoDisabled: 'attention',
  cooling: 'attention',
  waiting: 'running',
}

export function stateOf(
  { status, cooling_until }: Pick<ChannelKey, 'status' | 'cooling_until'>,
  now: number,
): KeyState {
  if (status === keyStatus.disabled) return 'disabled'
  if (status === keyStatus.autoDisabled) return 'autoDisabled'
  if (cooling_until === 0) return 'enabled'
  return cooling_until > now ? 'cooling' : 'waiting'
}

/** Why a key is in its state, or its last error where it works. */
export function reasonOf(key: ChannelKey, state: KeyState): string {
  if (state === 'cooling' || state === 'waiting') return key.cooling_reason
  return state === 'enabled' ? key.last_error : key.reason
}
