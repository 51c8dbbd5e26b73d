// The lower bound: Fastify and undici passing a request on, without keys, prices or a ledger. Reads PORT and UPSTREAM.
// With PARSE=true it also decodes each body and parses it once, as any gateway that reads the request must.
import Fastify from 'fastify'
import { Agent, request } from 'undici'

const upstream = process.env.UPSTREAM ?? ''
const isParsing = process.env.PARSE === 'true'
const agent = new Agent()
const app = Fastify({ logger: false, bodyLimit: 32 * 1024 * 1024 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
app.post('/*', async (incoming, reply) => {
  const body = incoming.body as Buffer
  if (isParsing && !JSON.parse(body.toString())) throw new Error('there is no body')
  const response = await request(upstream + incoming.url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-upstream' },
    body,
  })
  reply.status(response.statusCode).header('content-type', response.headers['content-type'])
  return reply.send(response.body)
})
const url = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })
console.log(JSON.stringify({ msg: 'ready', url }))
