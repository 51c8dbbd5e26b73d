import type { JsonObject } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import { badResponse } from '../../translate/answer/bad-response.ts'
import { WholeJson } from './whole-json.ts'

/** A call of a tool, with what has come of it and is not written yet. */
export class PendingCall {
  readonly kind = 'call'
  id: string
  name: string | undefined
  signature: string | undefined
  json = ''
  isWaiting = true
  readonly progress = new WholeJson()

  constructor(id: string) {
    this.id = id
  }
}

type Text = { kind: 'text'; text: string }
type Thought = { kind: 'thinking'; text: string; signature: string | undefined }
type Redacted = { kind: 'redacted'; data: string }
type Pending = Text | Thought | Redacted | PendingCall

// What waits for its turn is kept in memory; no honest answer needs more.
const waitingMax = 16 * 1024 * 1024
const callWeight = 256

/**
 * Writes the blocks of a message, one at a time as the protocol wants it. Upstreams may tell several calls at once: while the
 * open one is not whole, everything else waits in line, so that no block is ever cut in two.
 */
export class BlockWriter {
  #next = 0
  #open: 'text' | 'thinking' | PendingCall | undefined
  #line: Pending[] = []
  #waiting = 0

  get hasBlocks(): boolean {
    return this.#next > 0
  }

  text(text: string): string {
    if (this.#open === 'text' && this.#line.length === 0) return this.#delta({ type: 'text_delta', text })
    const last = this.#line.at(-1)
    if (last?.kind === 'text') last.text += text
    else this.#line.push({ kind: 'text', text })
    return this.#waits(text.length)
  }

  thinking(text: string): string {
    if (this.#open === 'thinking' && this.#line.length === 0)
      return this.#delta({ type: 'thinking_delta', thinking: text })
    const last = this.#line.at(-1)
    if (last?.kind === 'thinking' && last.signature === undefined) last.text += text
    else this.#line.push({ kind: 'thinking', text, signature: undefined })
    return this.#waits(text.length)
  }

  /** The end of a thought: what was said of it already is not said again. */
  signature(text: string, signature: string): string {
    const last = this.#line.at(-1)
    if (last?.kind === 'thinking' && last.signature === undefined) last.signature = signature
    else if (this.#open === 'thinking' && this.#line.length === 0) return this.#sign(signature) + this.#close()
    else this.#line.push({ kind: 'thinking', text, signature })
    return this.#waits(text.length + signature.length)
  }

  redacted(data: string): string {
    this.#line.push({ kind: 'redacted', data })
    return this.#waits(data.length)
  }

  /** A call that is new takes its place in the line; it is written once its name is known. */
  begin(call: PendingCall): void {
    this.#line.push(call)
    this.#waiting += callWeight
  }

  /** A message has at least one block, if only an empty one. */
  nothing(): string {
    return this.#start({ type: 'text', text: '' }) + this.#stop()
  }

  input(call: PendingCall, json: string): string {
    call.progress.push(json)
    if (this.#open === call)
      return (json === '' ? '' : this.#delta({ type: 'input_json_delta', partial_json: json })) + this.#advance()
    // A call that was whole has been closed: more of it would be nonsense.
    if (!call.isWaiting) return ''
    call.json += json
    return this.#waits(json.length)
  }

  /** Nothing more will come: what waits is written, whole or not. A call without a name cannot be. */
  end(): string {
    let text = ''
    for (const each of this.#line) if (each.kind !== 'call' || each.name !== undefined) text += this.#write(each)
    this.#line = []
    return text + this.#close()
  }

  #waits(length: number): string {
    const text = this.#advance()
    this.#waiting = this.#line.length === 0 ? 0 : this.#waiting + length
    if (this.#waiting > waitingMax) throw badResponse('the upstream sent calls that never end')
    return text
  }

  #advance(): string {
    let text = ''
    while (this.#line.length > 0) {
      if (this.#open instanceof PendingCall && !this.#open.progress.isWhole) break
      const first = this.#line[0]
      if (!first || (first.kind === 'call' && first.name === undefined)) break
      this.#line.shift()
      text += this.#write(first)
    }
    return text
  }

  #write(each: Pending): string {
    if (each.kind === 'call') return this.#writeCall(each)
    let text = this.#close()
    if (each.kind === 'redacted')
      return text + this.#start({ type: 'redacted_thinking', data: each.data }) + this.#stop()
    if (each.kind === 'text') {
      text += this.#start({ type: 'text', text: '' })
      this.#open = 'text'
      return text + this.#delta({ type: 'text_delta', text: each.text })
    }
    text += this.#start({ type: 'thinking', thinking: '', signature: '' })
    this.#open = 'thinking'
    if (each.text !== '') text += this.#delta({ type: 'thinking_delta', thinking: each.text })
    return each.signature === undefined ? text : text + this.#sign(each.signature) + this.#close()
  }

  #writeCall(call: PendingCall): string {
    let text = ''
    if (call.signature !== undefined)
      text +=
        this.#open === 'thinking'
          ? this.#sign(call.signature)
          : this.#write({ kind: 'thinking', text: '', signature: call.signature })
    text += this.#close() + this.#start({ type: 'tool_use', id: call.id, name: call.name, input: {} })
    this.#open = call
    call.isWaiting = false
    return call.json === '' ? text : text + this.#delta({ type: 'input_json_delta', partial_json: call.json })
  }

  #start(content_block: JsonObject): string {
    return event({ type: 'content_block_start', index: this.#next++, content_block })
  }

  #delta(delta: JsonObject): string {
    return event({ type: 'content_block_delta', index: this.#next - 1, delta })
  }

  #sign(signature: string): string {
    return this.#delta({ type: 'signature_delta', signature })
  }

  #close(): string {
    if (this.#open === undefined) return ''
    this.#open = undefined
    return this.#stop()
  }

  #stop(): string {
    return event({ type: 'content_block_stop', index: this.#next - 1 })
  }
}

export const event = (about: JsonObject & { type: string }): string => namedEvent(about.type, JSON.stringify(about))
