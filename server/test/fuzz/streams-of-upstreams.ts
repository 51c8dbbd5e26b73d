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
    open(0, { type: 'text', text: '' }),
    text(0, 'Look'),
    close(0),
    open(1, { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }),
    input(1, '{"query":'),
    input(1, '"a"}'),
    close(1),
    open(2, { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] }),
    close(2),
    open(3, { type: 'text', text: '' }),
    text(3, 'found'),
    text(3, ' it'),
    close(3),
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

const reported = { id: 'resp_1', object: 'response', created_at: 7, model: 'gpt-x', status: 'in_progress', output: [] }
const about = (type: string, more: JsonObject = {}) =>
  event(type, { response: { ...reported, status: type.slice('response.'.length), ...more } })
let number = 0
const part = (type: string, more: JsonObject) =>
  event(`response.${type}`, { sequence_number: ++number, output_index: 0, item_id: 'msg_1', ...more })
const words = (delta: string, more: JsonObject = {}) =>
  part('output_text.delta', { content_index: 0, delta, logprobs: [], ...more })
const summary = (delta: string, summary_index: number) =>
  part('reasoning_summary_text.delta', { item_id: 'rs_1', summary_index, delta })
const responseUsage = {
  usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12, output_tokens_details: { reasoning_tokens: 2 } },
}
const called = (output_index: number, item: JsonObject, isDone = false) =>
  part(`output_item.${isDone ? 'done' : 'added'}`, { output_index, item })
const argument = (output_index: number, delta: string) =>
  part('function_call_arguments.delta', { output_index, item_id: 'fc_1', delta })
const find = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'find', arguments: '' }

/** Streams of responses. */
export const responsesStreams: readonly string[][] = [
  [
    about('response.created'),
    about('response.in_progress'),
    called(0, { id: 'msg_1', type: 'message', role: 'assistant', content: [] }),
    words('Hello'),
    words(' wor', { obfuscation: 'zz' }),
    words('ld "x"\\\n'),
    words('é漢🛣️ "resp_1" "encrypted_content":"'),
    part('output_text.done', { content_index: 0, text: 'Hello' }),
    about('response.completed', responseUsage),
  ],
  [
    about('response.created', { previous_response_id: 'resp_0' }),
    called(0, { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'c2VhbA==' }),
    summary('hm', 0),
    summary(' well', 0),
    summary('so', 1),
    summary(' yes', 1),
    part('reasoning_text.delta', { item_id: 'rs_1', content_index: 1, delta: '!' }),
    words('yes'),
    words('!', { item_id: 'resp_1' }),
    about('response.incomplete', { incomplete_details: { reason: 'max_output_tokens' }, ...responseUsage }),
  ],
  [
    about('response.created'),
    called(0, find),
    argument(0, '{"a":'),
    argument(0, '"b"'),
    argument(1, 'unknown'),
    argument(0, '}'),
    called(0, { ...find, arguments: '{"a":"b"}' }, true),
    called(1, { ...find, id: 'fc_2', call_id: 'call_2' }),
    part('function_call_arguments.done', { output_index: 1, arguments: '{}' }),
    about('response.completed', responseUsage),
  ],
  [
    words('x').replace(/^event: .*\n/, ''),
    words('y').replace(/^event: .*\n/, ''),
    words('z').replaceAll('\n', '\r\n'),
    words('\ud83d').replaceAll(/([:,])"/g, '$1 "'),
    part('refusal.delta', { content_index: 0, delta: 'no' }),
    event('error', { code: 'server_error', message: 'broken' }),
  ],
  [
    about('response.created', { tools: [{ type: 'web_search_preview' }] }),
    called(0, { id: 'ws_1', type: 'web_search_call', status: 'in_progress' }),
    called(0, { id: 'ws_1', type: 'web_search_call', status: 'completed' }, true),
    words('found'),
    words(' it'),
    called(2, { id: 'ig_1', type: 'image_generation_call', status: 'in_progress' }),
    part('image_generation_call.partial_image', { output_index: 2, partial_image_b64: 'QUJD' }),
    words('!'),
    words('?'),
    called(2, { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'QUJD' }, true),
    about('response.completed', responseUsage),
  ],
  [about('response.created'), words('broken'), words(' off'), words('')],
]

const counts = (candidatesTokenCount: number): JsonObject => ({
  usageMetadata: {
    promptTokenCount: 5,
    candidatesTokenCount,
    totalTokenCount: 5 + candidatesTokenCount,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
  },
})
const frame = (parts: JsonObject[], more: JsonObject = {}, beside: JsonObject = {}) =>
  `data: ${JSON.stringify({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
    ...beside,
    modelVersion: 'gemini-x',
    responseId: 'r',
  })}\r\n\r\n`
const some = (text: string, tokens: number, more?: JsonObject) => frame([{ text }], more, counts(tokens))
const stop = { finishReason: 'STOP' }

/** Streams in Google's format. */
export const geminiStreams: readonly string[][] = [
  [some('Hello', 1), some(' wor', 2), some('ld "x"\\\n', 3), some('é漢🛣️ "thoughtSignature":"', 4), some('.', 5, stop)],
  [
    frame([{ text: 'hm', thought: true }], {}, counts(1)),
    frame([{ text: ' well', thought: true }]),
    frame([{ text: 'so', thought: false }], {}, { usageMetadata: { promptTokenCount: 5, thoughtsTokenCount: 3 } }),
    frame([{ text: 'yes' }], { safetyRatings: [{ category: 'a', probability: 'LOW', thoughtSignature: 'x' }] }),
    frame([{ text: '!', thoughtSignature: 'c2ln' }]),
    frame([{ text: '' }], stop, counts(9)),
  ],
  [
    some('one', 1),
    frame([{ text: 'two' }], { index: 1 }, counts(2)),
    some('three', 3),
    frame([{ text: 'four' }], { index: 1 }),
    some('', 4, stop),
    some('five', 5),
    frame([], { index: 1, finishReason: 'MAX_TOKENS' }, counts(6)),
  ],
  [
    some('a', 1).replaceAll('\r\n', '\n'),
    some('b', 2).replaceAll(/([:,])"/g, '$1 "'),
    frame([{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }], {}, counts(3)),
    some('c', 4),
    frame([{ functionCall: { name: 'find', args: { a: 'b' } } }], {}, counts(5)),
    some('d', 6, { groundingMetadata: { webSearchQueries: ['q'] } }),
    some('e', 7),
    'data: {"usageMetadata":{"promptTokenCount":5,"totalTokenCount":20}}\r\n\r\n',
    some('f', 8),
    some('', 9, stop),
  ],
  [some('a', 1), some('b', 2), 'data: {"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}\r\n\r\n'],
  [some('broken', 1), some(' off', 2), some('!', 3)],
  [
    some('a', 1),
    frame([{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }], {}, counts(2)),
    some('b', 3, stop),
    some('late', 4),
    some('later', 5),
  ],
]
