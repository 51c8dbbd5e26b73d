import { charactersOf, tokensOf, tokensPerMedia } from './count-tokens.ts'
import { callOf, findCalls, type Tool, type ToolCall } from './find-calls.ts'
import { sampleOf } from './sample-json.ts'
import { cutText } from './split-text.ts'

/** A request for an answer, read from any vendor's format. */
export type Prompt = {
  /** Text of the last user turn. */
  prompt: string
  /** Characters of all text in the request: instructions, history, tools and all. */
  characters: number
  /** One entry for every part that is not text. */
  media: string[]
  tools: Tool[]
  toolChoice?: 'none' | 'required' | { name: string }
  oneCallOnly?: boolean
  /** The results of tools since the model's last turn. */
  results: { name?: string; content: string }[]
  format?: 'json' | { schema: unknown }
  thinks?: boolean
  stop?: string[]
  outputMax?: number
}

export type Finish = 'stop' | 'length' | 'calls' | 'filter'

/** Input counts everything read, cached or not; output everything written, reasoning included. */
export type Counts = {
  input: number
  output: number
  cached: number
  cacheWrite: number
  reasoning: number
  media: number
}

export type Completion = {
  thinking: string
  text: string
  calls: ToolCall[]
  finish: Finish
  stopSequence?: string
  counts: Counts
}

/** The mock model's answer: the README lists every trigger. */
export function completionFor(ask: Prompt, given?: Partial<Counts>): Completion {
  const thinking = ask.thinks ? `Let me think about "${cutText(ask.prompt, 40)}".` : ''
  const calls = callsFor(ask)
  const filtered = ask.prompt.includes('trip the filter')
  const spoken = calls.length > 0 || filtered ? { text: '' } : stopAt(sayFor(ask), ask.stop)
  const shown = capped(thinking, spoken.text, ask.outputMax)
  const response: Completion = {
    thinking: shown.thinking,
    text: shown.text,
    calls: filtered ? [] : calls,
    finish: filtered ? 'filter' : shown.isCut ? 'length' : calls.length > 0 ? 'calls' : 'stop',
    stopSequence: shown.isCut ? undefined : spoken.stopSequence,
    counts: { input: 0, output: 0, cached: 0, cacheWrite: 0, reasoning: 0, media: 0 },
  }
  response.counts = { ...count(ask, response), ...given }
  return response
}

function callsFor(ask: Prompt): ToolCall[] {
  if (ask.tools.length === 0 || ask.toolChoice === 'none' || ask.results.length > 0) return []
  const wanted = typeof ask.toolChoice === 'object' ? ask.toolChoice.name : undefined
  const allowed = wanted === undefined ? ask.tools : ask.tools.filter((tool) => tool.name === wanted)
  const calls = findCalls(ask.prompt, allowed)
  const first = allowed[0]
  if (calls.length === 0 && ask.toolChoice !== undefined && first) calls.push(callOf(first, ask.prompt))
  return ask.oneCallOnly ? calls.slice(0, 1) : calls
}

function sayFor(ask: Prompt): string {
  if (ask.format === 'json') return JSON.stringify({ echo: ask.prompt })
  if (ask.format) return JSON.stringify(sampleOf(ask.format.schema, ask.prompt))
  if (ask.results.length > 0) return ask.results.map(quote).join(' ')
  const words = ask.prompt.includes('say ') ? /\bsay (\d{1,6}) words\b/.exec(ask.prompt) : null
  if (words) return sayWords(Number(words[1]))
  const echo = ask.prompt === '' ? 'Hello.' : ask.prompt
  return ask.media.length === 0 ? echo : `Received ${ask.media.length} media (${ask.media.join(', ')}). ${echo}`
}

const quote = ({ name, content }: Prompt['results'][number]) => `The tool${name ? ` ${name}` : ''} said: ${content}.`

// Three letters and a space are one token, so that n words cost exactly n tokens.
const vocabulary = ['sun', 'sky', 'sea', 'oak', 'ice', 'fog', 'bay', 'elm']
const sayWords = (count: number) =>
  Array.from({ length: count }, (_, index) => vocabulary[index % vocabulary.length]).join(' ')

function stopAt(text: string, stop: string[] = []): { text: string; stopSequence?: string } {
  let end = text.length
  let stopSequence: string | undefined
  for (const sequence of stop) {
    const at = sequence === '' ? -1 : text.indexOf(sequence)
    if (at !== -1 && at < end) {
      end = at
      stopSequence = sequence
    }
  }
  return { text: text.slice(0, end), stopSequence }
}

/** A cap covers thinking and answer together, thinking first. */
function capped(thinking: string, text: string, max: number | undefined) {
  if (max === undefined) return { thinking, text, isCut: false }
  const room = max - tokensOf(thinking.length)
  if (room <= 0 && thinking !== '') return { thinking: cutText(thinking, charactersOf(max)), text: '', isCut: true }
  return { thinking, text: cutText(text, charactersOf(room)), isCut: tokensOf(text.length) > room }
}

function count(ask: Prompt, response: Completion): Counts {
  const cached = numberAfter(ask.prompt, 'cached ')
  const cacheWrite = numberAfter(ask.prompt, 'cache write ')
  const reasoning = tokensOf(response.thinking.length)
  let output = reasoning + tokensOf(response.text.length)
  for (const call of response.calls) output += tokensOf(call.name.length + JSON.stringify(call.arguments).length)
  const media = ask.media.length * tokensPerMedia
  // Cached and written tokens stand for a conversation before the one we were sent, so that they are never more than the input.
  return { input: tokensOf(ask.characters) + media + cached + cacheWrite, output, cached, cacheWrite, reasoning, media }
}

function numberAfter(text: string, words: string): number {
  const at = text.indexOf(words)
  return at === -1 ? 0 : Number(/^\d{0,9}/.exec(text.slice(at + words.length, at + words.length + 9))?.[0] ?? 0)
}
