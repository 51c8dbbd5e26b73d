import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'

type Loose = ReturnType<typeof JSON.parse>

/** Someone who talks to a realtime address: what was heard is kept until it is asked for. */
export type Talker = {
  socket: WebSocket
  send(event: object): void
  /** Everything heard up to the first event of a type, which comes last. */
  until(type: string): Promise<Loose[]>
  /** The code the line was closed with. */
  closed: Promise<number>
}

type Manner = { key?: string; protocols?: string[]; headers?: Record<string, string> }

export function talk(url: string, model: string, { key, protocols = [], headers = {} }: Manner): Talker {
  const address = `${url.replace('http', 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`
  return talkerOn(
    new WebSocket(address, protocols, { headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers } }),
  )
}

function talkerOn(socket: WebSocket): Talker {
  const heard: Loose[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code)
      wake()
    })
  })
  return {
    socket,
    send: (event) => socket.send(JSON.stringify(event)),
    closed,
    async until(type) {
      for (;;) {
        const at = heard.findIndex((event) => event.type === type)
        if (at !== -1) return heard.splice(0, at + 1)
        if (socket.readyState === WebSocket.CLOSED)
          throw new Error(`closed before ${type}; heard ${JSON.stringify(heard)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** The plain answer of an address that opens no line. */
export async function refusalOf(talker: Talker): Promise<{ status: number; body: Loose; headers: object }> {
  const [, reply] = await once(talker.socket, 'unexpected-response')
  const text = (await reply.toArray()).join('')
  return { status: reply.statusCode, body: JSON.parse(text), headers: reply.headers }
}

/** An upstream that does what a test says, once per line. */
export async function startLines(t: TestContext, onLine: (line: WebSocket) => void): Promise<string> {
  const lines = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'realtime' })
  lines.on('connection', onLine)
  await once(lines, 'listening')
  t.after(() => {
    for (const line of lines.clients) line.terminate()
    lines.close()
  })
  return `http://127.0.0.1:${(lines.address() as AddressInfo).port}` // it listens on a port
}

export const userText = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
export const writtenOnly = { type: 'session.update', session: { output_modalities: ['text'] } }
