import { isNumberWithin } from '@turnpike/contract/bounds'
import { channelBounds } from '@turnpike/contract/routing/channel'
import type { Reading } from '../../../components/fields/inline-number.tsx'

const { priority, weight } = channelBounds

/** NaN for a text that is no whole number. */
export const readWhole = (text: string) => (/^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN)

/** The rank of a channel. An empty field changes nothing. */
export function readPriority(text: string, words: { notWhole: string; tooLow: string }): Reading {
  if (text === '') return { kind: 'nothing' }
  const value = readWhole(text)
  if (isNumberWithin(priority, value)) return { kind: 'number', value }
  return { kind: 'refused', why: value < priority.min ? words.tooLow : words.notWhole }
}

/** The share of the calls. An empty field changes nothing, and a weight below the least becomes the least. */
export function readWeight(text: string, words: { notWhole: string }): Reading {
  if (text === '') return { kind: 'nothing' }
  const value = Math.max(weight.min, readWhole(text))
  return isNumberWithin(weight, value) ? { kind: 'number', value } : { kind: 'refused', why: words.notWhole }
}

/** A negative weight for all channels of a tag at once is more likely a typing error. */
export function readTagWeight(text: string, words: { notWhole: string }): Reading {
  return text.startsWith('-') ? { kind: 'refused', why: words.notWhole } : readWeight(text, words)
}
