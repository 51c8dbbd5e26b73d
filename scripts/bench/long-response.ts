import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Prose, lists, tables, formulas and code in turn, as models write; about four letters are one token. */
const section = (number: number) => `## Part ${number}

A gateway **retries** on another channel when an upstream responds with \`429\`; the first one then rests for a while. What was
sent to the client cannot be taken back, so there is no switching after the first byte. See [the rule](https://example.com).

1. Pick the next channel by priority, never the same one twice.
2. Keep *retry-after* as the time that the channel rests.
   - Thirty seconds where it is missing.
3. Give up when every channel is resting.

\`\`\`typescript
for (const channel of rank(channels, model)) {
  if (channel.restsUntil > now()) continue // it said 429
  const response = await send(channel, request)
  if (response.status !== 429) return response
  channel.restsUntil = now() + retryAfter(response, ${number})
}
\`\`\`

| status | meaning | next |
|--------|---------|------|
| 429 | too many | another channel |
| 503 | overloaded | another channel |

The load is $\\rho = \\lambda / \\mu$ and the wait grows as $1 / (1 - \\rho)$.

`

export function longText(tokens: number): string {
  let text = ''
  for (let number = 1; text.length < tokens * 4; number++) text += section(number)
  return text.slice(0, tokens * 4)
}

/** An upstream that streams a text at a rate in tokens a second, one event per token. */
export async function startLongResponse(text: string, tokensPerSecond: number) {
  const pieces = text.match(/[\s\S]{1,4}/g) ?? []
  const everyMs = 20
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const begin = performance.now()
    let sent = 0
    const timer = setInterval(() => {
      const due = Math.min(pieces.length, Math.ceil(((performance.now() - begin) / 1000) * tokensPerSecond))
      let out = ''
      for (; sent < due; sent++) out += event({ choices: [{ index: 0, delta: { content: pieces[sent] } }] })
      response.write(out)
      if (sent < pieces.length) return
      clearInterval(timer)
      const usage = { prompt_tokens: 10, completion_tokens: pieces.length, total_tokens: pieces.length + 10 }
      response.end(
        `${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}${event({ choices: [], usage })}data: [DONE]\n\n`,
      )
    }, everyMs)
    response.on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const event = (chunk: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o', ...chunk })}\n\n`
