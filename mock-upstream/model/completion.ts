import { charactersOf, tokensOf, tokensPerMedia } from './count-tokens.ts'
import { callOf, findCalls, type Tool, type ToolCall } from './find-calls.ts'
import { sampleOf } from './sample-json.ts'
import { cutText } from './split-text.ts'

/** A request to the mock model, read from any vendor's format. */
export type ModelRequest = {
  /** Text of the last user turn. */
  prompt: string
  /** Characters of all text in the request, including instructions, history and tools. */
  characters: number
  /** One entry for every part that is not text. */
  media: string[]
  tools: Tool[]
  toolChoice?: 'none' | 'required' | { name: string }
  oneCallOnly?: boolean
  /** The tool results since the model's last turn. */
  results: { name?: string; content: string }[]
  format?: 'json' | { schema: unknown }
  thinks?: boolean
  stop?: string[]
  outputMax?: number
}

export type Finish = 'stop' | 'length' | 'calls' | 'filter'

/** Input includes cached tokens. Output includes reasoning. */
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

/** The mock model's response. The README lists every trigger. */
export function completionFor(request: ModelRequest, given?: Partial<Counts>): Completion {
  const thinking = request.thinks ? `Let me think about "${cutText(request.prompt, 40)}".` : ''
  const calls = callsFor(request)
  const filtered = request.prompt.includes('trip the filter')
  const spoken = calls.length > 0 || filtered ? { text: '' } : stopAt(sayFor(request), request.stop)
  const shown = capped(thinking, spoken.text, request.outputMax)
  const response: Completion = {
    thinking: shown.thinking,
    text: shown.text,
    calls: filtered ? [] : calls,
    finish: filtered ? 'filter' : shown.isCut ? 'length' : calls.length > 0 ? 'calls' : 'stop',
    stopSequence: shown.isCut ? undefined : spoken.stopSequence,
    counts: { input: 0, output: 0, cached: 0, cacheWrite: 0, reasoning: 0, media: 0 },
  }
  response.counts = { ...count(request, response), ...given }
  return response
}

function callsFor(request: ModelRequest): ToolCall[] {
  if (request.tools.length === 0 || request.toolChoice === 'none' || request.results.length > 0) return []
  const wanted = typeof request.toolChoice === 'object' ? request.toolChoice.name : undefined
  const allowed = wanted === undefined ? request.tools : request.tools.filter((tool) => tool.name === wanted)
  const calls = findCalls(request.prompt, allowed)
  const first = allowed[0]
  if (calls.length === 0 && request.toolChoice !== undefined && first) calls.push(callOf(first, request.prompt))
  return request.oneCallOnly ? calls.slice(0, 1) : calls
}

function sayFor(request: ModelRequest): string {
  if (request.format === 'json') return JSON.stringify({ echo: request.prompt })
  if (request.format) return JSON.stringify(sampleOf(request.format.schema, request.prompt))
  if (request.results.length > 0) return request.results.map(quote).join(' ')
  const words = request.prompt.includes('say ') ? /\bsay (\d{1,6}) words\b/.exec(request.prompt) : null
  if (words) return sayWords(Number(words[1]))
  const echo = request.prompt === '' ? 'Hello.' : request.prompt
  return request.media.length === 0
    ? echo
    : `Received ${request.media.length} media (${request.media.join(', ')}). ${echo}`
}

const quote = ({ name, content }: ModelRequest['results'][number]) =>
  `The tool${name ? ` ${name}` : ''} said: ${content}.`

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

/** A limit covers thinking and text together, thinking first. */
function capped(thinking: string, text: string, max: number | undefined) {
  if (max === undefined) return { thinking, text, isCut: false }
  const room = max - tokensOf(thinking.length)
  if (room <= 0 && thinking !== '') return { thinking: cutText(thinking, charactersOf(max)), text: '', isCut: true }
  return { thinking, text: cutText(text, charactersOf(room)), isCut: tokensOf(text.length) > room }
}

function count(request: ModelRequest, response: Completion): Counts {
  const cached = numberAfter(request.prompt, 'cached ')
  const cacheWrite = numberAfter(request.prompt, 'cache write ')
  const reasoning = tokensOf(response.thinking.length)
  let output = reasoning + tokensOf(response.text.length)
  for (const call of response.calls) output += tokensOf(call.name.length + JSON.stringify(call.arguments).length)
  const media = request.media.length * tokensPerMedia
  // Cached and written tokens stand for an earlier part of the conversation, so they never exceed the input.
  return {
    input: tokensOf(request.characters) + media + cached + cacheWrite,
    output,
    cached,
    cacheWrite,
    reasoning,
    media,
  }
}

function numberAfter(text: string, words: string): number {
  const at = text.indexOf(words)
  return at === -1 ? 0 : Number(/^\d{0,9}/.exec(text.slice(at + words.length, at + words.length + 9))?.[0] ?? 0)
}

/** The web search in a prompt, for vendors with their own search: `search the web for …`. */
export const searchedFor = (prompt: string): string | undefined => /\bsearch the web for ([^.?!\n]+)/.exec(prompt)?.[1]

/** The page that every search finds. */
export const foundPage = { url: 'https://example.com/found', title: 'A page about it' }
