import type { Fault } from '../../../../mock-upstream/faults/fault.ts'

export type HostileFault = {
  variant: string
  fault: Fault
  /** It changes nothing about a whole response. */
  streamOnly?: true
  /** It concerns connections and heads, which single requests and chats read with the same code. */
  chatOnly?: true
  /** What comes of it depends on tables and members of the provider, so it is tried even where the decoder is shared with another type. */
  isOwn?: true
}

const refusals: HostileFault[] = [
  {
    variant: 'refuses with a body of its own',
    fault: { kind: 'status', status: 418, body: { teapot: true } },
    chatOnly: true,
  },
  { variant: 'refuses with a page', fault: { kind: 'status', status: 503, body: '<html>nginx at 10.1.2.3</html>' } },
  { variant: 'refuses with no body', fault: { kind: 'status', status: 500, body: '' }, chatOnly: true },
  {
    variant: 'refuses with an unknown status',
    fault: { kind: 'status', status: 799, body: { error: { message: 'x', code: 'content_filter' } } },
    chatOnly: true,
  },
  { variant: 'redirects', fault: { kind: 'redirect' }, chatOnly: true },
  {
    variant: 'redirects to a private address',
    fault: { kind: 'redirect', status: 307, location: 'http://169.254.169.254/latest' },
  },
  { variant: 'repeats the key in a 401', fault: { kind: 'leak' }, isOwn: true },
  { variant: 'repeats the key in a 400', fault: { kind: 'leak', status: 400 }, chatOnly: true },
]

const wrongBodies: HostileFault[] = [
  { variant: 'responds 200 with a list', fault: { kind: 'error-in-200', body: [] } },
  { variant: 'responds 200 with null', fault: { kind: 'error-in-200', body: null } },
  {
    variant: 'responds 200 with numbers for texts',
    fault: {
      kind: 'error-in-200',
      body: { id: 7, choices: 7, content: 7, candidates: 7, output: 7, data: 7, usage: 7 },
    },
    isOwn: true,
  },
  {
    variant: 'responds 200 with texts for lists',
    fault: { kind: 'error-in-200', body: { choices: 'x', content: 'x', candidates: 'x', output: 'x', data: 'x' } },
  },
  {
    variant: 'responds 200 with empty lists',
    fault: { kind: 'error-in-200', body: { choices: [], content: [], candidates: [], output: [], data: [] } },
  },
  {
    variant: 'responds 200 with nulls in lists',
    fault: {
      kind: 'error-in-200',
      body: { choices: [null], content: [null], candidates: [null], output: [null], data: [null] },
    },
  },
  { variant: 'writes half a document', fault: { kind: 'invalid-json' } },
  { variant: 'writes behind its end', fault: { kind: 'trailing-garbage' } },
]

const brokenConnections: HostileFault[] = [
  { variant: 'resets before its head', fault: { kind: 'cut', at: 'before-headers', how: 'reset' }, chatOnly: true },
  {
    variant: 'resets after some events',
    fault: { kind: 'cut', at: 'after-chunks', afterChunks: 5, how: 'reset' },
    chatOnly: true,
  },
  {
    variant: 'ends after some events',
    fault: { kind: 'cut', at: 'after-chunks', afterChunks: 5, how: 'end' },
    chatOnly: true,
  },
  { variant: 'hangs up inside its body', fault: { kind: 'cut', at: 'inside' } },
]

const brokenStreams: HostileFault[] = (
  [
    {
      variant: 'fails in the middle and goes on',
      fault: { kind: 'error-event', afterChunks: 5, carryOn: true },
      isOwn: true,
    },
    { variant: 'fails with nonsense', fault: { kind: 'error-event', afterChunks: 5, body: { error: 7 } } },
    { variant: 'writes a long event', fault: { kind: 'giant-line', mebibytes: 0.5, afterChunks: 3 } },
    { variant: 'ends its lines with CR LF', fault: { kind: 'crlf' } },
    {
      variant: 'comments on everything',
      fault: { kind: 'comments', text: 'Authorization: Bearer sk-comment-000000' },
    },
    { variant: 'ends five times', fault: { kind: 'terminal', copies: 5 } },
  ] satisfies HostileFault[]
).map((each) => ({ ...each, streamOnly: true }))

const oddBytes: HostileFault[] = [
  // Longer than the longest event that the relay of this suite reads.
  { variant: 'writes a line without an end', fault: { kind: 'giant-line', mebibytes: 1.5 } },
  { variant: 'writes a few bytes at a time', fault: { kind: 'split', bytes: 11 }, chatOnly: true },
  { variant: 'compresses its response', fault: { kind: 'encoding', name: 'gzip' }, chatOnly: true },
  { variant: 'compresses in a way of its own', fault: { kind: 'encoding', name: 'deflate' }, chatOnly: true },
  { variant: 'sends a 102 first', fault: { kind: 'informational' }, chatOnly: true },
  {
    variant: 'sets headers of all kinds',
    fault: {
      kind: 'headers',
      headers: {
        'set-cookie': 'upstream=1',
        'access-control-allow-credentials': 'true',
        'content-disposition': 'inline',
        'x-secret-host': 'inside.upstream.example',
        'strict-transport-security': 'max-age=1',
      },
    },
  },
  { variant: 'calls its response a page', fault: { kind: 'content-type', value: 'text/html' } },
  { variant: 'calls its response nothing', fault: { kind: 'content-type', value: '' } },
  { variant: 'calls its response JSON', fault: { kind: 'content-type', value: 'application/json' } },
]

const wrongUsage: HostileFault[] = [
  {
    variant: 'nests its usage',
    fault: {
      kind: 'usage',
      fields: {
        prompt_tokens: {},
        completion_tokens: [],
        input_tokens: {},
        output_tokens: [],
        promptTokenCount: {},
        prompt_eval_count: [],
        total_tokens: 'x',
      },
    },
  },
  {
    variant: 'claims more from the cache than it read',
    fault: {
      kind: 'usage',
      fields: {
        prompt_tokens_details: { cached_tokens: 1e9 },
        cache_read_input_tokens: -5,
        cachedContentTokenCount: 1e9,
        prompt_cache_hit_tokens: 1e9,
      },
    },
    isOwn: true,
  },
]

/** Everything that the mock upstream can do wrong, one at a time, but for what the tests of money have with exact amounts. */
export const hostileFaults: HostileFault[] = [
  ...refusals,
  ...wrongBodies,
  ...brokenConnections,
  ...brokenStreams,
  ...oddBytes,
  ...wrongUsage,
]

/** Faults that take time, most of them as long as a limit of the relay allows. */
export const slowFaults: HostileFault[] = [
  { variant: 'is slow to begin', fault: { kind: 'delay', headersMs: 100 }, chatOnly: true },
  { variant: 'is slow between its events', fault: { kind: 'delay', chunkMs: 5, jitterMs: 5 }, chatOnly: true },
  { variant: 'hangs behind its head', fault: { kind: 'silent' } },
  { variant: 'sends a 102 and no more', fault: { kind: 'informational', only: true }, chatOnly: true },
  { variant: 'never ends', fault: { kind: 'endless', everyMs: 20 } },
]
