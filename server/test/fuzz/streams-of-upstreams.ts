import type { JsonObject } from '../../src/gateway/forms/chat.ts'

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 7, model: 'gpt-x' }
const chunk = (delta: JsonObject, more: JsonObject = {}, beside: JsonObject = {}) =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: null, ...more }], ...beside })}\n\n`
const said = (content: string, more?: JsonObject, beside?: JsonObject) => chunk({ content }, more, beside)
const finish = chunk({}, { finish_reason: 'stop' })
const usage = `data: ${JSON.stringify({ ...head, choices: [], usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } })}\n\n`
const done = 'data: [DONE]\n\n'
const call = (index: number, called: JsonObject, more: JsonObject = {}) =>
  chunk({ tool_calls: [{ index, ...more, function: called }] })

/** Streams in the OpenAI format, one event each. */
export const openAiStreams: readonly string[][] = [
  [
    chunk({ role: 'assistant', content: '' }),
    said('Hello'),
    said(' wor'),
    said('ld "x"\\\n'),
    said('é漢🛣️'),
    finish,
    usage,
    done,
  ],
  [
    said('a'),
    said('b', { logprobs: null }, { usage: null }),
    said('c', {}, { system_fingerprint: 'fp', obfuscation: 'zz' }),
    said('d', {}, { usage: null, obfuscation: 'q' }),
    finish,
    done,
  ],
  [
    chunk({ reasoning_content: 'hm' }),
    chunk({ reasoning_content: ' well', content: '' }),
    chunk({ reasoning: 'so', content: null }),
    said('yes'),
    said('!'),
    finish,
    usage,
    done,
  ],
  [
    call(0, { name: 'find', arguments: '' }, { id: 'call_1', type: 'function' }),
    call(0, { arguments: '{"a":' }),
    call(0, { arguments: '"b"}' }),
    call(1, { name: 'get', arguments: '{' }, { id: 'call_2', type: 'function' }),
    call(1, { arguments: '}' }),
    chunk({}, { finish_reason: 'tool_calls' }),
    done,
  ],
  [
    said('one'),
    said('two', { index: 1 }),
    said('three'),
    said('four', { index: 1 }),
    finish,
    chunk({}, { index: 1, finish_reason: 'length' }),
    usage,
    done,
  ],
  [
    said('x'),
    'data: {"id":"c","choices":[{"index":0,"delta":{"content":"\\ud83d\\ude00 \\ud83d \\u00e9\\/"}}]}\n\n',
    said('y').replaceAll('\n', '\r\n'),
    said('z').replaceAll(/([:,])"/g, '$1 "'),
    finish,
    done,
  ],
  [
    chunk({ role: 'assistant', audio: { id: 'a', transcript: 'Hi' } }),
    chunk({ audio: { id: 'a', data: 'AAAABBBB' } }),
    chunk({ audio: { data: 'AAAABB==' } }),
    chunk({ audio: { transcript: ' you' } }),
    finish,
    done,
  ],
  [
    ': PING\n\n',
    said('a'),
    `id: 1\n${said('b')}`,
    said('c'),
    'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n',
    done,
  ],
  [
    said('a', {}, { obfuscation: 'p' }),
    said('b', {}, { obfuscation: 'qrs' }),
    said('c', {}, { obfuscation: '' }),
    said('"obfuscation":"', {}, { obfuscation: 't"' }),
    said('e', {}, { obfuscation: 'é', usage: null }),
    finish,
  ],
  [said('open'), said(' end'), said('ed')],
]

const event = (type: string, more: JsonObject = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const start = event('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [],
    usage: { input_tokens: 9, output_tokens: 1 },
  },
})
const open = (index: number, content_block: JsonObject) => event('content_block_start', { index, content_block })
const add = (index: number, type: string, more: JsonObject) =>
  event('content_block_delta', { index, delta: { type, ...more } })
const text = (index: number, words: string) => add(index, 'text_delta', { text: words })
const thought = (index: number, thinking: string) => add(index, 'thinking_delta', { thinking })
const input = (index: number, partial_json: string) => add(index, 'input_json_delta', { partial_json })
const close = (index: number) => event('content_block_stop', { index })
const end = [
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 12 } }),
  event('message_stop'),
]

/** Streams in Anthropic's format. */
export const anthropicStreams: readonly string[][] = [
  [
    start,
    open(0, { type: 'text', text: '' }),
    event('ping'),
    text(0, 'Hello'),
    text(0, ' wor'),
    text(0, 'ld "x"\\\n'),
    text(0, 'é漢🛣️'),
    close(0),
    ...end,
  ],
  [
    start,
    open(0, { type: 'thinking', thinking: '', signature: '' }),
    thought(0, 'hm'),
    thought(0, ' well'),
    add(0, 'signature_delta', { signature: 'c2ln' }),
    close(0),
    open(1, { type: 'thinking', thinking: '' }),
    thought(1, 'so'),
    thought(1, ' yes'),
    close(1),
    open(2, { type: 'text', text: '' }),
    text(2, 'yes'),
    text(2, '!'),
    add(2, 'citations_delta', {
      citation: { type: 'web_search_result_location', url: 'https://a.example', title: 't', cited_text: 'c' },
    }),
    text(2, ' done'),
    close(2),
    ...end,
  ],
  [
    start,
    open(0, { type: 'tool_use', id: 'toolu_1', name: 'find', input: {} }),
    input(0, ''),
    input(0, '{"a":'),
    input(0, '"b"}'),
    close(0),
    input(0, 'late'),
    open(1, { type: 'tool_use', id: 'toolu_2', name: 'whole', input: { a: 1 } }),
    input(1, '{"b":2}'),
    input(1, '{}'),
    close(1),
    ...end,
  ],
  [
    start,
    open(0, { type: 'text', text: 'x' }),
    text(0, 'a'),
    text(0, 'b').replace('event: content_block_delta\n', ''),
    text(0, 'c').replaceAll('\n', '\r\n'),
    event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  ],
  [start, open(0, { type: 'text', text: '' }), text(0, 'broken'), text(0, ' off')],
]
