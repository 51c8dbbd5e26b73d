import { registrationApi } from '@turnpike/contract/identity/registration'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { serve } from '../../../http/serve.ts'
import { resetPassword, sendReset } from './password-reset.ts'
import { checkRegistrationOpen, register } from './register.ts'
import { sendVerification } from './verification-mail.ts'

export function registrationRoutes(app: FastifyInstance, deps: Deps) {
  serve(
    app,
    registrationApi.register,
    async ({ body, request }) => {
      await register(deps, body, request.ip)
    },
    { before: () => checkRegistrationOpen(deps.options.current()) },
  )

  serve(app, registrationApi.verification, ({ query: { email }, caller, request }) =>
    sendVerification(deps, { email, caller, address: request.ip, language: languageOf(deps, request) }),
  )

  serve(app, registrationApi.resetMail, ({ query: { email }, request }) =>
    sendReset(deps, { email, address: request.ip, language: languageOf(deps, request) }),
  )

  serve(app, registrationApi.reset, ({ body }) => resetPassword(deps, body))
}

const languageOf = ({ options }: Pick<Deps, 'options'>, request: FastifyRequest) =>
  preferredLanguage(request.headers['accept-language'], options.current().DefaultLanguage)
