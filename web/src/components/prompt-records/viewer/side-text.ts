import type { ShownSide } from '@turnpike/contract/usage/prompt-records'

export type SideView = 'spoken' | 'formatted' | 'raw' | 'hex'

export function bytesOf({ bytes }: Pick<ShownSide, 'bytes'>): Uint8Array<ArrayBuffer> {
  const text = atob(bytes)
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** The text in UTF-8, or undefined where the bytes are no text. A letter that is cut at the end is left out. */
export function textOf(bytes: Uint8Array): string | undefined {
  for (const left of [0, 1, 2, 3])
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - left))
    } catch {
      // perhaps only the last letter is cut
    }
  return undefined
}

const perLine = 16

/** Sixteen bytes a line: position, bytes, and those that are letters. */
export function hexOf(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = [...bytes.subarray(at, at + perLine)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${letters}`)
  }
  return lines.join('\n')
}

/** JSON with line breaks, events one below the other; any other text, and JSON that is cut, as it is. */
export function readable(text: string, type: string): string {
  return /event-stream/i.test(type) ? eventsOf(text) : indented(text)
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** Each event with its name and its data indented. */
const eventsOf = (text: string): string =>
  text
    .split(/\r?\n\r?\n/)
    .filter((block) => block.trim() !== '')
    .map((block) =>
      block
        .split(/\r?\n/)
        .map((line) => (line.startsWith('data:') ? indented(line.slice('data:'.length).trim()) : line))
        .join('\n'),
    )
    .join('\n\n')

/** The members of events that carry pieces of a model's text. */
const pieceNames = ['reasoning_content', 'thinking', 'content', 'text', 'delta', 'arguments', 'partial_json']

/** The text of a model over all events of a stream; empty where the text is no stream. */
export function spokenIn(text: string, type: string): string {
  if (!/event-stream/i.test(type)) return ''
  const pieces: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isRepetition(value)) return
    for (const [name, member] of Object.entries(value))
      if (typeof member !== 'string') collect(member)
      else if (pieceNames.includes(name)) pieces.push(member)
  }
  for (const line of text.split('\n')) if (line.startsWith('data:')) collect(parsed(line.slice('data:'.length)))
  return pieces.join('')
}

/** Events that repeat text that came in pieces: `response.output_text.done`. */
const isRepetition = (event: { type?: unknown }): boolean =>
  typeof event.type === 'string' && /\.(done|completed)$/.test(event.type)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The places of a word in a text, letter case aside; at most so many. */
export function placesOf(text: string, word: string, max = 1000): number[] {
  if (word === '') return []
  const places: number[] = []
  const lower = text.toLowerCase()
  const wanted = word.toLowerCase()
  for (let at = lower.indexOf(wanted); at !== -1 && places.length < max; at = lower.indexOf(wanted, at + wanted.length))
    places.push(at)
  return places
}

export const sizeText = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`)
