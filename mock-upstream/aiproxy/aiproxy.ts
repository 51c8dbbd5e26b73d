import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { openaiError } from '../openai/errors.ts'
import { openaiRoutes } from '../openai/openai.ts'

const libraryError = (status: number, message: string): Refusal =>
  new Refusal(status, { success: false, errCode: 1000 + status, message })

const fields = ['model', 'query', 'libraryId', 'stream']

/** A response from a library of documents: one query, no conversation, no usage and no end marker. */
function queryLibrary(call: Call): MockResponse {
  const { body, model } = call
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  if (unknown) throw libraryError(400, `${unknown} is unknown`)
  const prompt = textOf(body.query)
  if (prompt === '') throw libraryError(400, 'query is empty')
  if (textOf(body.libraryId) === '') throw libraryError(400, 'libraryId is empty')
  const characters = prompt.length
  const { text } = completionFor({ prompt, characters, media: [], tools: [], results: [] }, call.counts)
  const documents = prompt.includes('quote') ? [{ title: 'A page', url: 'https://example.com/page' }] : []
  if (body.stream !== true) return json({ success: true, answer: text, documents, errCode: 0, message: '' })
  const frames = splitText(text).map((content) => dataFrame({ content, finish: false, model, documents: [] }))
  const last = dataFrame({ content: '', finish: true, model, documents })
  return eventStream([...frames, last], (status, message) => dataFrame(libraryError(status, message).body))
}

const overview = (): MockResponse => json({ success: true, message: '', errorCode: 0, data: { totalPoints: 42.5 } })

const routes: Record<string, Handler> = {
  'POST /api/library/ask': queryLibrary,
  'GET /api/report/getUserOverview': overview,
  ...Object.fromEntries(
    Object.entries(openaiRoutes).map(([route, handler]) => [route.replace(' /', ' /v1/'), handler]),
  ),
}

/** The models and the library have different error bodies. */
const side = (name: string, refuse: Vendor['refuse']): Vendor => ({
  name,
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw refuse(401, 'invalid key')
  },
  refuse,
  find: (method, path) => routes[`${method} ${path}`],
})

export const aiproxy = side('aiproxy', openaiError)
export const aiproxyLibrary = side('aiproxy-library', libraryError)
