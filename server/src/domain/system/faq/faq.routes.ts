import { faqApi } from '@turnpike/contract/system/faq'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../audit/audit.queries.ts'
import { saveFaq } from './faq.rules.ts'

/** Questions and answers of the operator. */
export function faqRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, faqApi.list, () => deps.faq.current())
  serve(app, faqApi.save, (incoming) => saveFaq(deps, actorOf(incoming, deps.clock()), incoming.body))
}
