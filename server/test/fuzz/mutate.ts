/** Whole numbers below `limit`. */
export type Random = (limit: number) => number

/** What readers of events and of JSON stumble over. */
const pieces = [
  '"usage":{"prompt_tokens":5,"completion_tokens":7},',
  '"usage":null,',
  '"error":{"message":"broken"},',
  '"error":"broken",',
  '"finish_reason":"stop",',
  '"finish_reason":null,',
  '"choices":[],',
  '"choices":[{"index":0,"delta":{"content":"other"}}],',
  '"\\u0063ontent":"hidden",',
  '"content":"twice",',
  '"content":null,',
  '"reasoning":"thought",',
  '"refusal":"no",',
  '"tool_calls":[],',
  '"tool_calls":[{"index":0,"function":{"name":"again","arguments":"{"}}],',
  '"message":{"content":"whole"},',
  '"index":1,',
  '"index":-1,',
  '"index":01,',
  '"index":1.0,',
  '"type":"text_delta",',
  '"type":"error",',
  '"text":"more",',
  '"__proto__":{"content":"x"},',
  '"unknown":[1,{"a":[true,false,null,-1.5e+3]}],',
  '"logprobs":{"content":[{"token":"a","logprob":-0.1}]},',
  '"type":"response.output_text.delta",',
  '"type":"response.failed",',
  '"delta":"twice",',
  '"output_index":1,',
  '"summary_index":null,',
  '"content_index":1,',
  '"item_id":"other",',
  '"item_id":"rs_\\u0031",',
  '"response":{"id":"resp_2"},',
  '"id":"resp_1",',
  '"encrypted_content":"c2VhbA==",',
  '"finishReason":"STOP",',
  '"thought":true,',
  '"thought":null,',
  '"thoughtSignature":"c2ln",',
  '"groundingMetadata":{"webSearchQueries":["a","b"]},',
  '"usageMetadata":{"promptTokenCount":9},',
  '"usageMetadata":null,',
  '"promptTokenCount":1,',
  '"promptFeedback":{"blockReason":"SAFETY"},',
  '"candidates":[],',
  '{"text":"more"},',
  'data: ',
  'data: [DONE]\n\n',
  'event: error\n',
  'event: content_block_delta\n',
  'id: 7\n',
  ': comment\n\n',
  '\n',
  '\r\n',
  '\n\n',
  '\r',
  ' ',
  '\t',
  '"',
  '\\',
  '\\n',
  '\\u00e9',
  '\\ud83d',
  '\\ude00',
  '\\u12',
  '\\x',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  'é',
  '漢字',
  '🛣️',
].map((text) => Buffer.from(text))
const badBytes = [
  [0xff],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80],
  [0xe0, 0x80, 0x80],
  [0x00],
  [0xef, 0xbb, 0xbf],
  [0x80],
].map((bytes) => Buffer.from(bytes))

const lineEnds = ['\n', '\r', '\r\n']
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The stream with other line ends: each line its own, or all the same. */
export const reframed = (stream: string, lineEnd: () => string): string => stream.replaceAll(/\r?\n/g, lineEnd)

/** The stream with up to three changes: of its events, or of its bytes. Some begin with a mark, or end lines otherwise. */
export function mutated(events: readonly string[], random: Random): Buffer {
  const changed = [...events]
  if (random(3) === 0) {
    const from = random(changed.length)
    const to = random(changed.length)
    if (random(2) === 0) changed.splice(to, 0, changed[from] ?? '')
    else changed.splice(from, 1)
  }
  const text = changed.join('')
  const pickLineEnd = () => lineEnds[random(lineEnds.length)] ?? ''
  const [framing, oneEnd] = [random(6), pickLineEnd()]
  let bytes = Buffer.from(
    framing === 0 ? reframed(text, pickLineEnd) : framing === 1 ? reframed(text, () => oneEnd) : text,
  )
  if (random(8) === 0) bytes = Buffer.concat([byteOrderMark, bytes])
  for (let left = random(4); left > 0; left--) bytes = changeBytes(bytes, random)
  return bytes
}

function changeBytes(bytes: Buffer, random: Random): Buffer<ArrayBuffer> {
  const at = random(bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (random(6)) {
    case 0:
      return Buffer.concat([before, after.subarray(1 + random(3))])
    case 1:
      return Buffer.concat([before, Buffer.from([random(256)]), after.subarray(1)])
    case 2:
      return Buffer.concat([before, pieceOf(badBytes, random), after])
    case 3: {
      // Where a member may stand.
      const brace = bytes.indexOf('{', at)
      const place = brace === -1 ? at : brace + 1
      return Buffer.concat([bytes.subarray(0, place), pieceOf(pieces, random), bytes.subarray(place)])
    }
    case 4: {
      const comma = bytes.indexOf(',', at)
      const place = comma === -1 ? at : comma + 1
      return Buffer.concat([bytes.subarray(0, place), pieceOf(pieces, random), bytes.subarray(place)])
    }
    default:
      return Buffer.concat([before, pieceOf(pieces, random), after])
  }
}

const pieceOf = (list: readonly Buffer[], random: Random): Buffer => list[random(list.length)] ?? Buffer.alloc(0)
