import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { chatChunk } from './steered-upstream.ts'

export type Talker = {
  url: string
  /** Requests that came, and those whose responses still go on. */
  received: number
  talking: number
}

/** An upstream that says the same thing again and again, as fast as it is read, until the gateway hangs up. */
export async function startTalker(t: TestContext, delta: object): Promise<Talker> {
  const talker: Talker = { url: '', received: 0, talking: 0 }
  const event = chatChunk(delta)
  const server = createServer((request, response) => {
    request.resume()
    talker.received++
    talker.talking++
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let isGone = false
    const talk = () => {
      if (isGone) return
      if (response.write(event)) setImmediate(talk)
      else response.once('drain', talk)
    }
    response.once('close', () => {
      isGone = true
      talker.talking--
    })
    talk()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  talker.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return talker
}
