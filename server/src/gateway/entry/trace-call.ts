import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallTrace, Traces } from '../../traces/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace: CallTrace | undefined
  }
}

/**
 * Begins the trace of a call. It ends with the call, or with the response if the call was refused before it was
 * counted.
 */
export function startTrace(request: FastifyRequest, reply: FastifyReply, traces: Traces): void {
  const { id, method, routeOptions, headers, params } = request
  const target = (params as { target?: string } | undefined)?.target ?? ''
  const { traceparent } = headers
  request.trace = traces.begin({
    request_id: id,
    method,
    route: routeOptions.url ?? '',
    action: target.slice(target.lastIndexOf(':') + 1),
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
  if (request.trace)
    reply.raw.once('close', () => {
      if (!request.runningCall) endTrace(request, reply)
    })
}

/** The response of a realtime session is the upgrade of its connection, which has no response object. */
export function endTrace(request: FastifyRequest, { raw }: FastifyReply, upgradedStatus?: 101): void {
  const { trace, relayCaller, failureContext } = request
  trace?.end({
    status: upgradedStatus ?? (raw.headersSent ? raw.statusCode : undefined),
    isWhole: upgradedStatus !== undefined || raw.writableFinished,
    caller: relayCaller,
    model: failureContext?.virtual ?? failureContext?.model,
    group: failureContext?.group,
  })
}
