import { recordedHeader } from '@turnpike/contract/usage/prompt-records'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { drawTerms } from '../../domain/usage/prompt-records/stored-terms.ts'
import { Recording } from '../record/recording.ts'
import { type RunningCall, whenOver } from './in-flight/in-flight.ts'
import type { RelayCaller } from './key/authenticate.ts'
import type { RelayDeps } from './relay-deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a call whose prompt and response are recorded. */
    recording: Recording | undefined
  }
}

/** Draws whether this call is recorded, says so in its response, and stores the record when the call is over. */
export function startRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  { record = [], user_id, account_id, token_id }: RelayCaller,
  running: RunningCall,
  { promptRecords, random, clock, log }: RelayDeps,
): Recording | undefined {
  const kept = drawTerms(record, random)
  if (!kept) return undefined
  const { method, url, headers } = request
  const call = { line: `${method} ${pathOf(url)}`, headers, secrets: keysIn(request), response: reply.raw }
  const recording = new Recording(kept, call, (bytes) => running.takeIfFree(bytes))
  request.recording = recording
  reply.header(recordedHeader, '1')
  const about = { request_id: request.id, user_id, account_id, token_id, created_at: clock() }
  whenOver(running, () => {
    try {
      promptRecords.add({ ...about, ...kept, ...recording.take() })
    } catch (error) {
      log.error('call not recorded', { request_id: request.id, error }) // the call itself is over and charged
    }
  })
  return recording
}

const pathOf = (url: string): string => url.split('?')[0] ?? ''

/** Every place where a client may have sent its key. */
function keysIn({ headers, query }: FastifyRequest): string[] {
  const { authorization = '', 'x-api-key': anthropic, 'x-goog-api-key': google, cookie } = headers
  const inQuery = (query as Record<string, unknown>).key
  const given = [authorization.replace(/^Bearer\s+/i, ''), anthropic, google, cookie, inQuery]
  return given.flatMap((value) => (typeof value === 'string' && value !== '' ? [value, value.replace(/^sk-/, '')] : []))
}
