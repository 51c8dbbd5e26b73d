import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { servePreflights } from '../../../http/perimeter.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import { callerOf, jsonBody, queryOf, relayRoute } from '../../entry/relay-scope.ts'
import { submitTask } from '../submit-task.ts'
import { incomingMj } from './incoming-mj.ts'
import { isMjKind, readWish } from './mj-body.ts'
import { inMjWords, mjErrors, readOrRefuse, unknownPath } from './mj-errors.ts'
import { mjPrefixes, type Prefix } from './mj-paths.ts'
import { fetchSeed, fetchTask, fetchTasks, findOrigin } from './mj-reads.ts'

const config = { dialect: mjErrors }
const reading = { config: { access: 'public' as const, ...config } }

/** Everything about drawings that takes a key, under `/mj` and again under each mode. */
export function mjRoutes(app: FastifyInstance, deps: TaskDeps) {
  const paths = mjPrefixes.map(({ path }) => `${path}/*`)
  servePreflights(app, paths)
  for (const { path, ...prefix } of mjPrefixes) {
    relayRoute(app, deps, `${path}/submit/:kind`, config, (request, reply) => {
      const { kind } = request.params as { kind: string }
      return submit(kind, prefix, request, reply, deps)
    })
    relayRoute(app, deps, `${path}/insight-face/swap`, config, (request, reply) =>
      submit('insight-face/swap', prefix, request, reply, deps),
    )
    relayRoute(app, deps, `${path}/task/list-by-condition`, config, async (request, reply) => {
      reply.send(await fetchTasks(request, deps))
    })
    app.get(`${path}/task/:id/fetch`, reading, (request) => fetchTask(request, deps))
    app.get(`${path}/task/:id/image-seed`, reading, async (request, reply) => {
      const { status, body } = await fetchSeed(request, deps)
      return reply.status(status).send(body)
    })
  }
}

async function submit(
  kind: string,
  prefix: Prefix,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: TaskDeps,
): Promise<void> {
  if (!isMjKind(kind)) throw unknownPath(request)
  const { wish, body } = readWish(
    kind,
    readOrRefuse(() => jsonBody(request), 'bind_request_body_failed'),
  )
  const caller = callerOf(request)
  const origin = wish.originId === undefined ? undefined : await findOrigin(caller, wish.originId, kind, deps)
  const submission = incomingMj({
    kind,
    prefix,
    query: new URLSearchParams(queryOf(request)).toString(),
    wish,
    body,
    origin,
    snapshot: deps.snapshot.current(),
  })
  const response = await submitTask(caller, submission, reply, deps).catch(inMjWords)
  reply.status(response.status).send(response.body)
}
