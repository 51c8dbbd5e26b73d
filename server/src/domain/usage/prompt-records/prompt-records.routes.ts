import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import {
  clearTokenRecords,
  groupRecords,
  ownRecords,
  setGroupRecords,
  setTokenRecords,
  tokenRecords,
  userRecords,
} from './prompt-records.rules.ts'
import { findRecord, readRecord, removeRecord } from './read-record.rules.ts'

export function promptRecordRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  const actingOf = (input: { caller: Caller; request: FastifyRequest }) => ({
    caller: input.caller,
    actor: actorOf(input, clock()),
  })
  serve(app, promptRecordsApi.own, ({ caller }) => ownRecords(deps, caller))
  serve(app, promptRecordsApi.ofToken, ({ caller, params }) => tokenRecords(deps, caller, params.id))
  serve(app, promptRecordsApi.setOfToken, (input) =>
    setTokenRecords(deps, actingOf(input), input.params.id, input.body.terms),
  )
  serve(app, promptRecordsApi.clearToken, (input) => clearTokenRecords(deps, actingOf(input), input.params.id))
  serve(app, promptRecordsApi.ofUser, ({ caller, params }) => userRecords(deps, caller, params.id))
  serve(app, promptRecordsApi.ofGroups, () => groupRecords(deps))
  serve(app, promptRecordsApi.setOfGroup, (input) => setGroupRecords(deps, actorOf(input, clock()), input.body))
  serve(app, promptRecordsApi.find, ({ caller, params }) => findRecord(deps, caller, params.request_id))
  serve(app, promptRecordsApi.read, (input) => readRecord(deps, actingOf(input), input.params.request_id))
  serve(app, promptRecordsApi.remove, (input) => removeRecord(deps, actingOf(input), input.params.request_id))
}
