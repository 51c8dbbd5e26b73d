import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { isChange } from '@turnpike/contract/endpoint'
import type { Caller } from '../http/caller.ts'
import { version } from '../version.ts'
import { inputSchema } from './tool-input.ts'
import type { Tool } from './tools.ts'

export type ToolResult = { text: string; isError: boolean }

type Agent = {
  caller: Caller
  /** The tools that the caller may use. */
  tools: ReadonlyMap<string, Tool>
  /** Calls a tool; refuses one that the caller may not use. */
  callTool(name: string, given: Record<string, unknown>): Promise<ToolResult>
}

const instructions =
  'The console of Turnpike, an AI gateway with prepaid billing. Channels are accounts at providers, tokens are the API keys of users. Each tool does what a page of the console does, with the rights of the person whose access token is used.'

/**
 * Serves one message of the Model Context Protocol. No state is kept between messages, so any instance can serve any of
 * them.
 */
export async function serveAgent(request: Request, parsedBody: unknown, agent: Agent): Promise<Response> {
  const server = new Server({ name: 'turnpike', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...agent.tools].map(describe) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, isError } = await agent.callTool(params.name, params.arguments ?? {})
    return { content: [{ type: 'text', text }], isError }
  })
  // A response that is sent at once needs no stream. A transport without an id generator has no sessions.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

const describe = ([name, { endpoint, hint }]: [string, Tool]) => ({
  name,
  description: hint ? `${endpoint.summary}. ${hint}` : endpoint.summary,
  inputSchema: inputSchema(endpoint),
  annotations: { readOnlyHint: !isChange(endpoint), openWorldHint: false },
})
