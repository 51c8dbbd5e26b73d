import { configFileJsonSchema } from '@turnpike/contract/system/config-file/config-file'
import { configFileApi, configFileBounds } from '@turnpike/contract/system/config-file/config-file-api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../audit/audit.queries.ts'
import { readState } from './installation-state.ts'
import { serverVariables } from './secrets.ts'

/** A text in JSON may be twice as long as the text, and longer in bytes. */
const bodyBytesMax = 4 * configFileBounds.text.lengthMax

// Loaded when a file is read or written: the library for YAML is large, and few servers ever see a file.
const reading = () => import('./apply-config.rules.ts')
const writing = () => import('./export-config.ts')

export function configFileRoutes(app: FastifyInstance, deps: Deps) {
  const variables = serverVariables(deps.config.fileSecrets)

  serve(app, configFileApi.export, async ({ query }) => {
    const { exportConfig } = await writing()
    return { text: exportConfig(await readState(deps.store, deps), deps.vault, query.secrets) }
  })
  serve(app, configFileApi.schema, () => configFileJsonSchema())
  serve(
    app,
    configFileApi.plan,
    async (incoming) => {
      const { planFile } = await reading()
      return planFile(deps, actorOf(incoming, deps.clock()), { ...incoming.body, variables })
    },
    { bodyBytesMax },
  )
  serve(
    app,
    configFileApi.apply,
    async (incoming) => {
      const { applyFile } = await reading()
      const language = preferredLanguage(incoming.request.headers['accept-language'])
      return applyFile(deps, actorOf(incoming, deps.clock()), { ...incoming.body, variables, language })
    },
    { bodyBytesMax },
  )
}
