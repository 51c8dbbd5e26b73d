import { priorityMin } from '@turnpike/contract/channel'
import type { Reading } from '../../../components/fields/inline-number.tsx'

const wholeNumber = /^[+-]?\d{1,15}$/

/** A place in the order of channels: nothing typed changes nothing. */
export function readPriority(text: string, words: { notWhole: string; tooLow: string }): Reading {
  if (text === '') return { kind: 'nothing' }
  if (!wholeNumber.test(text)) return { kind: 'refused', why: words.notWhole }
  const value = Number(text)
  return value < priorityMin ? { kind: 'refused', why: words.tooLow } : { kind: 'number', value }
}

/** A share of the calls: nothing typed changes nothing, and less than nothing means none. */
export function readWeight(text: string, words: { notWhole: string }): Reading {
  if (text === '') return { kind: 'nothing' }
  if (!wholeNumber.test(text)) return { kind: 'refused', why: words.notWhole }
  return { kind: 'number', value: Math.max(0, Number(text)) }
}

/** For all channels of a tag at once a weight below nought is more likely a slip than a wish. */
export function readTagWeight(text: string, words: { notWhole: string }): Reading {
  return text.startsWith('-') ? { kind: 'refused', why: words.notWhole } : readWeight(text, words)
}
