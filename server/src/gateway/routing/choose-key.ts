import type { Channel } from './channel.ts'
import { isOpenNow } from './cooldown.ts'

export type KeyChoice = {
  /** Ids of the keys that this request has tried. */
  triedKeys: readonly number[]
  /** 0 ≤ random() < 1 */
  random: () => number
  clock: () => number
}

const isUntried = ({ keyId, keyCooldown }: Channel, triedKeys: readonly number[]): boolean =>
  keyCooldown?.isOff !== true && !triedKeys.includes(keyId)

const isOpen = (key: Channel, { triedKeys, clock }: Omit<KeyChoice, 'random'>): boolean =>
  isUntried(key, triedKeys) && (key.keyCooldown === undefined || isOpenNow(key.keyCooldown, clock))

/** Whether a channel with several keys has one that can be called now. */
export const hasOpenKey = (keys: readonly Channel[], choice: Omit<KeyChoice, 'random'>): boolean =>
  keys.some((key) => isOpen(key, choice))

/** One key of a channel with several, at random or in turn. If all of them are cooling down, one of those. */
export function chooseKey(channel: Channel, choice: KeyChoice): Channel | undefined {
  const { keys = [], inTurn, cooldown } = channel
  const list = keysDrawnFrom(keys, choice)
  if (!inTurn) return list[Math.floor(choice.random() * list.length)]
  return nextInTurn(keys, list, cooldown.turn++)
}

function keysDrawnFrom(keys: readonly Channel[], choice: Omit<KeyChoice, 'random'>): readonly Channel[] {
  const open = keys.filter((key) => isOpen(key, choice))
  return open.length > 0 ? open : keys.filter((key) => isUntried(key, choice.triedKeys))
}

/** The turn counts over the whole list, so that the calls of a skipped key do not all go to one other key. */
function nextInTurn(keys: readonly Channel[], list: readonly Channel[], turn: number): Channel | undefined {
  const first = turn % Math.max(1, keys.length)
  const inOrder = [...keys.slice(first), ...keys.slice(0, first)]
  return inOrder.find((key) => list.includes(key))
}

/** The share of the channel's calls that each key gets, by key id. */
export function keyShares({ keys = [], inTurn }: Channel, choice: Omit<KeyChoice, 'random'>): Map<number, number> {
  const list = keysDrawnFrom(keys, choice)
  const chosen = inTurn ? keys.map((_, turn) => nextInTurn(keys, list, turn)) : list
  const shares = new Map<number, number>()
  for (const key of chosen) if (key) shares.set(key.keyId, (shares.get(key.keyId) ?? 0) + 1 / chosen.length)
  return shares
}
